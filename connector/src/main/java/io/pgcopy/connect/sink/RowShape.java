/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.sink;

import java.util.ArrayList;
import java.util.List;
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
            Field field, Origin origin, @Nullable Field from) {}

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

    private RowShape(Schema schema, List<Part> parts) {
        this.schema = schema;
        this.parts = parts;
    }

    /** The value as it is. */
    static RowShape ofValue(Schema value) {
        return new RowShape(value, List.of());
    }

    /** The schema of the rows. */
    Schema schema() {
        return schema;
    }

    /** The row of a record whose value, without envelope, is this. */
    Struct row(@Nullable Struct value, SinkRecord record) {
        if (parts.isEmpty() && value != null) {
            return value;
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

    private static @Nullable Object content(Part part, @Nullable Struct value, SinkRecord record) {
        return switch (part.origin) {
            case VALUE -> part.from == null ? null : content(value, part.from);
            case KEY_FIELD -> part.from == null ? null : content((Struct) record.key(), part.from);
            case WHOLE_KEY -> record.key();
            case TOPIC -> record.originalTopic();
            case PARTITION -> record.originalKafkaPartition();
            case OFFSET -> record.originalKafkaOffset();
        };
    }

    // A null stays one, whatever default its schema has.
    private static @Nullable Object content(@Nullable Struct struct, Field field) {
        return struct == null ? null : struct.getWithoutDefault(field.name());
    }

    /** Puts a shape together field by field; a name that is there already is not added again. */
    static final class Builder {
        private final SchemaBuilder schema = SchemaBuilder.struct();
        private final List<Origin> origins = new ArrayList<>();
        private final List<@Nullable Field> sources = new ArrayList<>();

        Builder value(Schema value) {
            if (value.name() != null) {
                schema.name(value.name());
            }
            value.fields().forEach(field -> add(field.name(), field.schema(), Origin.VALUE, field));
            return this;
        }

        Builder keyField(Field field) {
            return add(field.name(), field.schema(), Origin.KEY_FIELD, field);
        }

        Builder wholeKey(String name, Schema key) {
            return add(name, key, Origin.WHOLE_KEY, null);
        }

        Builder place(String topic, String partition, String offset) {
            return add(topic, Schema.STRING_SCHEMA, Origin.TOPIC, null)
                    .add(partition, Schema.INT32_SCHEMA, Origin.PARTITION, null)
                    .add(offset, Schema.INT64_SCHEMA, Origin.OFFSET, null);
        }

        RowShape build() {
            Schema built = schema.build();
            List<Part> parts = new ArrayList<>();
            for (Field field : built.fields()) {
                parts.add(new Part(field, origins.get(field.index()), sources.get(field.index())));
            }
            return new RowShape(built, parts);
        }

        private Builder add(String name, Schema type, Origin origin, @Nullable Field from) {
            if (schema.field(name) == null) {
                schema.field(name, type);
                origins.add(origin);
                sources.add(from);
            }
            return this;
        }
    }
}
