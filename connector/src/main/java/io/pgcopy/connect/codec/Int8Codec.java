/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.codec;

import io.pgcopy.connect.copy.FieldReader;
import io.pgcopy.connect.copy.FieldWriter;
import java.util.Optional;
import java.util.function.Function;
import org.apache.kafka.connect.data.Schema;

/** {@code int8}: eight bytes. */
final class Int8Codec implements Codec<Long> {
    private static final AllowList<Long> ALLOWED =
            new IntegerRange("int8", Long.MIN_VALUE, Long.MAX_VALUE).allowList(value -> value);

    @Override
    public Schema schema() {
        return Schema.INT64_SCHEMA;
    }

    @Override
    public Long decode(FieldReader field) {
        return field.readInt64();
    }

    @Override
    public void encode(Long value, FieldWriter field) {
        field.writeInt64(value);
    }

    @Override
    public Optional<Function<Object, Long>> from(Schema schema) {
        return ALLOWED.conversion(schema);
    }
}
