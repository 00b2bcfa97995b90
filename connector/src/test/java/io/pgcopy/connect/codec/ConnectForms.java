/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.codec;

import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.connect.data.Date;
import org.apache.kafka.connect.data.Decimal;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaBuilder;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.data.Time;
import org.apache.kafka.connect.data.Timestamp;

/** The Connect forms that records come in, each with values from the middle and the ends of its range. */
final class ConnectForms {
    /** A form by the name that the documentation gives it. */
    record Form(String name, Schema schema, List<Object> values) {}

    private static final long MILLIS = 1_709_210_096_789L;

    private ConnectForms() {}

    static List<Form> all() {
        Map<String, Form> forms = new LinkedHashMap<>();
        plain(forms);
        connect(forms);
        own(forms);
        debezium(forms);
        return List.copyOf(forms.values());
    }

    // size: a table, one line a form
    private static void plain(Map<String, Form> forms) {
        add(forms, "BOOLEAN", Schema.BOOLEAN_SCHEMA, true, false);
        add(forms, "INT8", Schema.INT8_SCHEMA, (byte) 0, Byte.MIN_VALUE, Byte.MAX_VALUE);
        add(forms, "INT16", Schema.INT16_SCHEMA, (short) 1, Short.MIN_VALUE, Short.MAX_VALUE);
        add(forms, "INT32", Schema.INT32_SCHEMA, 1, Integer.MIN_VALUE, Integer.MAX_VALUE, 16_777_217);
        add(forms, "INT64", Schema.INT64_SCHEMA, 1L, Long.MIN_VALUE, Long.MAX_VALUE, 9_007_199_254_740_993L);
        add(forms, "FLOAT32", Schema.FLOAT32_SCHEMA, 1.5f, 0.1f, Float.NaN, Float.NEGATIVE_INFINITY, -0.0f);
        add(forms, "FLOAT64", Schema.FLOAT64_SCHEMA, 12222.0, 0.1, 1e300, Double.NaN, Double.POSITIVE_INFINITY);
        texts(forms);
        containers(forms);
    }

    private static void texts(Map<String, Form> forms) {
        add(
                forms,
                "STRING",
                Schema.STRING_SCHEMA,
                "",
                "1",
                "12.50",
                "true",
                "abc",
                "a\0b",
                "\ud800",
                "NaN",
                "2024-02-29",
                "2024-02-29T12:34:56.789Z",
                "12:34:56",
                "550e8400-e29b-41d4-a716-446655440000",
                "{\"a\": 1}",
                "P1M2DT3S",
                "192.168.0.1/24",
                "[1,10)",
                "101",
                "happy",
                "(1,2)",
                "infinity");
        add(forms, "BYTES", Schema.BYTES_SCHEMA, new byte[0], new byte[] {0, 1}, ByteBuffer.wrap(new byte[8]));
    }

    private static void containers(Map<String, Form> forms) {
        add(
                forms,
                "ARRAY of INT32",
                SchemaBuilder.array(Schema.OPTIONAL_INT32_SCHEMA).build(),
                List.of(),
                Arrays.asList(1, null),
                List.of(70_000));
        add(
                forms,
                "ARRAY of STRING",
                SchemaBuilder.array(Schema.OPTIONAL_STRING_SCHEMA).build(),
                List.of(),
                Arrays.asList("1", null));
        add(
                forms,
                "MAP of STRING",
                SchemaBuilder.map(Schema.STRING_SCHEMA, Schema.OPTIONAL_STRING_SCHEMA)
                        .build(),
                Map.of(),
                Map.of("a", "b"));
        Schema struct = SchemaBuilder.struct().field("x", Schema.INT32_SCHEMA).build();
        add(forms, "STRUCT", struct, new Struct(struct).put("x", 1));
    }

    private static void connect(Map<String, Form> forms) {
        add(
                forms,
                "Decimal",
                Decimal.schema(2),
                new BigDecimal("12.50"),
                new BigDecimal("-0.01"),
                new BigDecimal("7.00"),
                new BigDecimal("123456789012345678901234567890.12"));
        add(forms, "Date", Date.SCHEMA, Date.toLogical(Date.SCHEMA, 19_782), Date.toLogical(Date.SCHEMA, -1));
        add(forms, "Time", Time.SCHEMA, Time.toLogical(Time.SCHEMA, 45_296_789));
        add(
                forms,
                "Timestamp",
                Timestamp.SCHEMA,
                Timestamp.toLogical(Timestamp.SCHEMA, MILLIS),
                Timestamp.toLogical(Timestamp.SCHEMA, -1));
    }

    private static void own(Map<String, Form> forms) {
        add(
                forms,
                LogicalTypes.DATE,
                named(SchemaBuilder.int32(), LogicalTypes.DATE),
                0,
                Integer.MAX_VALUE,
                2_147_000_000);
        add(
                forms,
                LogicalTypes.TIME,
                named(SchemaBuilder.int64(), LogicalTypes.TIME),
                0L,
                86_400_000_000L,
                86_400_000_001L);
        add(forms, LogicalTypes.TIMETZ, named(SchemaBuilder.string(), LogicalTypes.TIMETZ), "12:34:56.789+02:00");
        for (String name : List.of(LogicalTypes.TIMESTAMP, LogicalTypes.TIMESTAMPTZ)) {
            add(
                    forms,
                    name,
                    named(SchemaBuilder.int64(), name),
                    -1L,
                    1_709_210_096_789_012L,
                    Long.MIN_VALUE,
                    Long.MAX_VALUE);
        }
        add(forms, LogicalTypes.INTERVAL, named(SchemaBuilder.string(), LogicalTypes.INTERVAL), "P1M-2DT0.000003S");
        add(
                forms,
                LogicalTypes.NUMERIC,
                named(SchemaBuilder.string(), LogicalTypes.NUMERIC),
                "1.10",
                "NaN",
                "-Infinity");
        add(forms, LogicalTypes.MONEY, named(SchemaBuilder.int64(), LogicalTypes.MONEY), 1234L);
        add(forms, LogicalTypes.BITS, named(SchemaBuilder.string(), LogicalTypes.BITS), "101", "1");
        add(forms, LogicalTypes.EWKB, named(SchemaBuilder.bytes(), LogicalTypes.EWKB), new byte[] {1});
    }

    // size: a table, one line a form
    private static void debezium(Map<String, Form> forms) {
        add(
                forms,
                LogicalTypes.DEBEZIUM_DATE,
                named(SchemaBuilder.int32(), LogicalTypes.DEBEZIUM_DATE),
                19_782,
                Integer.MAX_VALUE);
        add(forms, LogicalTypes.DEBEZIUM_TIME, named(SchemaBuilder.int32(), LogicalTypes.DEBEZIUM_TIME), 45_296_789);
        add(forms, LogicalTypes.DEBEZIUM_YEAR, named(SchemaBuilder.int32(), LogicalTypes.DEBEZIUM_YEAR), 2024);
        for (String name : List.of(
                LogicalTypes.DEBEZIUM_MICRO_TIME,
                LogicalTypes.DEBEZIUM_NANO_TIME,
                LogicalTypes.DEBEZIUM_TIMESTAMP,
                LogicalTypes.DEBEZIUM_MICRO_TIMESTAMP,
                LogicalTypes.DEBEZIUM_NANO_TIMESTAMP,
                LogicalTypes.DEBEZIUM_MICRO_DURATION)) {
            add(forms, name, named(SchemaBuilder.int64(), name), 1_000L, 1L, Long.MAX_VALUE);
        }
        add(
                forms,
                LogicalTypes.DEBEZIUM_ISO_TIMESTAMP,
                named(SchemaBuilder.string(), LogicalTypes.DEBEZIUM_ISO_TIMESTAMP),
                "2024-02-29T12:34:56.789Z");
        debeziumStructs(forms);
    }

    private static void debeziumStructs(Map<String, Form> forms) {
        Schema bits = SchemaBuilder.bytes()
                .name(LogicalTypes.DEBEZIUM_BITS)
                .parameter("length", "3")
                .build();
        add(forms, LogicalTypes.DEBEZIUM_BITS, bits, new byte[] {5}, new byte[] {9});
        Schema decimal = SchemaBuilder.struct()
                .name(LogicalTypes.DEBEZIUM_VARIABLE_SCALE)
                .field("scale", Schema.INT32_SCHEMA)
                .field("value", Schema.BYTES_SCHEMA)
                .build();
        add(
                forms,
                LogicalTypes.DEBEZIUM_VARIABLE_SCALE,
                decimal,
                new Struct(decimal).put("scale", 1).put("value", new byte[] {15}),
                new Struct(decimal).put("scale", -5).put("value", new byte[0]));
        Schema point = SchemaBuilder.struct()
                .name(LogicalTypes.DEBEZIUM_POINT)
                .field("x", Schema.FLOAT64_SCHEMA)
                .field("y", Schema.FLOAT64_SCHEMA)
                .build();
        add(
                forms,
                LogicalTypes.DEBEZIUM_POINT,
                point,
                new Struct(point).put("x", 1.5).put("y", -2.0));
        Schema geometry = SchemaBuilder.struct()
                .name(LogicalTypes.DEBEZIUM_GEOMETRY)
                .field("wkb", Schema.BYTES_SCHEMA)
                .build();
        add(forms, LogicalTypes.DEBEZIUM_GEOMETRY, geometry, new Struct(geometry).put("wkb", new byte[] {1}));
    }

    private static Schema named(SchemaBuilder builder, String name) {
        return builder.name(name).build();
    }

    private static void add(Map<String, Form> forms, String name, Schema schema, Object... values) {
        forms.put(name, new Form(name, schema, List.of(values)));
    }
}
