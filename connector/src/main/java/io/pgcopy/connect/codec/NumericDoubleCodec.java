/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.codec;

import io.pgcopy.connect.copy.FieldReader;
import io.pgcopy.connect.copy.FieldWriter;
import java.math.BigDecimal;
import java.util.Optional;
import java.util.function.Function;
import org.apache.kafka.connect.data.Schema;

/** {@code numeric} read as the nearest float8, on request. Written like any other numeric. */
final class NumericDoubleCodec implements Codec<Object> {
    private final NumericCodec exact;

    NumericDoubleCodec(int typmod) {
        exact = NumericCodec.text(typmod);
    }

    @Override
    public Schema schema() {
        return Schema.FLOAT64_SCHEMA;
    }

    @Override
    public Object decode(FieldReader field) {
        Object value = NumericWire.read(field);
        if (value instanceof NumericSpecial special) {
            return special.toDouble();
        }
        return value instanceof String text ? Double.parseDouble(text) : ((BigDecimal) value).doubleValue();
    }

    @Override
    public void encode(Object value, FieldWriter field) {
        exact.encode(value, field);
    }

    @Override
    public Optional<Function<Object, Object>> from(Schema schema) {
        return exact.from(schema);
    }
}
