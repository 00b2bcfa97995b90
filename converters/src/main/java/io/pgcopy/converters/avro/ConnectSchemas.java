/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.converters.avro;

import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import org.apache.avro.LogicalTypes;
import org.apache.avro.Schema;
import org.apache.kafka.connect.data.Decimal;
import org.apache.kafka.connect.data.SchemaBuilder;
import org.jspecify.annotations.Nullable;

/** What an Avro schema and its properties say about a Connect schema, beyond the type. */
final class ConnectSchemas {
    private ConnectSchemas() {}

    /** Completes a schema by name, version, doc, parameters, default and whether it is optional. */
    static org.apache.kafka.connect.data.Schema finish(SchemaBuilder builder, Schema avro, SchemaNote note) {
        String name = name(builder.type(), avro);
        if (name != null) {
            builder.name(name);
        }
        Integer version = version(avro, name);
        if (version != null) {
            builder.version(version);
        }
        String doc = doc(avro, note);
        if (doc != null) {
            builder.doc(doc);
        }
        parameters(avro, name).forEach(builder::parameter);
        if (note.optional()) {
            builder.optional();
        }
        // A default that stands on a struct is of use to readers that lack the field; Connect has none.
        Object fallback =
                builder.type() == org.apache.kafka.connect.data.Schema.Type.STRUCT ? null : fallback(avro, note);
        if (fallback != null) {
            builder.defaultValue(ConnectDefaults.toConnect(builder, fallback));
        }
        return builder.build();
    }

    /** The name that a field had before Avro's rules changed it. */
    static String originalName(Schema.Field field) {
        String original = field.getProp(AvroNames.ORIGINAL);
        return original != null ? original : field.name();
    }

    /** The name of the field that stands for one branch of a union. */
    static String branchName(Schema branch) {
        return switch (branch.getType()) {
            case RECORD, ENUM, FIXED -> branch.getName();
            default -> branch.getType().getName().toLowerCase(Locale.ROOT);
        };
    }

    private static @Nullable Object fallback(Schema avro, SchemaNote note) {
        return note.fallback() != null ? note.fallback() : avro.getObjectProp(ConnectProperties.DEFAULT);
    }

    private static @Nullable String name(org.apache.kafka.connect.data.Schema.Type type, Schema avro) {
        String name = avro.getProp(ConnectProperties.NAME);
        if (name != null) {
            return name;
        }
        if (avro.getLogicalType() instanceof LogicalTypes.Decimal) {
            return Decimal.LOGICAL_NAME;
        }
        if (avro.getLogicalType() != null) {
            String logical =
                    ConnectProperties.connectName(type, avro.getLogicalType().getName());
            if (logical != null) {
                return logical;
            }
        }
        return switch (avro.getType()) {
            case RECORD -> recordName(avro);
            case ENUM, FIXED -> avro.getFullName();
            default -> null;
        };
    }

    private static @Nullable String recordName(Schema avro) {
        boolean invented = Boolean.TRUE.equals(avro.getObjectProp(ConnectProperties.UNNAMED))
                || avro.getName().equals(ConnectProperties.DEFAULT_NAME);
        return invented ? null : avro.getFullName();
    }

    private static @Nullable Integer version(Schema avro, @Nullable String name) {
        if (avro.getObjectProp(ConnectProperties.VERSION) instanceof Number version) {
            return version.intValue();
        }
        boolean implied = avro.getProp(ConnectProperties.NAME) == null
                && name != null
                && ConnectProperties.isConnectLogical(name);
        return implied ? (Integer) 1 : null;
    }

    private static @Nullable String doc(Schema avro, SchemaNote note) {
        String doc = avro.getProp(ConnectProperties.DOC);
        if (doc == null) {
            doc = note.doc();
        }
        return doc == null && avro.getType() == Schema.Type.RECORD ? avro.getDoc() : doc;
    }

    private static Map<String, String> parameters(Schema avro, @Nullable String name) {
        Map<String, String> parameters = new LinkedHashMap<>();
        if (Decimal.LOGICAL_NAME.equals(name) && avro.getLogicalType() instanceof LogicalTypes.Decimal decimal) {
            parameters.put(Decimal.SCALE_FIELD, String.valueOf(decimal.getScale()));
            if (decimal.getPrecision() != DecimalSchemas.DEFAULT_PRECISION) {
                parameters.put(DecimalSchemas.PRECISION, String.valueOf(decimal.getPrecision()));
            }
        }
        if (avro.getObjectProp(ConnectProperties.PARAMETERS) instanceof Map<?, ?> given) {
            given.forEach((key, value) -> parameters.put(String.valueOf(key), String.valueOf(value)));
        }
        return parameters;
    }
}
