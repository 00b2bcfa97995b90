/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.row;

import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import org.apache.kafka.connect.data.Field;
import org.apache.kafka.connect.data.Struct;
import org.jspecify.annotations.Nullable;

/** At most how many bytes a value takes in a record: what the converter makes of it counts, not what it is here. */
public enum ValueSize {
    /** Bytes and texts as they are, each with its length: Avro, Protobuf. */
    BINARY {
        @Override
        public long bytes(long length) {
            return length + NUMBER;
        }

        @Override
        public long text(CharSequence text) {
            return utf8(text) + NUMBER;
        }

        @Override
        public long name(Field field) {
            return 1;
        }

        @Override
        public long decimal(BigDecimal number) {
            return bytes(unscaledBytes(number));
        }

        @Override
        public long scalar() {
            return NUMBER;
        }
    },
    /** JSON: bytes as base64, texts escaped, names spelt out. */
    JSON {
        @Override
        public long bytes(long length) {
            return (length + 2) / 3 * 4 + QUOTES;
        }

        @Override
        public long text(CharSequence text) {
            return JsonText.bytes(text) + QUOTES;
        }

        @Override
        public long name(Field field) {
            return JsonText.bytes(field.name()) + QUOTES + 2;
        }

        @Override
        public long decimal(BigDecimal number) {
            // In base64, or by decimal.format=NUMERIC as digits with all the zeros of its scale.
            long digits = number.unscaledValue().bitLength() * 31L / 100 + Math.abs((long) number.scale());
            return Math.max(bytes(unscaledBytes(number)), digits + DIGITS);
        }

        @Override
        public long scalar() {
            return DIGITS;
        }
    };

    // The longest a number becomes in Avro, and in JSON with its comma: -2.2250738585072014E-308.
    private static final int NUMBER = 10;
    private static final int DIGITS = 25;
    private static final int QUOTES = 2;

    /** Of so many bytes of bytea. */
    public abstract long bytes(long length);

    public abstract long text(CharSequence text);

    abstract long decimal(BigDecimal number);

    /** What a record says of a field beside its value. */
    public abstract long name(Field field);

    public abstract long scalar();

    /** The value's own length: bytes of bytea, bytes of text in UTF-8; of others the room that they take. */
    public static long length(@Nullable Object value) {
        if (value instanceof byte[] bytes) {
            return bytes.length;
        }
        if (value instanceof CharSequence text) {
            return utf8(text);
        }
        return value == null ? 0 : BINARY.of(value);
    }

    /** Of a value of any type. */
    public final long of(@Nullable Object value) {
        if (value instanceof byte[] bytes) {
            return bytes(bytes.length);
        }
        if (value instanceof ByteBuffer buffer) {
            return bytes(buffer.remaining());
        }
        if (value instanceof CharSequence text) {
            return text(text);
        }
        if (value instanceof BigDecimal number) {
            return decimal(number);
        }
        if (value instanceof List<?> list) {
            return scalar() + list.stream().mapToLong(item -> of(item) + 1).sum();
        }
        if (value instanceof Map<?, ?> map) {
            return scalar()
                    + map.entrySet().stream()
                            .mapToLong(entry -> of(entry.getKey()) + of(entry.getValue()) + QUOTES + 2)
                            .sum();
        }
        return value instanceof Struct struct ? ofFields(struct) : scalar();
    }

    private long ofFields(Struct struct) {
        long sum = scalar();
        for (Field field : struct.schema().fields()) {
            sum += name(field) + of(struct.get(field));
        }
        return sum;
    }

    private static long unscaledBytes(BigDecimal number) {
        return number.unscaledValue().bitLength() / Byte.SIZE + 1L;
    }

    private static long utf8(CharSequence text) {
        long bytes = 0;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c < 0x80) {
                bytes++;
            } else {
                bytes += c < 0x800 || Character.isSurrogate(c) ? 2 : 3;
            }
        }
        return bytes;
    }
}
