/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.integration.types;

import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.kafka.connect.data.Date;
import org.apache.kafka.connect.data.Decimal;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaBuilder;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.data.Time;
import org.apache.kafka.connect.data.Timestamp;

/** The forms of Connect itself. */
final class PlainForms {
    // What some column reads as a value, in any column.
    private static final String TEXTS = """
            1 ¦ -1 ¦ 12.50 ¦ 1.567 ¦ 0.1 ¦ 3.14159265358979323846 ¦ 1e400 ¦ NaN ¦ Infinity ¦ -Infinity ¦ true ¦ t
            abc ¦ ab ¦ a ¦ 2024-02-29 ¦ 2024-02-29 12:34:56 ¦ 2024-02-29T12:34:56.789Z ¦ 2024-02-29 12:34:56.789012
            2024-02-29T12:34:56.7890123Z ¦ 0044-03-15 BC ¦ infinity ¦ 12:34:56 ¦ 12:34:56.789012+02 ¦ 24:00:00
            550e8400-e29b-41d4-a716-446655440000 ¦ {550E8400E29B41D4A716446655440000} ¦ {"a": 1} ¦ [1, 2] ¦ null
            P1M2DT3S ¦ 1 mon 2 days 00:00:03 ¦ 3 years 2 mons ¦ 192.168.0.1/24 ¦ ::1 ¦ 10.0.0.0/8
            08:00:2b:01:02:03 ¦ 08:00:2b:01:02:03:04:05 ¦ 101 ¦ 10101010101010101 ¦ sad ¦ so, so ¦ (1,2) ¦ [1,10)
            (,5] ¦ empty ¦ {[1,3),[5,9)} ¦ [2024-02-01,2024-03-01) ¦ <(1,2),3> ¦ {1,-2,3.5} ¦ ((0,0),(1,0),(1,1))
            [(1,2),(3,4)] ¦ (3,4),(1,2) ¦ 0/16B374D8 ¦ 10:20:10,14,15 ¦ (17,3) ¦ 'cat':3A,5 'dog' ¦ 'a' & !'b'
            $."a"[*] ¦ <a>b</a> ¦ a.b.c ¦ {1,NULL,3} ¦ \\x00ff ¦ 4294967295 ¦ 9223372036854775807
            12345678901234567890
            """;

    private PlainForms() {}

    static List<SinkForm> all() {
        List<SinkForm> forms = new ArrayList<>();
        numbers(forms);
        texts(forms);
        binariesAndContainers(forms);
        connect(forms);
        return forms;
    }

    // size: a table, one line a form
    private static void numbers(List<SinkForm> forms) {
        forms.add(SinkForm.of("BOOLEAN", SchemaBuilder.bool(), true, "true", false, "false"));
        forms.add(SinkForm.of(
                "INT8", SchemaBuilder.int8(), (byte) 0, "0", Byte.MIN_VALUE, "-128", Byte.MAX_VALUE, "127"));
        forms.add(SinkForm.of("INT16", SchemaBuilder.int16(), (short) 1, "1", Short.MIN_VALUE, "-32768"));
        forms.add(SinkForm.of(
                "INT32",
                SchemaBuilder.int32(),
                70_000,
                "70000",
                Integer.MIN_VALUE,
                "-2147483648",
                16_777_217,
                "16777217"));
        forms.add(SinkForm.of(
                "INT64",
                SchemaBuilder.int64(),
                9L,
                "9",
                Long.MIN_VALUE,
                "-9223372036854775808",
                9_007_199_254_740_993L,
                "9007199254740993",
                4_294_967_295L,
                "4294967295"));
        forms.add(SinkForm.of(
                "FLOAT32",
                SchemaBuilder.float32(),
                1.5f,
                "1.5",
                0.1f,
                "0.1",
                Float.NaN,
                "NaN",
                Float.NEGATIVE_INFINITY,
                "-Infinity",
                -0.0f,
                "-0",
                Float.MIN_VALUE,
                "1e-45"));
        forms.add(SinkForm.of(
                "FLOAT64",
                SchemaBuilder.float64(),
                12222.0,
                "12222",
                0.1,
                "0.1",
                1e300,
                "1e300",
                Double.NaN,
                "NaN",
                Double.POSITIVE_INFINITY,
                "Infinity",
                -0.0,
                "-0",
                1.567,
                "1.567",
                3.0,
                "3"));
    }

    private static void texts(List<SinkForm> forms) {
        List<String> texts = new ArrayList<>(List.of("", " ", "abc  ", "ß𝄞é", "x".repeat(70)));
        TEXTS.lines().flatMap(line -> Stream.of(line.split(" ¦ "))).forEach(texts::add);
        forms.add(SinkForm.of(
                "STRING",
                SchemaBuilder.string(),
                texts.stream().flatMap(text -> Stream.of(text, text)).toArray()));
        forms.add(new SinkForm(
                "STRING that no database holds",
                Schema.STRING_SCHEMA,
                List.of(
                        new SinkForm.Value("a\0b", null),
                        new SinkForm.Value("\ud800", null),
                        new SinkForm.Value("a\udc00b", null))));
    }

    // size: a table, one line a form
    private static void binariesAndContainers(List<SinkForm> forms) {
        forms.add(SinkForm.of(
                "BYTES",
                SchemaBuilder.bytes(),
                new byte[0],
                "\\x",
                new byte[] {0, 1},
                "\\x0001",
                ByteBuffer.wrap(new byte[] {1, 2, 3, 4, 5, 6, 7, 8}),
                "\\x0102030405060708"));
        forms.add(SinkForm.of(
                "ARRAY of INT32",
                SchemaBuilder.array(Schema.OPTIONAL_INT32_SCHEMA),
                List.of(),
                "{}",
                Arrays.asList(1, null),
                "{1,NULL}",
                List.of(70_000, 2),
                "{70000,2}"));
        forms.add(SinkForm.of(
                "ARRAY of STRING",
                SchemaBuilder.array(Schema.OPTIONAL_STRING_SCHEMA),
                List.of(),
                "{}",
                Arrays.asList("1", null),
                "{1,NULL}",
                List.of("a,b", "NULL", ""),
                "{\"a,b\",\"NULL\",\"\"}",
                List.of("sad"),
                "{sad}"));
        forms.add(SinkForm.of(
                "ARRAY of ARRAY",
                SchemaBuilder.array(SchemaBuilder.array(Schema.INT32_SCHEMA).build()),
                List.of(List.of(1, 2), List.of(3, 4)),
                "{{1,2},{3,4}}"));
        forms.add(SinkForm.of(
                "MAP of STRING",
                SchemaBuilder.map(Schema.STRING_SCHEMA, Schema.OPTIONAL_STRING_SCHEMA),
                Map.of(),
                "",
                Map.of("a", "b"),
                "a=>b"));
        SchemaBuilder struct = SchemaBuilder.struct()
                .field("feel", Schema.OPTIONAL_STRING_SCHEMA)
                .field("city", Schema.STRING_SCHEMA)
                .field("zip", Schema.INT32_SCHEMA)
                .field(
                        "tags",
                        SchemaBuilder.array(Schema.STRING_SCHEMA).optional().build());
        forms.add(SinkForm.of(
                "STRUCT",
                struct,
                new Struct(struct.build()).put("city", "Porto").put("zip", 4000),
                "(Porto,4000,,)",
                new Struct(struct.build())
                        .put("city", "a,b")
                        .put("zip", 0)
                        .put("tags", List.of("x"))
                        .put("feel", "sad"),
                "(\"a,b\",0,{x},sad)"));
    }

    // size: a table, one line a form
    private static void connect(List<SinkForm> forms) {
        forms.add(SinkForm.of(
                "Decimal",
                Decimal.schema(2),
                new BigDecimal("12.50"),
                "12.50",
                new BigDecimal("-0.01"),
                "-0.01",
                new BigDecimal("7.00"),
                "7.00",
                new BigDecimal("123456789012345678901234567890.12"),
                "123456789012345678901234567890.12"));
        forms.add(SinkForm.of(
                "Date",
                Date.SCHEMA,
                Date.toLogical(Date.SCHEMA, 19_782),
                "2024-02-29",
                Date.toLogical(Date.SCHEMA, -1),
                "1969-12-31"));
        forms.add(SinkForm.of(
                "Time",
                Time.SCHEMA,
                Time.toLogical(Time.SCHEMA, 45_296_789),
                "12:34:56.789",
                Time.toLogical(Time.SCHEMA, 0),
                "00:00"));
        forms.add(SinkForm.of(
                "Timestamp",
                Timestamp.SCHEMA,
                Timestamp.toLogical(Timestamp.SCHEMA, 1_709_210_096_789L),
                "2024-02-29 12:34:56.789+00",
                Timestamp.toLogical(Timestamp.SCHEMA, -1),
                "1969-12-31 23:59:59.999+00"));
    }
}
