/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.source;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import org.apache.kafka.connect.data.Field;
import org.apache.kafka.connect.data.Struct;
import org.jspecify.annotations.Nullable;

/** About how many bytes a value of a record takes when it is sent. */
final class ValueSize {
    private static final int FIXED = 8;

    private ValueSize() {}

    static long of(@Nullable Object value) {
        if (value == null) {
            return 0;
        }
        if (value instanceof byte[] bytes) {
            return bytes.length;
        }
        if (value instanceof ByteBuffer buffer) {
            return buffer.remaining();
        }
        if (value instanceof CharSequence text) {
            return text.length();
        }
        if (value instanceof List<?> list) {
            return list.stream().mapToLong(ValueSize::of).sum();
        }
        if (value instanceof Map<?, ?> map) {
            return map.entrySet().stream()
                    .mapToLong(entry -> of(entry.getKey()) + of(entry.getValue()))
                    .sum();
        }
        if (value instanceof Struct struct) {
            long sum = 0;
            for (Field field : struct.schema().fields()) {
                sum += of(struct.get(field));
            }
            return sum;
        }
        return FIXED;
    }
}
