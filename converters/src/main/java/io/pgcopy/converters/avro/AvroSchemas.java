/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.converters.avro;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.apache.avro.AvroRuntimeException;
import org.apache.avro.JsonProperties;
import org.apache.avro.LogicalTypes;
import org.apache.avro.Schema;
import org.apache.kafka.connect.data.Decimal;
import org.apache.kafka.connect.data.Field;
import org.apache.kafka.connect.errors.DataException;
import org.jspecify.annotations.Nullable;

/** Makes the Avro schema of a Connect schema. One object makes one schema: it remembers the names it gave. */
final class AvroSchemas {
    private static final int MAX_DEPTH = 64;

    private final AvroMapping mapping;
    private final Map<String, Defined> defined = new HashMap<>();
    private int depth;

    private record Defined(org.apache.kafka.connect.data.Schema from, Schema avro) {}

    private AvroSchemas(AvroMapping mapping) {
        this.mapping = mapping;
    }

    static Schema of(org.apache.kafka.connect.data.Schema connect, AvroMapping mapping) {
        try {
            return new AvroSchemas(mapping)
                    .convert(connect, mapping.namespace() + "." + ConnectProperties.DEFAULT_NAME);
        } catch (AvroRuntimeException e) {
            throw new DataException("the Connect schema has no Avro form: " + e.getMessage(), e);
        }
    }

    /** @param path the name of a record whose Connect schema has none */
    private Schema convert(org.apache.kafka.connect.data.Schema connect, String path) {
        if (++depth > MAX_DEPTH) {
            throw new DataException("the Connect schema is nested more than " + MAX_DEPTH + " deep");
        }
        Schema base = base(connect, path);
        depth--;
        if (!connect.isOptional()) {
            return base;
        }
        Schema absent = Schema.create(Schema.Type.NULL);
        // Avro takes a default for the first branch only.
        return connect.defaultValue() == null ? Schema.createUnion(absent, base) : Schema.createUnion(base, absent);
    }

    private Schema base(org.apache.kafka.connect.data.Schema connect, String path) {
        return switch (connect.type()) {
            case STRUCT -> record(connect, path);
            case ARRAY -> described(connect, Schema.createArray(convert(connect.valueSchema(), path)));
            case MAP -> described(connect, map(connect, path));
            case BYTES -> described(connect, bytes(connect));
            case BOOLEAN -> described(connect, Schema.create(Schema.Type.BOOLEAN));
            case INT8, INT16, INT32 -> described(connect, Schema.create(Schema.Type.INT));
            case INT64 -> described(connect, Schema.create(Schema.Type.LONG));
            case FLOAT32 -> described(connect, Schema.create(Schema.Type.FLOAT));
            case FLOAT64 -> described(connect, Schema.create(Schema.Type.DOUBLE));
            case STRING -> described(connect, Schema.create(Schema.Type.STRING));
        };
    }

    private static Schema bytes(org.apache.kafka.connect.data.Schema connect) {
        Schema bytes = Schema.create(Schema.Type.BYTES);
        if (Decimal.LOGICAL_NAME.equals(connect.name())) {
            int scale = DecimalSchemas.scale(connect);
            int precision = DecimalSchemas.precision(connect);
            // Avro knows no negative scale, nor one beyond the precision: such a decimal keeps its Connect name alone.
            if (scale >= 0 && scale <= precision && precision > 0) {
                LogicalTypes.decimal(precision, scale).addToSchema(bytes);
            }
        }
        return bytes;
    }

    private Schema map(org.apache.kafka.connect.data.Schema connect, String path) {
        if (mapping.isAvroMap(connect)) {
            return Schema.createMap(convert(connect.valueSchema(), path));
        }
        String name = free(path + "_" + ConnectProperties.MAP_ENTRY);
        Schema entry = named(name);
        defined.put(name, new Defined(connect, entry));
        entry.addProp(ConnectProperties.INTERNAL_TYPE, ConnectProperties.MAP_ENTRY);
        entry.setFields(List.of(
                new Schema.Field(ConnectProperties.KEY_FIELD, convert(connect.keySchema(), name + "_key")),
                new Schema.Field(ConnectProperties.VALUE_FIELD, convert(connect.valueSchema(), name + "_value"))));
        return Schema.createArray(entry);
    }

    private Schema record(org.apache.kafka.connect.data.Schema connect, String path) {
        String wanted = connect.name() == null ? path : mapping.names().fullName(connect.name());
        String name = wanted;
        Defined other = defined.get(name);
        for (int i = 2; other != null; i++) {
            if (isSame(other.from(), connect)) {
                return other.avro();
            }
            name = wanted + "_" + i;
            other = defined.get(name);
        }
        Schema record = named(name);
        if (connect.name() == null && mapping.connectMetadata() && depth > 1) {
            record.addProp(ConnectProperties.UNNAMED, true);
        }
        describe(connect, record);
        defined.put(name, new Defined(connect, record));
        List<Schema.Field> fields = new ArrayList<>();
        for (Field field : connect.fields()) {
            fields.add(field(field, name));
        }
        record.setFields(fields);
        return record;
    }

    private Schema.Field field(Field field, String recordName) {
        String name = mapping.names().of(field.name());
        org.apache.kafka.connect.data.Schema connect = field.schema();
        Schema schema = convert(connect, recordName + "_" + name);
        Object fallback = AvroDefaults.ofField(connect, schema);
        // With metadata the doc is in connect.doc; other readers make parameters of the struct from the field's.
        String doc = mapping.connectMetadata() ? null : connect.doc();
        Schema.Field avro = new Schema.Field(name, schema, doc, fallback);
        if (!name.equals(field.name()) && mapping.names() == AvroNames.ESCAPE) {
            avro.addProp(AvroNames.ORIGINAL, field.name());
        }
        return avro;
    }

    private String free(String wanted) {
        String name = wanted;
        for (int i = 2; defined.containsKey(name); i++) {
            name = wanted + "_" + i;
        }
        return name;
    }

    private static Schema named(String fullName) {
        int dot = fullName.lastIndexOf('.');
        return Schema.createRecord(
                fullName.substring(dot + 1), null, dot < 0 ? null : fullName.substring(0, dot), false);
    }

    private Schema described(org.apache.kafka.connect.data.Schema connect, Schema avro) {
        if (connect.name() != null) {
            add(avro, "logicalType", ConnectProperties.avroLogicalType(connect.type(), connect.name()));
        }
        describe(connect, avro);
        return avro;
    }

    private void describe(org.apache.kafka.connect.data.Schema connect, Schema avro) {
        if (!mapping.connectMetadata()) {
            return;
        }
        switch (connect.type()) {
            case INT8 -> avro.addProp(ConnectProperties.TYPE, "int8");
            case INT16 -> avro.addProp(ConnectProperties.TYPE, "int16");
            default -> {}
        }
        add(avro, ConnectProperties.VERSION, connect.version());
        add(avro, ConnectProperties.DOC, connect.doc());
        add(avro, ConnectProperties.PARAMETERS, connect.parameters());
        add(avro, ConnectProperties.DEFAULT, AvroDefaults.ofType(connect));
        add(avro, ConnectProperties.NAME, connect.name());
    }

    private static void add(JsonProperties target, String name, @Nullable Object value) {
        if (value != null) {
            target.addProp(name, value);
        }
    }

    private static boolean isSame(
            org.apache.kafka.connect.data.Schema one, org.apache.kafka.connect.data.Schema other) {
        return one.type() == other.type()
                && Objects.equals(one.name(), other.name())
                && Objects.equals(one.version(), other.version())
                && Objects.equals(one.doc(), other.doc())
                && Objects.equals(one.parameters(), other.parameters())
                && one.type() == org.apache.kafka.connect.data.Schema.Type.STRUCT
                && one.fields().equals(other.fields());
    }
}
