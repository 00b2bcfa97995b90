/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.converters.avro;

import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.apache.avro.AvroRuntimeException;
import org.apache.avro.JsonProperties;
import org.apache.avro.Schema.Field;
import org.apache.kafka.connect.data.Date;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.data.Time;
import org.apache.kafka.connect.data.Timestamp;
import org.apache.kafka.connect.errors.DataException;
import org.jspecify.annotations.Nullable;

/** Defaults of Connect schemas in the objects that Avro's library turns into JSON. */
final class AvroDefaults {
    private AvroDefaults() {}

    /** The default of the field in Avro's own sense; null where it has none, or none that Avro can express. */
    static @Nullable Object ofField(Schema connect, org.apache.avro.Schema avro) {
        Object value = ofType(connect);
        if (value == null) {
            return connect.isOptional() ? JsonProperties.NULL_VALUE : null;
        }
        return isExpressible(value, avro) ? value : null;
    }

    /** The schema's default; null where there is none. */
    static @Nullable Object ofType(Schema connect) {
        Object value = connect.defaultValue();
        if (value == null) {
            return null;
        }
        if (connect.type() == Schema.Type.STRUCT) {
            throw new DataException("the default of a struct has no Avro form; give its fields defaults instead");
        }
        return toAvro(connect, value);
    }

    // Only the first branch of a union can be a default, and JSON has no NaN: such a default is connect.default alone.
    private static boolean isExpressible(Object value, org.apache.avro.Schema avro) {
        if ((value instanceof Float number && !Float.isFinite(number))
                || (value instanceof Double other && !Double.isFinite(other))) {
            return false;
        }
        try {
            return new Field("probe", avro, null, value).hasDefaultValue();
        } catch (AvroRuntimeException e) { // Avro has no other way to ask
            return false;
        }
    }

    private static Object toAvro(Schema schema, @Nullable Object value) {
        if (value == null) {
            return JsonProperties.NULL_VALUE;
        }
        return switch (schema.type()) {
            case INT8, INT16 -> ((Number) value).intValue();
            case INT32 -> int32(schema, value);
            case INT64 -> Timestamp.LOGICAL_NAME.equals(schema.name()) ? (Object) ConnectDates.millis(value) : value;
            case BYTES -> bytes(schema, value);
            case ARRAY -> list(schema.valueSchema(), (List<?>) value);
            case MAP -> map(schema, (Map<?, ?>) value);
            case STRUCT -> struct((Struct) value);
            case BOOLEAN, FLOAT32, FLOAT64, STRING -> value;
        };
    }

    private static Object int32(Schema schema, Object value) {
        if (Date.LOGICAL_NAME.equals(schema.name())) {
            return ConnectDates.days(value);
        }
        return Time.LOGICAL_NAME.equals(schema.name()) ? (Object) ConnectDates.time(value) : value;
    }

    private static byte[] bytes(Schema schema, Object value) {
        if (value instanceof BigDecimal decimal) {
            int scale = DecimalSchemas.scale(schema);
            if (decimal.scale() != scale) { // Connect looks at the class of a default, no further
                throw new DataException("expected a default of scale " + scale
                        + ", as its Decimal schema says, found one" + " of scale " + decimal.scale());
            }
            return decimal.unscaledValue().toByteArray();
        }
        if (value instanceof ByteBuffer buffer) {
            byte[] bytes = new byte[buffer.remaining()];
            buffer.duplicate().get(bytes);
            return bytes;
        }
        return (byte[]) value;
    }

    private static List<Object> list(Schema elements, List<?> values) {
        List<Object> list = new ArrayList<>();
        for (Object value : values) {
            list.add(toAvro(elements, value));
        }
        return list;
    }

    private static Object map(Schema schema, Map<?, ?> values) {
        if (schema.keySchema().type() == Schema.Type.STRING
                && values.keySet().stream().noneMatch(Objects::isNull)) {
            Map<Object, Object> map = new LinkedHashMap<>();
            values.forEach((key, value) -> map.put(key, toAvro(schema.valueSchema(), value)));
            return map;
        }
        List<Object> entries = new ArrayList<>();
        values.forEach((key, value) -> entries.add(Map.of(
                ConnectProperties.KEY_FIELD, toAvro(schema.keySchema(), key),
                ConnectProperties.VALUE_FIELD, toAvro(schema.valueSchema(), value))));
        return entries;
    }

    private static Map<String, Object> struct(Struct struct) {
        Map<String, Object> fields = new LinkedHashMap<>();
        for (org.apache.kafka.connect.data.Field field : struct.schema().fields()) {
            fields.put(field.name(), toAvro(field.schema(), struct.get(field)));
        }
        return fields;
    }
}
