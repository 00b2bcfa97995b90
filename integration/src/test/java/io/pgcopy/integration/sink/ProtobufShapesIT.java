/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.integration.sink;

import io.pgcopy.integration.Kit;
import io.pgcopy.integration.fixture.Await;
import io.pgcopy.integration.fixture.ConnectCluster;
import io.pgcopy.integration.fixture.Database;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.kafka.connect.data.Date;
import org.apache.kafka.connect.data.Decimal;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaBuilder;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.data.Time;
import org.apache.kafka.connect.data.Timestamp;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

/**
 * Records in the shapes that converters for Protobuf hand over, through a real worker. No such converter can be had
 * from Maven Central, so the same Structs come by way of JSON: what the sink sees is what it would see behind one.
 */
class ProtobufShapesIT {
    private static final AtomicInteger RUN = new AtomicInteger();

    /** An enum as its name, with its values in the parameters. */
    private static final Schema COLOR = SchemaBuilder.string()
            .parameter("io.confluent.connect.protobuf.Enum", "Color")
            .parameter("io.confluent.connect.protobuf.Enum.RED", "0")
            .parameter("io.confluent.connect.protobuf.Enum.BLUE", "1")
            .optional()
            .build();
    /** An enum as its number. */
    private static final Schema LEVEL = SchemaBuilder.int32()
            .parameter("io.confluent.connect.protobuf.Enum", "Level")
            .build();

    private static final Schema PLACE = SchemaBuilder.struct()
            .name("shapes.Place")
            .field("city", Schema.OPTIONAL_STRING_SCHEMA)
            .field("zip", Schema.OPTIONAL_INT32_SCHEMA)
            .optional()
            .build();
    /** A map as the list of entries that it is on the wire. */
    private static final Schema ENTRY = SchemaBuilder.struct()
            .name("shapes.CountsEntry")
            .field("key", Schema.OPTIONAL_STRING_SCHEMA)
            .field("value", Schema.OPTIONAL_INT32_SCHEMA)
            .build();
    /** A oneof: a struct of its alternatives, of which one is set. */
    private static final Schema CHOICE = SchemaBuilder.struct()
            .name("choice_0")
            .parameter("io.confluent.connect.protobuf.Union", "choice")
            .field("phone", Schema.OPTIONAL_STRING_SCHEMA)
            .field("number", Schema.OPTIONAL_INT64_SCHEMA)
            .optional()
            .build();

    private static final Schema ROW = SchemaBuilder.struct()
            .name("shapes.Row")
            .field("id", tagged(SchemaBuilder.int64(), 1))
            .field("i32", tagged(SchemaBuilder.int32(), 2))
            .field("unsigned32", tagged(SchemaBuilder.int64(), 3))
            .field("single", tagged(SchemaBuilder.float32(), 4))
            .field("twice", tagged(SchemaBuilder.float64(), 5))
            .field("flag", tagged(SchemaBuilder.bool(), 6))
            .field("name", tagged(SchemaBuilder.string(), 7))
            .field("note", tagged(SchemaBuilder.string().optional(), 8))
            .field("data", tagged(SchemaBuilder.bytes(), 9))
            .field("color", COLOR)
            .field("level", LEVEL)
            .field("place", PLACE)
            .field("tags", SchemaBuilder.array(Schema.STRING_SCHEMA).build())
            .field("places", SchemaBuilder.array(PLACE).optional().build())
            .field(
                    "labels",
                    SchemaBuilder.map(Schema.STRING_SCHEMA, Schema.OPTIONAL_STRING_SCHEMA)
                            .optional()
                            .build())
            .field("counts", SchemaBuilder.array(ENTRY).optional().build())
            .field("choice_0", CHOICE)
            .field("at", Timestamp.builder().optional().build())
            .field("day", Date.builder().optional().build())
            .field("time_of_day", Time.builder().optional().build())
            .field("amount", Decimal.builder(2).optional().build())
            .field("wrapped", Schema.OPTIONAL_INT32_SCHEMA)
            .field("wrapped_text", Schema.OPTIONAL_STRING_SCHEMA)
            .build();

    // A topic and a consumer group that no other test has seen.
    private final String connector = "protobuf-shapes-" + RUN.incrementAndGet();
    private final String topic = connector + ".rows";
    private final ConnectCluster cluster = Kit.cluster();
    private final Map<String, String> settings = new HashMap<>();
    private Database db;

    @BeforeEach
    void create() {
        db = Kit.server().createDatabase("protobuf_shapes");
        db.execute(
                "CREATE EXTENSION hstore",
                "CREATE TYPE color AS ENUM ('RED', 'BLUE')",
                "CREATE TYPE place AS (zip int, city text)",
                "CREATE TYPE entry AS (key text, value int)",
                "CREATE TYPE choice AS (phone text, number int8)",
                "CREATE TABLE rows (id int8 PRIMARY KEY, i32 int4, unsigned32 int8, single float4, twice float8,"
                        + " flag bool, name text NOT NULL, note text, data bytea, color color, level int2, place place,"
                        + " tags text[], places place[], labels hstore, counts entry[], choice_0 choice,"
                        + " at timestamptz, day date, time_of_day time, amount numeric(12,2), wrapped int4,"
                        + " wrapped_text text)");
        cluster.topics().create(topic, 1, Map.of());
        settings.put("connector.class", "io.pgcopy.connect.sink.PgCopySinkConnector");
        settings.put("tasks.max", "1");
        settings.put("topics", topic);
        settings.put("table.name.format", "public.rows");
        settings.put("connection.url", db.url());
        settings.put("connection.user", db.user());
        settings.put("connection.password", db.password());
        settings.put("flush.interval.ms", "100");
        settings.put("consumer.override.auto.offset.reset", "earliest");
        settings.put("key.converter", "org.apache.kafka.connect.json.JsonConverter");
        settings.put("value.converter", "org.apache.kafka.connect.json.JsonConverter");
    }

    @AfterEach
    void end() {
        cluster.rest().delete(connector);
        cluster.topics().delete(topic);
    }

    @Test
    void arriveAsTheyAre() {
        try (Produced produced = new Produced(cluster)) {
            produced.send(topic, key(1), full(1)).send(topic, key(2), defaults(2));
        }
        cluster.rest().put(connector, settings);
        awaitRows(2);
        assertThat(db.rows("SELECT id, i32, unsigned32, single, twice, flag, name, note, encode(data, 'hex'), color,"
                        + " level, (place).city || (place).zip, tags, wrapped, wrapped_text FROM rows ORDER BY id"))
                .containsExactly(
                        Arrays.asList(
                                "1",
                                "-2147483648",
                                "4294967295",
                                "0.1",
                                "1e+300",
                                "t",
                                "ünï",
                                "there",
                                "00ff",
                                "BLUE",
                                "3",
                                "Porto4000",
                                "{a,\"b,c\"}",
                                "0",
                                ""),
                        Arrays.asList("2", "0", "0", "0", "0", "f", "", null, "", null, "0", null, "{}", null, null));
        assertThat(db.rows("SELECT places, labels, counts, choice_0, at AT TIME ZONE 'UTC', day, time_of_day, amount"
                        + " FROM rows ORDER BY id"))
                .containsExactly(
                        Arrays.asList(
                                "{\"(4000,Porto)\",\"(,)\"}",
                                "\"a\"=>\"1\", \"b\"=>NULL",
                                "{\"(one,1)\",\"(two,2)\"}",
                                "(,42)",
                                "2024-02-29 12:34:56.789",
                                "2024-02-29",
                                "12:34:56.789",
                                "-12.30"),
                        Arrays.asList(null, null, null, null, null, null, null, null));
    }

    @Test
    void anUnsignedNumberOf64BitsThatHasBecomeNegativeIsRefusedByAColumnThatForbidsIt() {
        db.execute("ALTER TABLE rows ADD CONSTRAINT is_unsigned CHECK (unsigned32 >= 0)");
        try (Produced produced = new Produced(cluster)) {
            produced.send(topic, key(1), defaults(1))
                    .send(topic, key(2), defaults(2).put("unsigned32", -1L));
        }
        cluster.rest().put(connector, settings);
        awaitFailure("topic " + topic + ", partition 0, offset 1", "is_unsigned");
    }

    /** What has no place in PostgreSQL is told with the column and both types, before anything is written. */
    @ParameterizedTest(name = "{0} in a column of {1}")
    @CsvSource({"place, jsonb, STRUCT", "labels, jsonb, MAP", "counts, hstore, ARRAY", "choice_0, text, STRUCT"})
    void areRefusedByNameWhereAColumnCannotTakeThem(String column, String type, String form) {
        db.execute("ALTER TABLE rows DROP COLUMN " + column, "ALTER TABLE rows ADD COLUMN " + column + " " + type);
        try (Produced produced = new Produced(cluster)) {
            produced.send(topic, key(1), full(1));
        }
        cluster.rest().put(connector, settings);
        awaitFailure("topic " + topic + ", partition 0, offset 0", "column " + column, form, type);
        assertThat(db.count("rows")).isZero();
    }

    @Test
    void aOneofThatWasFlattenedIsColumnsOfItsOwn() {
        db.execute("CREATE TABLE flat (id int8 PRIMARY KEY, phone text, number int8)");
        settings.put("table.name.format", "public.flat");
        settings.put("insert.mode", "upsert");
        Schema flat = SchemaBuilder.struct()
                .field("id", Schema.INT64_SCHEMA)
                .field("phone", Schema.OPTIONAL_STRING_SCHEMA)
                .field("number", Schema.OPTIONAL_INT64_SCHEMA)
                .build();
        try (Produced produced = new Produced(cluster)) {
            produced.send(topic, key(1), new Struct(flat).put("id", 1L).put("phone", "1"))
                    .send(topic, key(2), new Struct(flat).put("id", 2L).put("phone", "2"))
                    .send(topic, key(1), new Struct(flat).put("id", 1L).put("number", 5L));
        }
        cluster.rest().put(connector, settings);
        Await.until("the last of each key", () -> {
            cluster.rest().refuseFailure(connector);
            return db.count("flat WHERE number = 5") == 1 && db.count("flat") == 2;
        });
        assertThat(db.rows("SELECT * FROM flat ORDER BY id"))
                .containsExactly(Arrays.asList("1", null, "5"), Arrays.asList("2", "2", null));
    }

    private static Struct key(long id) {
        return Rows.of("id", id);
    }

    private static Struct full(long id) {
        Struct place = new Struct(PLACE).put("city", "Porto").put("zip", 4000);
        Map<String, String> labels = new HashMap<>();
        labels.put("a", "1");
        labels.put("b", null);
        List<Struct> counts = new ArrayList<>();
        counts.add(new Struct(ENTRY).put("key", "one").put("value", 1));
        counts.add(new Struct(ENTRY).put("key", "two").put("value", 2));
        return defaults(id)
                .put("i32", Integer.MIN_VALUE)
                .put("unsigned32", 4_294_967_295L)
                .put("single", 0.1f)
                .put("twice", 1e300)
                .put("flag", true)
                .put("name", "ünï")
                .put("note", "there")
                .put("data", new byte[] {0, -1})
                .put("color", "BLUE")
                .put("level", 3)
                .put("place", place)
                .put("tags", List.of("a", "b,c"))
                .put("places", List.of(place, new Struct(PLACE)))
                .put("labels", labels)
                .put("counts", counts)
                .put("choice_0", new Struct(CHOICE).put("number", 42L))
                .put("at", java.util.Date.from(Instant.parse("2024-02-29T12:34:56.789Z")))
                .put("day", java.util.Date.from(Instant.parse("2024-02-29T00:00:00Z")))
                .put("time_of_day", java.util.Date.from(Instant.ofEpochMilli(45_296_789L)))
                .put("amount", new BigDecimal("-12.30"))
                .put("wrapped", 0)
                .put("wrapped_text", "");
    }

    /** Of a message that has nothing set: the defaults of proto3 where a field cannot be absent. */
    private static Struct defaults(long id) {
        return new Struct(ROW)
                .put("id", id)
                .put("i32", 0)
                .put("unsigned32", 0L)
                .put("single", 0f)
                .put("twice", 0d)
                .put("flag", false)
                .put("name", "")
                .put("data", "".getBytes(UTF_8))
                .put("level", 0)
                .put("tags", List.of());
    }

    private static Schema tagged(SchemaBuilder schema, int tag) {
        return schema.parameter("io.confluent.connect.protobuf.Tag", Integer.toString(tag))
                .build();
    }

    private void awaitRows(long rows) {
        Await.until(
                rows + " rows",
                () -> {
                    cluster.rest().refuseFailure(connector);
                    return db.count("rows") == rows;
                },
                () -> cluster.worker().process().tail());
    }

    private void awaitFailure(String... words) {
        assertThat(cluster.rest().awaitTaskFailed(connector)).contains(words);
    }
}
