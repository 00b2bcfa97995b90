/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.sink;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.apache.kafka.connect.data.Field;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaBuilder;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.sink.SinkRecord;
import org.jspecify.annotations.Nullable;

/** The row that a record stands for: its value, and what its key or its place in Kafka adds to it. */
final class RowShape {
    /** One field of the row and where it is found. */
    private record Part(
            Field field, Origin origin, @Nullable Field from) {
        boolean ofTheKey() {
            return origin == Origin.KEY_FIELD || origin == Origin.WHOLE_KEY;
        }
    }

    private enum Origin {
        VALUE,
        KEY_FIELD,
        WHOLE_KEY,
        TOPIC,
        PARTITION,
        OFFSET
    }

    private final Schema schema;
    private final List<Part> parts;
    private final boolean wholeValue;

    private RowShape(Schema schema, List<Part> parts, boolean wholeValue) {
        this.schema = schema;
        this.parts = parts;
        this.wholeValue = wholeValue;
    }

    /** The value as it is. */
    static RowShape ofValue(Schema value) {
        return new RowShape(value, List.of(), true);
    }

    /** The value as it is, where the record's key does not say otherwise: in the fields of this shape that come from there. */
    RowShape orValue(Schema value) {
        return new RowShape(value, parts.stream().filter(Part::ofTheKey).toList(), true);
    }

    /** The schema of the rows. */
    Schema schema() {
        return schema;
    }

    /** The row of a record whose value, without envelope, is this. */
    Struct row(@Nullable Struct value, SinkRecord record) {
        if (wholeValue && value != null) {
            return agrees(value, record) ? value : withKey(value, record);
        }
        Struct row = new Struct(schema);
        for (Part part : parts) {
            Object content = content(part, value, record);
            if (content != null) {
                row.put(part.field, content);
            }
        }
        return row;
    }

    private boolean agrees(Struct value, SinkRecord record) {
        if (record.key() == null) {
            return true;
        }
        for (Part part : parts) {
            if (!Objects.deepEquals(value.getWithoutDefault(part.field.name()), content(part, value, record))) {
                return false;
            }
        }
        return true;
    }

    private Struct withKey(Struct value, SinkRecord record) {
        Struct row = new Struct(schema);
        schema.fields().forEach(field -> row.put(field, content(value, field)));
        parts.forEach(part -> row.put(part.field, content(part, value, record)));
        return row;
    }

    private static @Nullable Object content(Part part, @Nullable Struct value, SinkRecord record) {
        return switch (part.origin) {
            case VALUE -> part.from == null ? null : content(value, part.from);
            case KEY_FIELD -> part.from == null ? null : content((Struct) record.key(), part.from);
            case WHOLE_KEY -> record.key();
            case TOPIC -> record.originalTopic();
            case PARTITION -> record.originalKafkaPartition();
            case OFFSET -> AssembledRow.begin(record);
        };
    }

    // A null stays one, whatever default its schema has.
    private static @Nullable Object content(@Nullable Struct struct, Field field) {
        return struct == null ? null : struct.getWithoutDefault(field.name());
    }

    /** Puts a shape together field by field; of fields of one name the key's counts, then the value's. */
    static final class Builder {
        private record Found(
                Schema type, Origin origin, @Nullable Field from) {}

        private final Map<String, Found> fields = new LinkedHashMap<>();
        private @Nullable String name;

        Builder value(Schema value) {
            name = value.name();
            value.fields().forEach(field -> add(field.name(), field.schema(), Origin.VALUE, field));
            return this;
        }

        Builder keyField(Field field) {
            fields.put(field.name(), new Found(field.schema(), Origin.KEY_FIELD, field));
            return this;
        }

        Builder wholeKey(String field, Schema key) {
            fields.put(field, new Found(key, Origin.WHOLE_KEY, null));
            return this;
        }

        Builder place(String topic, String partition, String offset) {
            return add(topic, Schema.STRING_SCHEMA, Origin.TOPIC, null)
                    .add(partition, Schema.INT32_SCHEMA, Origin.PARTITION, null)
                    .add(offset, Schema.INT64_SCHEMA, Origin.OFFSET, null);
        }

        RowShape build() {
            SchemaBuilder schema = SchemaBuilder.struct();
            if (name != null) {
                schema.name(name);
            }
            fields.forEach((field, found) -> schema.field(field, found.type));
            Schema built = schema.build();
            List<Part> parts = new ArrayList<>();
            for (Field field : built.fields()) {
                Found found = Objects.requireNonNull(fields.get(field.name()));
                parts.add(new Part(field, found.origin, found.from));
            }
            return new RowShape(built, parts, false);
        }

        private Builder add(String field, Schema type, Origin origin, @Nullable Field from) {
            fields.putIfAbsent(field, new Found(type, origin, from));
            return this;
        }
    }
}
