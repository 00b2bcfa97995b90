/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.integration.types;

import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaBuilder;
import org.apache.kafka.connect.data.Struct;

/** The forms that are known by a name: our own and Debezium's. */
final class NamedForms {
    private static final String DEBEZIUM = "io.debezium.";
    private static final String OWN = "io.pgcopy.";

    private NamedForms() {}

    static List<SinkForm> all() {
        List<SinkForm> forms = new ArrayList<>();
        own(forms);
        debeziumTimes(forms);
        debeziumData(forms);
        return forms;
    }

    // size: a table, one line a form
    private static void own(List<SinkForm> forms) {
        forms.add(SinkForm.named(
                SchemaBuilder.int32(),
                OWN + "time.Date",
                19_782,
                "2024-02-29",
                Integer.MAX_VALUE,
                "infinity",
                Integer.MIN_VALUE,
                "-infinity"));
        forms.add(SinkForm.named(
                SchemaBuilder.int64(),
                OWN + "time.Time",
                45_296_789_012L,
                "12:34:56.789012",
                86_400_000_000L,
                "24:00"));
        forms.add(SinkForm.named(SchemaBuilder.string(), OWN + "time.Timetz", "12:34:56.789+02:00", "12:34:56.789+02"));
        forms.add(SinkForm.named(
                SchemaBuilder.int64(),
                OWN + "time.Timestamp",
                1_709_210_096_789_012L,
                "2024-02-29 12:34:56.789012",
                Long.MAX_VALUE,
                "infinity",
                -1L,
                "1969-12-31 23:59:59.999999"));
        forms.add(SinkForm.named(
                SchemaBuilder.int64(),
                OWN + "time.Timestamptz",
                1_709_210_096_789_012L,
                "2024-02-29 12:34:56.789012+00",
                Long.MIN_VALUE,
                "-infinity"));
        forms.add(SinkForm.named(
                SchemaBuilder.string(), OWN + "time.Interval", "P1M-2DT0.000003S", "1 mon -2 days 00:00:00.000003"));
        forms.add(SinkForm.named(
                SchemaBuilder.string(), OWN + "data.Numeric", "1.10", "1.10", "NaN", "NaN", "-Infinity", "-Infinity"));
        forms.add(SinkForm.named(SchemaBuilder.int64(), OWN + "data.Money", 1234L, "12.34"));
        forms.add(SinkForm.named(SchemaBuilder.string(), OWN + "data.Bits", "101", "101", "1", "1"));
        forms.add(SinkForm.named(
                SchemaBuilder.string(),
                OWN + "data.Uuid",
                "550e8400-e29b-41d4-a716-446655440000",
                "550e8400-e29b-41d4-a716-446655440000"));
        forms.add(SinkForm.named(SchemaBuilder.string(), OWN + "data.Json", "{\"a\":  1}", "{\"a\":  1}"));
        forms.add(SinkForm.named(SchemaBuilder.string(), OWN + "data.Range", "[1,10)", "[1,10)"));
    }

    // size: a table, one line a form
    private static void debeziumTimes(List<SinkForm> forms) {
        forms.add(SinkForm.named(SchemaBuilder.int32(), DEBEZIUM + "time.Date", 19_782, "2024-02-29"));
        forms.add(SinkForm.named(SchemaBuilder.int32(), DEBEZIUM + "time.Time", 45_296_789, "12:34:56.789"));
        forms.add(SinkForm.named(SchemaBuilder.int32(), DEBEZIUM + "time.Year", 2024, "2024"));
        forms.add(
                SinkForm.named(SchemaBuilder.int64(), DEBEZIUM + "time.MicroTime", 45_296_789_012L, "12:34:56.789012"));
        forms.add(SinkForm.named(
                SchemaBuilder.int64(),
                DEBEZIUM + "time.NanoTime",
                45_296_789_012_000L,
                "12:34:56.789012",
                45_296_789_012_001L,
                "12:34:56.789012001"));
        forms.add(SinkForm.named(
                SchemaBuilder.int64(), DEBEZIUM + "time.Timestamp", 1_709_210_096_789L, "2024-02-29 12:34:56.789+00"));
        forms.add(SinkForm.named(
                SchemaBuilder.int64(),
                DEBEZIUM + "time.MicroTimestamp",
                1_709_210_096_789_012L,
                "2024-02-29 12:34:56.789012+00"));
        forms.add(SinkForm.named(
                SchemaBuilder.int64(),
                DEBEZIUM + "time.NanoTimestamp",
                1_709_210_096_789_012_000L,
                "2024-02-29 12:34:56.789012+00",
                1_709_210_096_789_012_001L,
                "2024-02-29 12:34:56.789012001+00"));
        forms.add(SinkForm.named(
                SchemaBuilder.int64(),
                DEBEZIUM + "time.MicroDuration",
                1_000L,
                "00:00:00.001",
                -1L,
                "-00:00:00.000001"));
        forms.add(SinkForm.named(
                SchemaBuilder.string(),
                DEBEZIUM + "time.ZonedTimestamp",
                "2024-02-29T12:34:56.789012Z",
                "2024-02-29 12:34:56.789012+00"));
        forms.add(SinkForm.named(
                SchemaBuilder.string(), DEBEZIUM + "time.ZonedTime", "12:34:56.789012+02:00", "12:34:56.789012+02:00"));
        forms.add(SinkForm.named(
                SchemaBuilder.string(),
                DEBEZIUM + "time.IsoTimestamp",
                "2024-02-29T12:34:56.789Z",
                "2024-02-29 12:34:56.789+00"));
        forms.add(SinkForm.named(SchemaBuilder.string(), DEBEZIUM + "time.Interval", "P1M2DT3S", "P1M2DT3S"));
    }

    // size: a table, one line a form
    private static void debeziumData(List<SinkForm> forms) {
        SchemaBuilder bits = SchemaBuilder.bytes().parameter("length", "3");
        forms.add(SinkForm.named(bits, DEBEZIUM + "data.Bits", new byte[] {5}, "101"));
        Schema decimal = SchemaBuilder.struct()
                .name(DEBEZIUM + "data.VariableScaleDecimal")
                .field("scale", Schema.INT32_SCHEMA)
                .field("value", Schema.BYTES_SCHEMA)
                .build();
        forms.add(SinkForm.of(
                "VariableScaleDecimal",
                decimal,
                new Struct(decimal).put("scale", 1).put("value", new byte[] {15}),
                "1.5"));
        Schema point = SchemaBuilder.struct()
                .name(DEBEZIUM + "data.geometry.Point")
                .field("x", Schema.FLOAT64_SCHEMA)
                .field("y", Schema.FLOAT64_SCHEMA)
                .build();
        forms.add(SinkForm.of("Point", point, new Struct(point).put("x", 1.5).put("y", -2.0), "(1.5,-2)"));
        for (String name : List.of("data.Json", "data.Uuid", "data.Xml", "data.Ltree", "data.Enum", "data.Inet")) {
            forms.add(SinkForm.named(
                    SchemaBuilder.string(),
                    DEBEZIUM + name,
                    "{\"a\": 1}",
                    "{\"a\": 1}",
                    "550e8400-e29b-41d4-a716-446655440000",
                    "550e8400-e29b-41d4-a716-446655440000",
                    "<a/>",
                    "<a/>",
                    "a.b",
                    "a.b",
                    "sad",
                    "sad",
                    "10.1.2.3",
                    "10.1.2.3"));
        }
    }
}
