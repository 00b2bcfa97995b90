/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.sink;

import io.pgcopy.connect.codec.LogicalTypes;
import io.pgcopy.connect.type.Column;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.kafka.connect.data.Field;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaBuilder;
import org.apache.kafka.connect.data.Struct;

/**
 * Finds what a source that follows changes sends in the place of a value that it was not told: PostgreSQL's log does not repeat
 * a large value that an update leaves as it was. Written to the table it would replace the good value.
 */
final class UnavailableValues {
    /** Finds nothing. */
    static final UnavailableValues NONE = new UnavailableValues("", List.of());

    private final List<Field> fields;
    private final Set<String> texts;
    private final ByteBuffer bytes;
    private final int longest;

    private UnavailableValues(String placeholder, List<Field> fields) {
        this.fields = fields;
        byte[] encoded = placeholder.getBytes(StandardCharsets.UTF_8);
        this.bytes = ByteBuffer.wrap(encoded);
        // As it is, as bytes in either of their text forms, and as a map in its.
        this.texts = Set.copyOf(List.of(
                placeholder,
                Base64.getEncoder().encodeToString(encoded),
                HexFormat.of().formatHex(encoded),
                "{\"" + placeholder + "\":\"" + placeholder + "\"}"));
        this.longest = texts.stream().mapToInt(String::length).max().orElse(0);
    }

    /** For rows of this schema, of which these columns are written. Our own source never leaves out a value so. */
    static UnavailableValues of(String placeholder, Schema row, List<Column> columns) {
        boolean ours = row.parameters() != null && row.parameters().containsKey(LogicalTypes.PG_SCHEMA);
        if (placeholder.isEmpty() || ours) {
            return NONE;
        }
        Set<String> written = columns.stream().map(Column::name).collect(Collectors.toSet());
        return new UnavailableValues(
                placeholder,
                row.fields().stream()
                        .filter(field -> written.contains(field.name()) && mayBeLarge(field.schema()))
                        .toList());
    }

    /** The fields of a row that hold no value. */
    Set<String> in(Struct row) {
        Set<String> found = Set.of();
        for (Field field : fields) {
            if (isPlaceholder(row.get(field))) {
                found = found.isEmpty() ? new HashSet<>() : found;
                found.add(field.name());
            }
        }
        return found;
    }

    /** The row as if its schema did not have these fields. */
    static Struct without(Struct row, Set<String> names) {
        Schema schema = row.schema();
        SchemaBuilder builder = SchemaBuilder.struct();
        if (schema.name() != null) {
            builder.name(schema.name());
        }
        if (schema.parameters() != null) {
            builder.parameters(schema.parameters());
        }
        List<Field> kept = schema.fields().stream()
                .filter(field -> !names.contains(field.name()))
                .toList();
        kept.forEach(field -> builder.field(field.name(), field.schema()));
        Struct rest = new Struct(builder.build());
        for (Field field : kept) {
            Object content = row.getWithoutDefault(field.name());
            if (content != null) {
                rest.put(field.name(), content);
            }
        }
        return rest;
    }

    private static boolean mayBeLarge(Schema field) {
        return switch (field.type()) {
            case STRING, ARRAY, MAP -> true;
            case BYTES -> field.name() == null;
            default -> false;
        };
    }

    private boolean isPlaceholder(Object value) {
        if (value instanceof String text) {
            return text.length() <= longest && texts.contains(text);
        }
        if (value instanceof byte[] array) {
            return array.length == bytes.remaining() && bytes.equals(ByteBuffer.wrap(array));
        }
        if (value instanceof ByteBuffer buffer) {
            return buffer.equals(bytes);
        }
        if (value instanceof Map<?, ?> map) {
            return map.size() == 1 && isPlaceholder(map.keySet().iterator().next());
        }
        return value instanceof List<?> list && isPlaceholder(list);
    }

    // An array of texts has the placeholder as its one element, one of numbers its bytes.
    private boolean isPlaceholder(List<?> list) {
        if (list.size() == 1 && list.get(0) instanceof String text) {
            return isPlaceholder(text);
        }
        if (list.size() != bytes.remaining()) {
            return false;
        }
        for (int i = 0; i < list.size(); i++) {
            if (!(list.get(i) instanceof Number number) || number.doubleValue() != bytes.get(i)) {
                return false;
            }
        }
        return true;
    }
}
