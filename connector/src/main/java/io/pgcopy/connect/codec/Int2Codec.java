/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.codec;

import io.pgcopy.connect.copy.FieldReader;
import io.pgcopy.connect.copy.FieldWriter;
import java.util.Optional;
import java.util.function.Function;
import org.apache.kafka.connect.data.Schema;

/** {@code int2}: two bytes. */
final class Int2Codec implements Codec<Short> {
    private static final AllowList<Short> ALLOWED =
            new IntegerRange("int2", Short.MIN_VALUE, Short.MAX_VALUE).allowList(value -> (short) value);

    @Override
    public Schema schema() {
        return Schema.INT16_SCHEMA;
    }

    @Override
    public Short decode(FieldReader field) {
        return field.readInt16();
    }

    @Override
    public void encode(Short value, FieldWriter field) {
        field.writeInt16(value);
    }

    @Override
    public Optional<Function<Object, Short>> from(Schema schema) {
        return ALLOWED.conversion(schema);
    }
}
