/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.converters.avro;

import org.apache.kafka.connect.errors.DataException;
import org.jspecify.annotations.Nullable;

/** The branch of a union that the bytes name. */
final class UnionReader implements ValueReader {
    private final ValueReader[] branches;

    UnionReader(ValueReader[] branches) {
        this.branches = branches;
    }

    @Override
    public @Nullable Object read(AvroInput in) {
        long branch = in.readLong();
        if (branch < 0 || branch >= branches.length) {
            throw new DataException(
                    "expected a branch of a union from 0 to " + (branches.length - 1) + ", found " + branch);
        }
        return branches[(int) branch].read(in);
    }
}
