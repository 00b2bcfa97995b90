/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.codec;

import io.pgcopy.connect.copy.FieldReader;
import io.pgcopy.connect.copy.FieldWriter;
import java.util.Optional;
import java.util.function.Function;
import org.apache.kafka.connect.data.Schema;

/** {@code xid8}: an unsigned 64-bit number; those that a signed one cannot hold are refused. */
final class Xid8Codec implements Codec<Long> {
    private static final IntegerRange RANGE = new IntegerRange("xid8 in an INT64", 0, Long.MAX_VALUE);
    private static final AllowList<Long> ALLOWED = RANGE.allowList(value -> value);

    @Override
    public Schema schema() {
        return Schema.INT64_SCHEMA;
    }

    @Override
    public Long decode(FieldReader field) {
        return RANGE.check(field.readInt64());
    }

    @Override
    public void encode(Long value, FieldWriter field) {
        field.writeInt64(RANGE.check(value));
    }

    @Override
    public Optional<Function<Object, Long>> from(Schema schema) {
        return ALLOWED.conversion(schema);
    }
}
