/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.converters.avro;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.connect.data.Field;
import org.apache.kafka.connect.data.Struct;
import org.jspecify.annotations.Nullable;

import static org.assertj.core.api.Assertions.assertThat;

/** Connect values in a form that compares by content, bytes and unset fields included. */
final class Equality {
    private Equality() {}

    static void assertSame(@Nullable Object found, @Nullable Object expected) {
        assertThat(plain(found)).isEqualTo(plain(expected));
    }

    static @Nullable Object plain(@Nullable Object value) {
        if (value instanceof byte[] bytes) {
            return java.util.HexFormat.of().formatHex(bytes);
        }
        if (value instanceof java.nio.ByteBuffer buffer) {
            byte[] bytes = new byte[buffer.remaining()];
            buffer.duplicate().get(bytes);
            return plain(bytes);
        }
        if (value instanceof Struct struct) {
            Map<String, @Nullable Object> fields = new HashMap<>();
            for (Field field : struct.schema().fields()) {
                fields.put(field.name(), plain(struct.getWithoutDefault(field.name())));
            }
            return fields;
        }
        if (value instanceof List<?> list) {
            List<@Nullable Object> plain = new ArrayList<>();
            list.forEach(element -> plain.add(plain(element)));
            return plain;
        }
        if (value instanceof Map<?, ?> map) {
            Map<@Nullable Object, @Nullable Object> plain = new HashMap<>();
            map.forEach((key, element) -> plain.put(plain(key), plain(element)));
            return plain;
        }
        return value;
    }
}
