/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.codec;

import io.pgcopy.connect.copy.FieldReader;
import io.pgcopy.connect.copy.FieldWriter;
import java.math.BigDecimal;
import java.util.Optional;
import java.util.function.Function;
import org.apache.kafka.connect.data.Decimal;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaBuilder;
import org.apache.kafka.connect.errors.DataException;
import org.jspecify.annotations.Nullable;

/**
 * {@code numeric}. A column with a scale is Connect's Decimal of that scale; one without is exact text,
 * since each of its values has a scale of its own. Encodes a {@link BigDecimal}, {@link DecimalDigits}, or a
 * {@link NumericSpecial}.
 */
final class NumericCodec implements Codec<Object> {
    private static final Schema TEXT =
            SchemaBuilder.string().name(LogicalTypes.NUMERIC).build();

    private final NumericLimit limit;
    private final boolean decimal;
    private final Schema schema;
    private final AllowList<Object> allowed;

    private NumericCodec(NumericLimit limit, boolean decimal) {
        this.limit = limit;
        this.decimal = decimal;
        this.schema = decimal ? decimalSchema(limit) : TEXT;
        this.allowed = AllowList.<Object>builder()
                .named(Schema.Type.BYTES, LogicalTypes.CONNECT_DECIMAL, Function.identity())
                .plain(Schema.Type.STRING, text -> parse((String) text))
                .plain(Schema.Type.INT8, value -> BigDecimal.valueOf((Byte) value))
                .plain(Schema.Type.INT16, value -> BigDecimal.valueOf((Short) value))
                .plain(Schema.Type.INT32, value -> BigDecimal.valueOf((Integer) value))
                .plain(Schema.Type.INT64, value -> BigDecimal.valueOf((Long) value))
                .plain(Schema.Type.FLOAT32, value -> ofFloat((Float) value))
                .plain(Schema.Type.FLOAT64, value -> ofDouble((Double) value))
                .named(Schema.Type.STRUCT, LogicalTypes.DEBEZIUM_VARIABLE_SCALE, VariableScale::toDecimal)
                .build();
    }

    /** Decimal where the type modifier gives a scale of 0 or more, else text. */
    static NumericCodec precise(int typmod) {
        NumericLimit limit = NumericLimit.of(typmod);
        // A negative scale (PostgreSQL 15) is legal for Decimal, but most converters refuse it.
        return new NumericCodec(limit, !limit.isNone() && limit.scale() >= 0);
    }

    /** Text, whatever the type modifier says. */
    static NumericCodec text(int typmod) {
        return new NumericCodec(NumericLimit.of(typmod), false);
    }

    @Override
    public Schema schema() {
        return schema;
    }

    @Override
    public Object decode(FieldReader field) {
        Object value = NumericWire.read(field);
        return decimal ? toDecimal(value) : toText(value);
    }

    @Override
    public void encode(Object value, FieldWriter field) {
        if (value instanceof BigDecimal finite) {
            limit.check(finite);
            NumericWire.write(limit.scaled(finite), field);
        } else if (value instanceof DecimalDigits finite) {
            NumericWire.write(finite, field);
        } else {
            NumericSpecial special = (NumericSpecial) value;
            limit.check(special);
            NumericWire.write(special, field);
        }
    }

    @Override
    public Optional<Function<Object, Object>> from(Schema source) {
        return allowed.conversion(source);
    }

    private BigDecimal toDecimal(Object value) {
        if (value instanceof NumericSpecial) {
            throw new DataException(
                    limit + " holds NaN, which Decimal cannot carry; set numeric.mode=string to carry it as text");
        }
        BigDecimal finite = value instanceof String text ? DecimalText.parse(text) : (BigDecimal) value;
        if (finite.scale() != limit.scale()) {
            throw new DataException("expected a scale of " + limit.scale() + ", found " + finite.scale()
                    + "; set numeric.mode=string to carry it as text");
        }
        return finite;
    }

    private static String toText(Object value) {
        if (value instanceof BigDecimal finite) {
            return finite.toPlainString();
        }
        return value instanceof NumericSpecial special ? special.text() : (String) value;
    }

    private Object parse(String text) {
        @Nullable NumericSpecial special = NumericSpecial.ofText(text);
        if (special != null) {
            return special;
        }
        return limit.isNone() ? DecimalDigits.parse(text) : DecimalText.parse(text);
    }

    private static Object ofDouble(double value) {
        return Double.isFinite(value) ? shown(BinaryFloat.decimal(value)) : NumericSpecial.of(value);
    }

    private static Object ofFloat(float value) {
        return Float.isFinite(value) ? shown(BinaryFloat.decimal(value)) : NumericSpecial.of(value);
    }

    // Java writes 1.0 for one; a number column without a scale would show the zero.
    private static BigDecimal shown(BigDecimal value) {
        return value.stripTrailingZeros();
    }

    private static Schema decimalSchema(NumericLimit limit) {
        // Some converters refuse a scale above the precision; numeric(2,5) is legal from PostgreSQL 15 on.
        int precision = Math.max(limit.precision(), limit.scale());
        return Decimal.builder(limit.scale())
                .parameter(LogicalTypes.CONNECT_PRECISION, Integer.toString(precision))
                .build();
    }
}
