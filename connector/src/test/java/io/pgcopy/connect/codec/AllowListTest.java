/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.codec;

import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.apache.kafka.connect.data.Date;
import org.apache.kafka.connect.data.Decimal;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaBuilder;
import org.apache.kafka.connect.data.Timestamp;
import org.apache.kafka.connect.errors.DataException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** What the sink takes, type by type: exactly, or not at all. */
class AllowListTest {
    private static final int NUMERIC_5_2 = (5 << 16 | 2) + 4;
    private final CodecRegistry registry = CodecRegistry.of(CodecOptions.DEFAULT);

    @Test
    void everyFormInEveryColumnIsExactOrRefused() {
        Map<String, Codec<?>> codecs = EveryCodec.ofASink();
        for (ConnectForms.Form form : ConnectForms.all()) {
            codecs.forEach((name, codec) -> form.values().forEach(value -> exactOrRefused(name, codec, form, value)));
        }
    }

    // Where both sides are numbers the value must be the same number; elsewhere the column's own reading is stable.
    private static <T> void exactOrRefused(String name, Codec<T> codec, ConnectForms.Form form, Object value) {
        Optional<Function<Object, T>> conversion = codec.from(form.schema());
        if (conversion.isEmpty()) {
            return;
        }
        T stored;
        try {
            stored = Wire.decode(codec, Wire.encode(codec, conversion.get().apply(value)));
        } catch (DataException e) {
            return;
        } catch (RuntimeException e) {
            throw new AssertionError(form.name() + " into " + name, e);
        }
        if (value instanceof Number sent
                && stored instanceof Number kept
                && form.schema().name() == null) {
            assertThat(readings(kept)).as(form.name() + " into " + name).containsAnyElementsOf(readings(sent));
        }
        assertThat(Wire.through(codec, codec.schema(), stored)).as(name).isEqualTo(stored);
    }

    // A binary number stands for itself and for its shortest decimal text.
    private static List<Object> readings(Number number) {
        double value = number.doubleValue();
        if (!Double.isFinite(value)) {
            return List.of(value);
        }
        boolean binary = number instanceof Double || number instanceof Float;
        BigDecimal text = new BigDecimal(number.toString());
        return List.of(plain(text), plain(binary ? new BigDecimal(value) : text));
    }

    private static BigDecimal plain(BigDecimal value) {
        return value.signum() == 0 ? BigDecimal.ZERO : value.stripTrailingZeros();
    }

    @ParameterizedTest
    @CsvSource({
        "int2, INT64, 32767, 32767",
        "int4, INT16, -5, -5",
        "int8, INT8, 7, 7",
        "float8, INT32, 16777217, 16777217",
        "float8, FLOAT32, 1.5, 1.5",
        "float4, FLOAT64, 1.5, 1.5",
        "float4, FLOAT64, NaN, NaN",
        "numeric, FLOAT64, 12222, 12222",
        "numeric, FLOAT64, 0.1, 0.1",
        "numeric, FLOAT32, 0.1, 0.1",
        "numeric, INT64, -9223372036854775808, -9223372036854775808",
        "numeric, FLOAT64, Infinity, Infinity"
    })
    void convertsNumbersExactly(String type, Schema.Type from, String value, String stored) {
        assertThat(through(type, -1, new SchemaBuilder(from).build(), parse(from, value)))
                .hasToString(
                        type.startsWith("float") && !stored.contains(".") && !stored.equals("NaN")
                                ? stored(stored)
                                : stored);
    }

    private static String stored(String whole) {
        return Double.toString(Double.parseDouble(whole));
    }

    @ParameterizedTest
    @CsvSource({
        "int2, INT32, 32768",
        "int4, INT64, 2147483648",
        "int4, INT64, -2147483649",
        "float4, FLOAT64, 0.1",
        "float4, FLOAT64, 1e300",
        "float4, INT32, 16777217",
        "float8, INT64, 9007199254740993",
        "float8, INT64, 9223372036854775807",
        "oid, INT32, -1"
    })
    void refusesNumbersThatDoNotFit(String type, Schema.Type from, String value) {
        assertRefused(type, -1, new SchemaBuilder(from).build(), parse(from, value));
    }

    @Test
    void refusesWhatTheServerWouldRoundAndTakesWhatItWouldNot() {
        Schema decimal = Decimal.schema(4);
        assertThat(through("numeric", NUMERIC_5_2, decimal, new BigDecimal("1.5000")))
                .isEqualTo(new BigDecimal("1.50"));
        assertRefused("numeric", NUMERIC_5_2, decimal, new BigDecimal("1.5678"));
        assertRefused("numeric", NUMERIC_5_2, decimal, new BigDecimal("1000.0000"));
        assertRefused("numeric", NUMERIC_5_2, Schema.STRING_SCHEMA, "Infinity");
        assertRefused("numeric", NUMERIC_5_2, Schema.STRING_SCHEMA, "1e9999999");
    }

    @Test
    void keepsTheScaleOfEachValueOfANumericWithoutOne() {
        for (String text :
                List.of("123456789012345678.000000000000000001", "0.00", "1.10", "-1022", "NaN", "-Infinity")) {
            assertThat(through("numeric", -1, Schema.STRING_SCHEMA, text)).isEqualTo(text);
        }
    }

    @Test
    void refusesNanInADecimalColumnOnTheWayOutWithAdvice() {
        Codec<?> codec = TestTypes.codec(registry, TestTypes.named("numeric"), NUMERIC_5_2);
        assertThatThrownBy(() -> Wire.decode(codec, "00000000c0000000"))
                .isInstanceOf(DataException.class)
                .hasMessageContaining("numeric.mode=string");
    }

    @Test
    void doesNotTakeANumberForAnotherMeaning() {
        assertNotAllowed("int4", Date.SCHEMA);
        assertNotAllowed("int8", Timestamp.SCHEMA);
        assertNotAllowed("time", Timestamp.SCHEMA);
        assertNotAllowed("date", Timestamp.SCHEMA);
        assertNotAllowed("timestamptz", Schema.INT64_SCHEMA);
        assertNotAllowed(
                "int8", SchemaBuilder.int64().name(LogicalTypes.TIMESTAMP).build());
        assertNotAllowed(
                "timestamptz",
                SchemaBuilder.int64().name(LogicalTypes.TIMESTAMP).build());
        assertNotAllowed("bytea", Decimal.schema(2));
        assertNotAllowed("bytea", Schema.STRING_SCHEMA);
        assertNotAllowed("int8", Schema.BYTES_SCHEMA);
    }

    @Test
    void takesAPlainNumberUnderANameThatSaysNothingElse() {
        assertThat(through(
                        "int4",
                        -1,
                        SchemaBuilder.int32().name("com.example.Age").build(),
                        7))
                .isEqualTo(7);
        assertThat(through(
                        "int4",
                        -1,
                        SchemaBuilder.int32().name(LogicalTypes.DEBEZIUM_YEAR).build(),
                        2024))
                .isEqualTo(2024);
    }

    @Test
    void writesAnInstantToBothKindsOfTimestamp() {
        Object instant = Timestamp.toLogical(Timestamp.SCHEMA, 1_709_210_096_789L);
        assertThat(through("timestamptz", -1, Timestamp.SCHEMA, instant)).isEqualTo(1_709_210_096_789_000L);
        assertThat(through("timestamp", -1, Timestamp.SCHEMA, instant)).isEqualTo(1_709_210_096_789_000L);
    }

    @ParameterizedTest
    @CsvSource({
        "date, 2024-02-29, 19782",
        "date, 0044-03-15 BC, -735160",
        "date, infinity, 2147483647",
        "time, 24:00, 86400000000",
        "timestamp, 2024-02-29 12:34:56.789012, 1709210096789012",
        "timestamptz, 2024-02-29T14:34:56.789012+02, 1709210096789012",
        "timestamptz, 2024-02-29T12:34:56.789012000Z, 1709210096789012",
        "timestamptz, -infinity, -9223372036854775808",
        "interval, 1 mon -1 days 00:00:01.5, P1M-1DT1.5S",
        "interval, P1Y2M3DT4H5M6.78S, P1Y2M3DT4H5M6.78S",
        "uuid, {550E8400E29B41D4A716446655440000}, 550e8400-e29b-41d4-a716-446655440000",
        "inet, 2001:DB8:0:0::1/64, 2001:db8::1/64",
        "macaddr8, 08-00-2b-01-02-03, 08:00:2b:ff:fe:01:02:03",
        "bool, t, true",
        "int4, -7, -7",
        "pg_lsn, 16/b374d848, 16/B374D848"
    })
    void parsesText(String type, String text, String stored) {
        assertThat(through(type, -1, Schema.STRING_SCHEMA, text)).hasToString(stored);
    }

    @ParameterizedTest
    @CsvSource({
        "date, 2023-02-29",
        "date, 2024-02-29T00:00",
        "date, 5874898-01-01",
        "date, 4714-01-01 BC",
        "time, 24:00:00.000001",
        "time, 12:00+02",
        "time, 25:00",
        "timetz, 12:00:00",
        "timetz, 12:00+16",
        "timestamp, 2024-02-29T12:34:56Z",
        "timestamptz, 2024-02-29T12:34:56",
        "timestamptz, 294277-01-01 00:00:00Z",
        "timestamp, 2024-02-29T12:34:56.1234567",
        "interval, P",
        "interval, PT0.0000001S",
        "interval, 1 fortnight",
        "uuid, 550e8400-e29b-41d4-a716-44665544000",
        "uuid, 550e8400-e29b-41d4-a716-4466554400000",
        "uuid, 1-1-1-1-1",
        "json, {a: 1}",
        "json, [1",
        "json, 01",
        "json, \"\\x\"",
        "json, nul",
        "jsonb, \"\\u0000\"",
        "jsonb, \"\\ud800\"",
        "inet, 256.0.0.1",
        "inet, 1.2.3",
        "inet, ::1::",
        "inet, 1.2.3.4/33",
        "cidr, 192.168.0.1/24",
        "bool, yes",
        "int4, 1.5",
        "int4, 1e10",
        "numeric, 1.2.3",
        "float8, 3.14159265358979323846",
        "bit, 12",
        "tsquery, a &",
        "tsvector, a:0",
        "point, (1)",
        "polygon, ()",
        "money, 12.34",
        "xid8, -1",
        "int4range, [1;2)",
        "int4range, [a)",
        "macaddr, 08:00"
    })
    void refusesTextThatIsNotTheTypes(String type, String text) {
        assertRefused(type, -1, Schema.STRING_SCHEMA, text);
    }

    @Test
    void refusesWhatIsFinerOrLongerThanTheColumn() {
        assertRefused("timestamp", 3, Schema.STRING_SCHEMA, "2024-02-29 12:34:56.789012");
        assertThat(through("timestamp", 3, Schema.STRING_SCHEMA, "2024-02-29 12:34:56.789"))
                .isEqualTo(1_709_210_096_789_000L);
        assertRefused("varchar", 7, Schema.STRING_SCHEMA, "abcd");
        assertRefused("varchar", 7, Schema.STRING_SCHEMA, "abc ");
        assertThat(through("varchar", 7, Schema.STRING_SCHEMA, "\ud834\udd1e\ud834\udd1e\ud834\udd1e"))
                .hasToString("\ud834\udd1e\ud834\udd1e\ud834\udd1e");
        assertThat(through("bpchar", 7, Schema.STRING_SCHEMA, "abc   ")).isEqualTo("abc   ");
        assertRefused("bpchar", 7, Schema.STRING_SCHEMA, "abc  d");
        assertRefused("name", -1, Schema.STRING_SCHEMA, "\u00e9".repeat(32));
        assertRefused("bit", 3, Schema.STRING_SCHEMA, "1011");
        assertRefused("interval", 2 << 16 | 0xFFFF, Schema.STRING_SCHEMA, "1 mon 2 days");
    }

    @ParameterizedTest
    @ValueSource(strings = {"text", "varchar", "bpchar", "name", "citext", "xml", "refcursor", "ltree"})
    void refusesNulAndLoneSurrogatesInText(String type) {
        assertRefused(type, -1, Schema.STRING_SCHEMA, "x\0y");
        assertRefused(type, -1, Schema.STRING_SCHEMA, "x\ud800y");
    }

    @Test
    void refusesWhatTheServerSendsButDoesNotReceive() {
        assertRefused("tsquery", -1, Schema.STRING_SCHEMA, "");
        assertRefused("int2vector", -1, SchemaBuilder.array(Schema.INT16_SCHEMA).build(), List.of());
    }

    @Test
    void takesADecimalThatIsTheFloatRoundedToItsOwnDigits() {
        for (String text : List.of("5e-324", "0.1", "0.30000000000000004", "1e23", "-1.7976931348623157e308")) {
            assertThat(through("float8", -1, Schema.STRING_SCHEMA, text)).isEqualTo(Double.valueOf(text));
        }
        assertThat(through("float4", -1, Schema.STRING_SCHEMA, "1e-45")).isEqualTo(Float.MIN_VALUE);
        assertRefused("float8", -1, Schema.STRING_SCHEMA, "4e-324");
        assertRefused("float8", -1, Schema.STRING_SCHEMA, "1e309");
        assertRefused("float4", -1, Schema.STRING_SCHEMA, "16777217");
    }

    @Test
    void removesOrReplacesNulOnRequest() {
        CodecRegistry remove = CodecRegistry.of(CodecOptions.ofSink("remove"));
        CodecRegistry replace = CodecRegistry.of(CodecOptions.ofSink("replace"));
        assertThat(Wire.through(TestTypes.codec(remove, TestTypes.named("text")), Schema.STRING_SCHEMA, "x\0y"))
                .isEqualTo("xy");
        assertThat(Wire.through(TestTypes.codec(replace, TestTypes.named("text")), Schema.STRING_SCHEMA, "x\0y"))
                .isEqualTo("x\uFFFDy");
    }

    @Test
    void refusesXmlThatDeclaresAnotherEncoding() {
        assertRefused("xml", -1, Schema.STRING_SCHEMA, "<?xml version=\"1.0\" encoding=\"latin1\"?><a/>");
        assertThat(through("xml", -1, Schema.STRING_SCHEMA, "<?xml version=\"1.0\" encoding='UTF-8'?><a/>"))
                .isNotNull();
    }

    private Object through(String type, int typmod, Schema schema, Object value) {
        return Wire.through(TestTypes.codec(registry, TestTypes.named(type), typmod), schema, value);
    }

    private void assertRefused(String type, int typmod, Schema schema, Object value) {
        Codec<?> codec = TestTypes.codec(registry, TestTypes.named(type), typmod);
        assertThatThrownBy(() -> Wire.write(codec, schema, value)).as(type).isInstanceOf(DataException.class);
    }

    @Test
    void saysNothingOfTheValueThatItRefuses() {
        for (String type :
                List.of("date", "timestamptz", "uuid", "json", "inet", "interval", "numeric", "int4", "bool")) {
            Codec<?> codec = TestTypes.codec(registry, TestTypes.named(type));
            assertThatThrownBy(() -> Wire.write(codec, Schema.STRING_SCHEMA, "secret-value"))
                    .isInstanceOf(DataException.class)
                    .hasMessageNotContaining("secret")
                    .hasNoCause();
        }
    }

    private void assertNotAllowed(String type, Schema schema) {
        assertThat(TestTypes.codec(registry, TestTypes.named(type)).from(schema))
                .as(type)
                .isEmpty();
    }

    private static Object parse(Schema.Type type, String value) {
        return switch (type) {
            case INT8 -> Byte.valueOf(value);
            case INT16 -> Short.valueOf(value);
            case INT32 -> Integer.valueOf(value);
            case INT64 -> Long.valueOf(value);
            case FLOAT32 -> Float.valueOf(value);
            default -> Double.valueOf(value);
        };
    }
}
