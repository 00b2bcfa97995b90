/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.codec;

import io.pgcopy.connect.copy.FieldReader;
import io.pgcopy.connect.copy.FieldWriter;
import java.math.BigDecimal;
import java.util.Optional;
import java.util.function.Function;
import org.apache.kafka.connect.data.Schema;

/** {@code float8}: IEEE 754 in eight bytes; NaN, infinities and -0 are values like any other. */
final class Float8Codec implements Codec<Double> {
    private static final AllowList<Double> ALLOWED = AllowList.<Double>builder()
            .plain(Schema.Type.FLOAT64, Double.class::cast)
            .plain(Schema.Type.FLOAT32, value -> (double) (Float) value)
            .plain(Schema.Type.INT8, value -> (double) (Byte) value)
            .plain(Schema.Type.INT16, value -> (double) (Short) value)
            .plain(Schema.Type.INT32, value -> (double) (Integer) value)
            .plain(Schema.Type.INT64, value -> BinaryFloat.exactDouble((long) (Long) value))
            .plain(Schema.Type.STRING, value -> BinaryFloat.parseDouble((String) value))
            .named(
                    Schema.Type.BYTES,
                    LogicalTypes.CONNECT_DECIMAL,
                    value -> BinaryFloat.exactDouble((BigDecimal) value))
            .build();

    @Override
    public Schema schema() {
        return Schema.FLOAT64_SCHEMA;
    }

    @Override
    public Double decode(FieldReader field) {
        return field.readFloat64();
    }

    @Override
    public void encode(Double value, FieldWriter field) {
        field.writeFloat64(value);
    }

    @Override
    public String text(Double value) {
        return BinaryFloat.text(value);
    }

    @Override
    public Optional<Function<Object, Double>> from(Schema schema) {
        return ALLOWED.conversion(schema);
    }
}
