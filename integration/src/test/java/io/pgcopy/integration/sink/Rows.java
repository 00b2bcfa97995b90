/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.integration.sink;

import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaBuilder;
import org.apache.kafka.connect.data.Struct;
import org.jspecify.annotations.Nullable;

/** Structs written down in a line: names and values in turn, every field optional. */
final class Rows {
    private Rows() {}

    /** A schema in the place of a value is a NULL of it. */
    static Struct of(Object... namesAndValues) {
        SchemaBuilder schema = SchemaBuilder.struct();
        for (int i = 0; i < namesAndValues.length; i += 2) {
            schema.field((String) namesAndValues[i], schemaOf(namesAndValues[i + 1]));
        }
        Struct row = new Struct(schema.build());
        for (int i = 0; i < namesAndValues.length; i += 2) {
            row.put((String) namesAndValues[i], valueOf(namesAndValues[i + 1]));
        }
        return row;
    }

    private static Schema schemaOf(Object value) {
        if (value instanceof Schema schema) {
            return schema;
        } else if (value instanceof Long) {
            return Schema.OPTIONAL_INT64_SCHEMA;
        } else if (value instanceof Integer) {
            return Schema.OPTIONAL_INT32_SCHEMA;
        } else if (value instanceof byte[]) {
            return Schema.OPTIONAL_BYTES_SCHEMA;
        } else if (value instanceof Struct struct) {
            return struct.schema();
        }
        return Schema.OPTIONAL_STRING_SCHEMA;
    }

    private static @Nullable Object valueOf(Object value) {
        return value instanceof Schema ? null : value;
    }
}
