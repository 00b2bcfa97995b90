/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.converters.avro;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.avro.JsonProperties;
import org.apache.kafka.connect.data.Date;
import org.apache.kafka.connect.data.Decimal;
import org.apache.kafka.connect.data.Field;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.data.Time;
import org.apache.kafka.connect.data.Timestamp;
import org.apache.kafka.connect.errors.DataException;
import org.jspecify.annotations.Nullable;

/** Defaults as Avro's library gives them, parsed from JSON, in the Java class that Connect demands. */
final class ConnectDefaults {
    /** Of the largest int64, and one more. */
    private static final int MAX_DIGITS = 20;

    private static final Set<String> NOT_FINITE = Set.of("NaN", "Infinity", "-Infinity");

    private ConnectDefaults() {}

    static Object toConnect(Schema schema, Object json) {
        try {
            return convert(schema, json);
        } catch (ClassCastException | ArithmeticException | NumberFormatException e) {
            throw new DataException("expected a default of type " + schema.type() + ", found another", e);
        }
    }

    private static Object convert(Schema schema, Object json) {
        return switch (schema.type()) {
            case BOOLEAN -> (Boolean) json;
            case INT8 -> exact(json).byteValueExact();
            case INT16 -> exact(json).shortValueExact();
            case INT32 -> int32(schema, exact(json).intValueExact());
            case INT64 -> int64(schema, exact(json).longValueExact());
            case FLOAT32 -> (float) floating(json);
            case FLOAT64 -> floating(json);
            case STRING -> (String) json;
            case BYTES -> bytes(schema, json);
            case ARRAY -> list(schema, (List<?>) json);
            case MAP -> map(schema, json);
            case STRUCT -> struct(schema, (Map<?, ?>) json);
        };
    }

    private static BigInteger exact(Object json) {
        BigDecimal number = new BigDecimal(((Number) json).toString());
        // Weighed before it is expanded: 1e300000000 is a short text and a number of a hundred megabytes.
        if (number.scale() > MAX_DIGITS || number.precision() - (long) number.scale() > MAX_DIGITS) {
            throw new ArithmeticException("more than " + MAX_DIGITS + " digits");
        }
        return number.toBigIntegerExact();
    }

    private static double floating(Object json) {
        if (json instanceof Number number) {
            return number.doubleValue();
        }
        String text = (String) json; // for what JSON has no number
        if (!NOT_FINITE.contains(text)) {
            throw new NumberFormatException("expected a number or one of " + NOT_FINITE);
        }
        return Double.parseDouble(text);
    }

    private static Object int32(Schema schema, int value) {
        if (Date.LOGICAL_NAME.equals(schema.name())) {
            return ConnectDates.ofDays(value);
        }
        return Time.LOGICAL_NAME.equals(schema.name()) ? (Object) ConnectDates.ofTime(value) : (Object) value;
    }

    private static Object int64(Schema schema, long value) {
        return Timestamp.LOGICAL_NAME.equals(schema.name()) ? (Object) ConnectDates.ofMillis(value) : (Object) value;
    }

    private static Object bytes(Schema schema, Object json) {
        // In JSON the bytes are characters of the same numbers.
        byte[] bytes = json instanceof byte[] ready ? ready : ((String) json).getBytes(StandardCharsets.ISO_8859_1);
        if (!Decimal.LOGICAL_NAME.equals(schema.name())) {
            return bytes;
        }
        return new BigDecimal(new BigInteger(bytes), DecimalSchemas.scale(schema));
    }

    private static List<@Nullable Object> list(Schema schema, List<?> json) {
        List<@Nullable Object> list = new ArrayList<>();
        for (Object element : json) {
            list.add(nullable(schema.valueSchema(), element));
        }
        return list;
    }

    private static Map<@Nullable Object, @Nullable Object> map(Schema schema, Object json) {
        Map<@Nullable Object, @Nullable Object> map = new LinkedHashMap<>();
        if (json instanceof Map<?, ?> entries) {
            entries.forEach((key, value) -> map.put(String.valueOf(key), nullable(schema.valueSchema(), value)));
            return map;
        }
        for (Object element : (List<?>) json) {
            Map<?, ?> entry = (Map<?, ?>) element;
            map.put(
                    nullable(schema.keySchema(), entry.get(ConnectProperties.KEY_FIELD)),
                    nullable(schema.valueSchema(), entry.get(ConnectProperties.VALUE_FIELD)));
        }
        return map;
    }

    private static Struct struct(Schema schema, Map<?, ?> json) {
        Struct struct = new Struct(schema);
        for (Field field : schema.fields()) {
            struct.put(field, nullable(field.schema(), json.get(field.name())));
        }
        return struct;
    }

    private static @Nullable Object nullable(Schema schema, @Nullable Object json) {
        return json == null || json == JsonProperties.NULL_VALUE ? null : convert(schema, json);
    }
}
