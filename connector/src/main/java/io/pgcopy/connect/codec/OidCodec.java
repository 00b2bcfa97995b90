/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.codec;

import io.pgcopy.connect.copy.FieldReader;
import io.pgcopy.connect.copy.FieldWriter;
import java.util.Optional;
import java.util.function.Function;
import org.apache.kafka.connect.data.Schema;

/**
 * {@code oid}, {@code xid}, {@code cid} and the {@code reg…} types: unsigned 32-bit numbers. Of a reg… type only the number
 * is carried; what it names on another server is that server's affair.
 */
final class OidCodec implements Codec<Long> {
    private static final IntegerRange RANGE = new IntegerRange("oid", 0, 0xFFFFFFFFL);
    private static final AllowList<Long> ALLOWED = RANGE.allowList(value -> value);

    @Override
    public Schema schema() {
        return Schema.INT64_SCHEMA;
    }

    @Override
    public Long decode(FieldReader field) {
        return field.readInt32() & 0xFFFFFFFFL;
    }

    @Override
    public void encode(Long value, FieldWriter field) {
        field.writeInt32((int) RANGE.check(value));
    }

    @Override
    public Optional<Function<Object, Long>> from(Schema schema) {
        return ALLOWED.conversion(schema);
    }
}
