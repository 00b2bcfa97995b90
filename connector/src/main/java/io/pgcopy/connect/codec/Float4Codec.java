/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.codec;

import io.pgcopy.connect.copy.FieldReader;
import io.pgcopy.connect.copy.FieldWriter;
import java.math.BigDecimal;
import java.util.Optional;
import java.util.function.Function;
import org.apache.kafka.connect.data.Schema;

/** {@code float4}: IEEE 754 in four bytes; NaN, infinities and -0 are values like any other. */
final class Float4Codec implements Codec<Float> {
    private static final AllowList<Float> ALLOWED = AllowList.<Float>builder()
            .plain(Schema.Type.FLOAT32, Float.class::cast)
            .plain(Schema.Type.FLOAT64, value -> BinaryFloat.exactFloat((double) (Double) value))
            .plain(Schema.Type.INT8, value -> (float) (Byte) value)
            .plain(Schema.Type.INT16, value -> (float) (Short) value)
            .plain(Schema.Type.INT32, value -> BinaryFloat.exactFloat((long) (Integer) value))
            .plain(Schema.Type.INT64, value -> BinaryFloat.exactFloat((long) (Long) value))
            .plain(Schema.Type.STRING, value -> BinaryFloat.parseFloat((String) value))
            .named(Schema.Type.BYTES, LogicalTypes.CONNECT_DECIMAL, value -> BinaryFloat.exactFloat((BigDecimal) value))
            .build();

    @Override
    public Schema schema() {
        return Schema.FLOAT32_SCHEMA;
    }

    @Override
    public Float decode(FieldReader field) {
        return field.readFloat32();
    }

    @Override
    public void encode(Float value, FieldWriter field) {
        field.writeFloat32(value);
    }

    @Override
    public String text(Float value) {
        return BinaryFloat.text(value);
    }

    @Override
    public Optional<Function<Object, Float>> from(Schema schema) {
        return ALLOWED.conversion(schema);
    }
}
