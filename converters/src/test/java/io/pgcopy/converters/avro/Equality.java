/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.converters.avro;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.kafka.connect.data.Field;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.Struct;
import org.jspecify.annotations.Nullable;

import static org.assertj.core.api.Assertions.assertThat;

/** Connect values in a form that compares by content, bytes and unset fields included. */
final class Equality {
    private Equality() {}

    static void assertSame(@Nullable Object found, @Nullable Object expected) {
        assertThat(plain(found)).isEqualTo(plain(expected));
    }

    /** All that a schema says, as text, so that a difference can be read. */
    static String text(Schema schema) {
        StringBuilder text = new StringBuilder()
                .append(schema.type())
                .append(schema.isOptional() ? "?" : "")
                .append(" name=")
                .append(schema.name())
                .append(" version=")
                .append(schema.version())
                .append(" doc=")
                .append(schema.doc())
                .append(" default=")
                .append(plain(schema.defaultValue()))
                .append(" parameters=")
                .append(schema.parameters() == null ? null : new TreeMap<>(schema.parameters()));
        switch (schema.type()) {
            case STRUCT ->
                schema.fields().forEach(field -> text.append("\n")
                        .append(field.name())
                        .append(": ")
                        .append(text(field.schema())));
            case ARRAY -> text.append(" [").append(text(schema.valueSchema())).append("]");
            case MAP ->
                text.append(" {")
                        .append(text(schema.keySchema()))
                        .append(" -> ")
                        .append(text(schema.valueSchema()))
                        .append("}");
            default -> text.append(";");
        }
        return text.append(" end").toString();
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
