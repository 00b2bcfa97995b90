/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.converters.avro;

import org.jspecify.annotations.Nullable;

/** Values of an optional schema: a union with null. A null stays null, unless it was asked to become the default. */
record OptionalWriter(
        ValueWriter writer, int nullBranch, @Nullable Object nullBecomes) implements NullableWriter {
    @Override
    public void write(@Nullable Object value, AvroOutput out) {
        Object written = value != null ? value : nullBecomes;
        if (written == null) {
            out.writeInt(nullBranch);
        } else {
            out.writeInt(1 - nullBranch);
            writer.write(written, out);
        }
    }
}
