/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.codec;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.connect.data.ConnectSchema;
import org.apache.kafka.connect.data.Field;
import org.apache.kafka.connect.data.Schema;
import org.jspecify.annotations.Nullable;

/** A codec's schema made the schema of one field: whether it may be null, and its PostgreSQL type. */
public final class FieldSchema {
    private FieldSchema() {}

    /** Adds the parameter {@link LogicalTypes#PG_TYPE}: {@code declaredType} is format_type's word for the type. */
    public static Schema of(Schema schema, boolean optional, String declaredType) {
        Map<String, String> parameters = new HashMap<>();
        if (schema.parameters() != null) {
            parameters.putAll(schema.parameters());
        }
        parameters.put(LogicalTypes.PG_TYPE, declaredType);
        return copy(schema, optional, parameters);
    }

    /** The same schema, for values that may be null. */
    static Schema optional(Schema schema) {
        return copy(schema, true, schema.parameters());
    }

    private static Schema copy(Schema schema, boolean optional, @Nullable Map<String, String> parameters) {
        Schema.Type type = schema.type();
        @Nullable List<Field> fields = type == Schema.Type.STRUCT ? schema.fields() : null;
        @Nullable Schema keys = type == Schema.Type.MAP ? schema.keySchema() : null;
        boolean nested = type == Schema.Type.MAP || type == Schema.Type.ARRAY;
        @Nullable Schema values = nested ? schema.valueSchema() : null;
        return new ConnectSchema(
                type, optional, null, schema.name(), schema.version(), schema.doc(), parameters, fields, keys, values);
    }
}
