/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.converters.avro;

import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.util.Map;
import org.apache.kafka.connect.data.Date;
import org.apache.kafka.connect.data.Decimal;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.Time;
import org.apache.kafka.connect.data.Timestamp;
import org.apache.kafka.connect.errors.DataException;
import org.jspecify.annotations.Nullable;

/** How a value that is neither struct, array nor map is written, by type and, for Connect's own logical types, by name. */
final class ScalarWriters {
    private static final Map<Schema.Type, ValueWriter> BY_TYPE = Map.of(
            Schema.Type.BOOLEAN, (value, out) -> out.writeBoolean(cast(Boolean.class, value)),
            Schema.Type.INT8, (value, out) -> out.writeInt(cast(Byte.class, value)),
            Schema.Type.INT16, (value, out) -> out.writeInt(cast(Short.class, value)),
            Schema.Type.INT32, (value, out) -> out.writeInt(cast(Integer.class, value)),
            Schema.Type.INT64, (value, out) -> out.writeLong(cast(Long.class, value)),
            Schema.Type.FLOAT32, (value, out) -> out.writeFloat(cast(Float.class, value)),
            Schema.Type.FLOAT64, (value, out) -> out.writeDouble(cast(Double.class, value)),
            Schema.Type.STRING, (value, out) -> out.writeString(cast(String.class, value)),
            Schema.Type.BYTES, ScalarWriters::writeBytes);

    private ScalarWriters() {}

    static @Nullable ValueWriter of(Schema schema) {
        ValueWriter logical = logical(schema);
        return logical != null ? logical : BY_TYPE.get(schema.type());
    }

    private static @Nullable ValueWriter logical(Schema schema) {
        String name = schema.name();
        if (name == null) {
            return null;
        }
        return switch (name) {
            case Decimal.LOGICAL_NAME -> decimal(DecimalSchemas.scale(schema));
            case Date.LOGICAL_NAME -> (value, out) -> out.writeInt(ConnectDates.days(value));
            case Time.LOGICAL_NAME -> (value, out) -> out.writeInt(ConnectDates.time(value));
            case Timestamp.LOGICAL_NAME -> (value, out) -> out.writeLong(ConnectDates.millis(value));
            default -> null;
        };
    }

    private static ValueWriter decimal(int scale) {
        return (value, out) -> {
            BigDecimal decimal = cast(BigDecimal.class, value);
            if (decimal.scale() != scale) {
                throw new DataException("expected a decimal of scale " + scale + ", found scale " + decimal.scale());
            }
            byte[] unscaled = decimal.unscaledValue().toByteArray();
            out.writeBytes(unscaled, 0, unscaled.length);
        };
    }

    private static void writeBytes(Object value, AvroOutput out) {
        if (value instanceof byte[] bytes) {
            out.writeBytes(bytes, 0, bytes.length);
        } else if (value instanceof ByteBuffer buffer && buffer.hasArray()) {
            out.writeBytes(buffer.array(), buffer.arrayOffset() + buffer.position(), buffer.remaining());
        } else if (value instanceof ByteBuffer buffer) {
            byte[] bytes = new byte[buffer.remaining()];
            buffer.duplicate().get(bytes);
            out.writeBytes(bytes, 0, bytes.length);
        } else {
            throw mismatch("byte[] or ByteBuffer", value);
        }
    }

    static <T> T cast(Class<T> type, Object value) {
        if (type.isInstance(value)) {
            return type.cast(value);
        }
        throw mismatch(type.getSimpleName(), value);
    }

    private static DataException mismatch(String expected, Object value) {
        return new DataException(
                "expected " + expected + ", found " + value.getClass().getSimpleName());
    }
}
