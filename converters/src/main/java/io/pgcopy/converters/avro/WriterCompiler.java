/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.converters.avro;

import java.util.IdentityHashMap;
import java.util.List;
import org.apache.kafka.connect.data.Field;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.errors.DataException;
import org.jspecify.annotations.Nullable;

/** Makes the writer of a Connect schema, matching what {@link AvroSchemas} makes of the same schema. */
final class WriterCompiler {
    private final AvroMapping mapping;
    private final IdentityHashMap<Schema, ValueWriter> structs = new IdentityHashMap<>();

    WriterCompiler(AvroMapping mapping) {
        this.mapping = mapping;
    }

    /** Takes null too where the schema is optional or has a default. */
    NullableWriter compile(Schema schema) {
        ValueWriter writer = base(schema);
        Object fallback = schema.defaultValue();
        if (!schema.isOptional()) {
            return new RequiredWriter(writer, fallback);
        }
        // Avro wants the branch of the default first.
        int nullBranch = fallback == null ? 0 : 1;
        return new OptionalWriter(writer, nullBranch, mapping.ignoreDefaultForNullables() ? null : fallback);
    }

    private ValueWriter base(Schema schema) {
        return switch (schema.type()) {
            case STRUCT -> struct(schema);
            case ARRAY -> new ArrayWriter(compile(schema.valueSchema()));
            case MAP -> map(schema);
            case BOOLEAN, INT8, INT16, INT32, INT64, FLOAT32, FLOAT64, STRING, BYTES -> scalar(schema);
        };
    }

    private static ValueWriter scalar(Schema schema) {
        @Nullable ValueWriter writer = ScalarWriters.of(schema);
        if (writer == null) {
            throw new DataException("no Avro form for the Connect type " + schema.type());
        }
        return writer;
    }

    private ValueWriter map(Schema schema) {
        NullableWriter values = compile(schema.valueSchema());
        return mapping.isAvroMap(schema)
                ? new MapWriter(values)
                : new EntriesWriter(compile(schema.keySchema()), values);
    }

    private ValueWriter struct(Schema schema) {
        ValueWriter known = structs.get(schema);
        if (known != null) {
            return known;
        }
        List<Field> fields = schema.fields();
        NullableWriter[] writers = new NullableWriter[fields.size()];
        for (int i = 0; i < writers.length; i++) {
            writers[i] = compile(fields.get(i).schema());
        }
        ValueWriter writer = new StructWriter(schema, fields.toArray(Field[]::new), writers);
        structs.put(schema, writer);
        return writer;
    }
}
