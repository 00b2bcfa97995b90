/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.converters.avro;

import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.apache.avro.LogicalTypes;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.connect.data.Decimal;
import org.apache.kafka.connect.data.Field;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaBuilder;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.errors.DataException;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** The mapping, one rule a test: nested structs, logical types, defaults and null. */
class AvroSchemasTest {
    private static final Map<String, String> DEFAULTS = Map.of();

    @Test
    void unnamedStructsOfDifferentShapeFitIntoOneSchema() {
        Schema one = SchemaBuilder.struct().field("x", Schema.INT32_SCHEMA).build();
        Schema two = SchemaBuilder.struct()
                .field("y", Schema.STRING_SCHEMA)
                .optional()
                .build();
        Schema schema = SchemaBuilder.struct()
                .field("a", one)
                .field("b", two)
                .field("c", SchemaBuilder.array(two).build())
                .build();
        Struct value = new Struct(schema)
                .put("a", new Struct(one).put("x", 1))
                .put("b", new Struct(two).put("y", "z"))
                .put("c", Arrays.asList(new Struct(two).put("y", "w"), null));
        Written written = Written.by(DEFAULTS, schema, value);
        assertThat(written.read().schema()).isEqualTo(schema);
        Equality.assertSame(written.read().value(), value);
    }

    @Test
    void aNamedStructIsDefinedOnceAndAVariantOfItGetsANameOfItsOwn() {
        Schema address = SchemaBuilder.struct()
                .name("address")
                .field("zip", Schema.STRING_SCHEMA)
                .build();
        Schema optional = SchemaBuilder.struct()
                .name("address")
                .field("zip", Schema.STRING_SCHEMA)
                .optional()
                .build();
        Schema told = SchemaBuilder.struct()
                .name("address")
                .field("zip", Schema.STRING_SCHEMA)
                .doc("where to")
                .build();
        Schema schema = SchemaBuilder.struct()
                .name("t")
                .field("a", address)
                .field("b", optional)
                .field("c", told)
                .field("d", SchemaBuilder.array(address).build())
                .build();
        Struct value = new Struct(schema)
                .put("a", new Struct(address).put("zip", "1"))
                .put("b", new Struct(optional).put("zip", "2"))
                .put("c", new Struct(told).put("zip", "3"))
                .put("d", List.of(new Struct(address).put("zip", "4")));
        Written written = Written.by(DEFAULTS, schema, value);
        assertThat(written.read().schema()).isEqualTo(schema);
        Equality.assertSame(written.read().value(), value);
        String json = written.avro().toString();
        assertThat(json.split("\"name\":\"address", -1))
                .as("definitions, in %s", json)
                .hasSize(3);
    }

    @Test
    void theConnectorsMicrosecondsAreAvrosAndKeepTheirNamesAndInfinities() {
        Map<String, String> types = Map.of(
                "io.pgcopy.time.Timestamp", "local-timestamp-micros",
                "io.pgcopy.time.Timestamptz", "timestamp-micros",
                "io.pgcopy.time.Time", "time-micros");
        types.forEach((name, avro) -> {
            Schema schema = SchemaBuilder.int64()
                    .name(name)
                    .parameter("io.pgcopy.type", "x")
                    .optional()
                    .build();
            for (long value : new long[] {Long.MIN_VALUE, Long.MAX_VALUE, 0, 1_709_210_096_789_012L, 86_400_000_000L}) {
                Written written = Written.by(DEFAULTS, schema, value);
                assertThat(written.avro().getTypes().get(1).getLogicalType().getName())
                        .isEqualTo(avro);
                assertThat(written.read().schema()).isEqualTo(schema);
                assertThat(written.read().value()).isEqualTo(value);
            }
        });
        Schema date = SchemaBuilder.int32().name("io.pgcopy.time.Date").build();
        for (int days : new int[] {Integer.MIN_VALUE, -1, Integer.MAX_VALUE}) {
            Written written = Written.by(DEFAULTS, date, days);
            assertThat(written.avro().getLogicalType())
                    .as("the date of Avro would become Connect's")
                    .isNull();
            assertThat(written.read().schema()).isEqualTo(date);
            assertThat(written.read().value()).isEqualTo(days);
        }
    }

    @Test
    void exactTextTypesOfTheConnectorKeepTheirNames() {
        for (String name : List.of("Numeric", "Uuid", "Json", "Jsonb")) {
            Schema schema =
                    SchemaBuilder.string().name("io.pgcopy.data." + name).build();
            Written written = Written.by(DEFAULTS, schema, "NaN");
            assertThat(written.read().schema()).isEqualTo(schema);
            assertThat(written.read().value()).isEqualTo("NaN");
        }
    }

    @Test
    void aDecimalHasAPrecisionAndOneThatAvroCannotHoldKeepsItsName() {
        Schema money =
                Decimal.builder(2).parameter("connect.decimal.precision", "12").build();
        Written written = Written.by(DEFAULTS, money, new BigDecimal("-12.30"));
        assertThat(written.avro().getLogicalType()).isEqualTo(LogicalTypes.decimal(12, 2));
        assertThat(written.read().schema()).isEqualTo(money);
        for (int scale : new int[] {-3, 70}) {
            Schema odd = Decimal.builder(scale).build();
            Written other = Written.by(DEFAULTS, odd, BigDecimal.valueOf(5, scale));
            assertThat(other.avro().getLogicalType()).isNull();
            assertThat(other.read().schema()).isEqualTo(odd);
            assertThat(other.read().value()).isEqualTo(BigDecimal.valueOf(5, scale));
        }
        assertThatThrownBy(() -> Written.by(DEFAULTS, money, new BigDecimal("1.234")))
                .isInstanceOf(DataException.class)
                .hasMessageContaining("scale 2, found scale 3");
    }

    @Test
    void foreignLogicalTypesAreReadAndUnknownOnesKeepTheirValue() {
        Schema schema = foreignSchema("""
                {"type": "record", "name": "r", "fields": [
                  {"name": "debezium", "type": {"type": "int", "connect.name": "io.debezium.time.Date", "connect.version": 1}},
                  {"name": "own", "type": {"type": "int", "logicalType": "moon-phase"}},
                  {"name": "price", "type": {"type": "bytes", "logicalType": "decimal", "precision": 9, "scale": 2}},
                  {"name": "micros", "type": {"type": "long", "logicalType": "timestamp-micros"}},
                  {"name": "day", "type": {"type": "int", "logicalType": "date"}},
                  {"name": "either", "type": ["null", "string", "long"]},
                  {"name": "rest", "type": {"type": "fixed", "name": "hash", "size": 2}}]}""");
        assertThat(schema.field("debezium").schema())
                .isEqualTo(SchemaBuilder.int32()
                        .name("io.debezium.time.Date")
                        .version(1)
                        .build());
        assertThat(schema.field("own").schema()).isEqualTo(Schema.INT32_SCHEMA);
        assertThat(schema.field("price").schema())
                .isEqualTo(Decimal.builder(2)
                        .parameter("connect.decimal.precision", "9")
                        .build());
        assertThat(schema.field("micros").schema().name()).isEqualTo("io.pgcopy.time.Timestamptz");
        assertThat(schema.field("day").schema()).isEqualTo(org.apache.kafka.connect.data.Date.SCHEMA);
        assertThat(schema.field("either").schema().isOptional()).isTrue();
        assertThat(schema.field("either").schema().fields())
                .extracting(Field::name)
                .containsExactly("string", "long");
        assertThat(schema.field("rest").schema().type()).isEqualTo(Schema.Type.BYTES);
    }

    @Test
    void defaultsOfNumbersComeBackInTheClassThatConnectDemands() {
        keepsDefaults(SchemaBuilder.struct()
                .name("t")
                .field("int8", SchemaBuilder.int8().defaultValue((byte) 42).build())
                .field(
                        "int16",
                        SchemaBuilder.int16()
                                .optional()
                                .defaultValue((short) 42)
                                .build())
                .field("int64", SchemaBuilder.int64().defaultValue(42L).build())
                .field("float", SchemaBuilder.float32().defaultValue(Float.NaN).build())
                .field(
                        "double",
                        SchemaBuilder.float64()
                                .optional()
                                .defaultValue(Double.NEGATIVE_INFINITY)
                                .build())
                .field("micros", micros().defaultValue(-5L).build())
                .build());
    }

    @Test
    void defaultsOfLogicalAndNestedTypesComeBackInTheClassThatConnectDemands() {
        BigDecimal zero = new BigDecimal("0.0000");
        SchemaBuilder list = SchemaBuilder.array(Schema.OPTIONAL_INT32_SCHEMA);
        SchemaBuilder map = SchemaBuilder.map(Schema.STRING_SCHEMA, Schema.INT64_SCHEMA);
        SchemaBuilder date = org.apache.kafka.connect.data.Date.builder();
        keepsDefaults(SchemaBuilder.struct()
                .name("t")
                .field(
                        "decimal",
                        Decimal.builder(4).optional().defaultValue(zero).build())
                .field("list", list.defaultValue(Arrays.asList(1, null)).build())
                .field("map", map.defaultValue(Map.of("a", 1L)).build())
                .field("date", date.defaultValue(ConnectDates.ofDays(3)).build())
                .field(
                        "time",
                        org.apache.kafka.connect.data.Time.builder()
                                .optional()
                                .defaultValue(ConnectDates.ofTime(86_399_999))
                                .build())
                .field(
                        "timestamp",
                        org.apache.kafka.connect.data.Timestamp.builder()
                                .defaultValue(ConnectDates.ofMillis(-1))
                                .build())
                .build());
    }

    @Test
    void aDefaultOfBytesComesBackAsAnArray() {
        byte[] bytes = {0x42, 0x01, (byte) 0xFF, 0};
        SchemaBuilder builder = SchemaBuilder.bytes().defaultValue(ByteBuffer.wrap(bytes));
        Schema data =
                SchemaBuilder.struct().name("b").field("bytes", builder.build()).build();
        Schema read = Objects.requireNonNull(
                Written.by(DEFAULTS, data, new Struct(data)).read().schema());
        assertThat(read.field("bytes").schema().defaultValue()).isEqualTo(bytes);
    }

    @Test
    void nullIsNotReadBackAsTheDefault() {
        Schema schema = SchemaBuilder.struct()
                .name("t")
                .field("a", SchemaBuilder.int32().optional().defaultValue(7).build())
                .field("b", SchemaBuilder.int32().defaultValue(8).build())
                .build();
        Struct value = new Struct(schema);
        Struct kept = (Struct) Objects.requireNonNull(
                Written.by(DEFAULTS, schema, value).read().value());
        assertThat(kept.getWithoutDefault("a")).isNull();
        assertThat(kept.getWithoutDefault("b")).isEqualTo(8);
        Struct replaced = (Struct)
                Objects.requireNonNull(Written.by(Map.of("ignore.default.for.nullables", "false"), schema, value)
                        .read()
                        .value());
        assertThat(replaced.getWithoutDefault("a")).isEqualTo(7);
        Schema avro = Objects.requireNonNull(
                Written.by(DEFAULTS, schema, value).read().schema());
        assertThat(avro.field("a").schema().defaultValue()).isEqualTo(7);
    }

    @Test
    void mapsWithOptionalKeysMayHoldNull() {
        Schema schema = SchemaBuilder.map(Schema.OPTIONAL_STRING_SCHEMA, Schema.INT32_SCHEMA)
                .build();
        Map<String, Integer> value = new HashMap<>(Map.of("a", 1));
        value.put(null, 2);
        assertThat(Written.by(DEFAULTS, schema, value).read().value()).isEqualTo(value);
        assertThatThrownBy(() -> Written.by(Map.of("allow.optional.map.keys", "true"), schema, value))
                .isInstanceOf(DataException.class)
                .hasMessageContaining("null");
    }

    @Test
    void aMillionSchemaObjectsDoNotFillTheMemory() {
        AvroConverterConfig limits = AvroConverterConfig.from(new org.apache.kafka.common.config.AbstractConfig(
                AvroConverterConfig.definition(), Map.of("schemas.cache.config", "10"), false));
        WriterPlans plans = new WriterPlans(limits.mapping(), new EmbeddedStore(false, true, 1 << 20, 10), limits);
        WriterPlan first = plans.plan(table());
        for (int i = 0; i < 20_000; i++) {
            assertThat(plans.plan(table())).isSameAs(first);
        }
        for (int i = 0; i < 1_000; i++) {
            plans.plan(SchemaBuilder.struct()
                    .name("t" + i)
                    .field("a", Schema.INT32_SCHEMA)
                    .build());
        }
        assertThat(plans.size()).isEqualTo(10);
    }

    private static void keepsDefaults(Schema schema) {
        Written written = Written.by(DEFAULTS, schema, new Struct(schema));
        assertThat(Equality.text(written.read().schema())).isEqualTo(Equality.text(schema));
        assertThat(written.read().schema()).isEqualTo(schema);
    }

    private static SchemaBuilder micros() {
        return SchemaBuilder.int64().name("io.pgcopy.time.Timestamptz");
    }

    private static Schema table() {
        return SchemaBuilder.struct()
                .name("table")
                .field("a", Schema.INT32_SCHEMA)
                .build();
    }

    private static Schema foreignSchema(String json) {
        byte[] text = json.getBytes(StandardCharsets.UTF_8);
        EmbeddedStore store = new EmbeddedStore(false, true, 1 << 20, 10);
        byte[] prefix = store.publisher(Schema.INT32_SCHEMA, ReaderPlan.parseSchema(json), text)
                .publish("t", new RecordHeaders());
        // id 1, own 2, price 1.00, micros 3, day 4, either long 5, rest 0102
        byte[] body = {2, 4, 2, 100, 6, 8, 4, 10, 1, 2};
        byte[] payload = Arrays.copyOf(prefix, prefix.length + body.length);
        System.arraycopy(body, 0, payload, prefix.length, body.length);
        Struct read = (Struct) Objects.requireNonNull(Written.converter(DEFAULTS)
                .toConnectData("t", new RecordHeaders().add("avro.value.schema", text), payload)
                .value());
        assertThat(read.get("debezium")).isEqualTo(1);
        assertThat(read.get("own")).isEqualTo(2);
        assertThat(read.get("price")).isEqualTo(new BigDecimal("1.00"));
        assertThat(read.getStruct("either").get("long")).isEqualTo(5L);
        assertThat(read.getStruct("either").get("string")).isNull();
        assertThat(read.get("rest")).isEqualTo(new byte[] {1, 2});
        return read.schema();
    }
}
