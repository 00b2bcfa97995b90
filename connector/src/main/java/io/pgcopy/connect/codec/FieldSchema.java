/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.codec;

import io.pgcopy.connect.type.Column;
import io.pgcopy.connect.type.PgType;
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

    /** Adds the parameters that tell the column's type, so that it can be rebuilt. */
    public static Schema of(Schema schema, Column column) {
        Map<String, String> parameters = parameters(schema);
        parameters.put(LogicalTypes.PG_TYPE, column.declaredType());
        if (!column.declaredBase().equals(column.declaredType())) {
            parameters.put(LogicalTypes.PG_BASE_TYPE, column.declaredBase());
        }
        return copy(schema, !column.notNull(), parameters);
    }

    /** The same for an attribute of a composite type, which may always be null. */
    static Schema of(Schema schema, PgType.Attribute attribute) {
        Map<String, String> parameters = parameters(schema);
        parameters.put(LogicalTypes.PG_TYPE, attribute.declaredType());
        return copy(schema, true, parameters);
    }

    private static Map<String, String> parameters(Schema schema) {
        return schema.parameters() == null ? new HashMap<>() : new HashMap<>(schema.parameters());
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
