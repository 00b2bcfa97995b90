/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.integration.sink;

import io.pgcopy.integration.fixture.Database;
import io.pgcopy.integration.fixture.PostgresOptions;
import io.pgcopy.integration.fixture.PostgresServer;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaBuilder;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.sink.SinkRecord;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** What people have stumbled over with types at the sink: keys, types that change while the task runs, bad values. */
class TypeCasesIT {
    private static final TopicPartition P0 = new TopicPartition("t", 0);
    private static final Map<String, String> KEYED =
            Map.of("insert.mode", "upsert", "delete.enabled", "true", "pk.mode", "record_key");

    private static PostgresServer server;
    private Database db;
    private final TopicLog log = new TopicLog();

    @BeforeAll
    static void start() {
        server = PostgresServer.start(PostgresOptions.named("type-cases"));
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @BeforeEach
    void create() {
        db = server.createDatabase("type_cases");
    }

    @Test
    void bytesComeAsArraysOrBuffersInEveryPlace() {
        Schema key = SchemaBuilder.struct().field("id", Schema.BYTES_SCHEMA).build();
        Schema row = SchemaBuilder.struct()
                .field("id", Schema.BYTES_SCHEMA)
                .field("one", Schema.OPTIONAL_BYTES_SCHEMA)
                .field(
                        "many",
                        SchemaBuilder.array(Schema.BYTES_SCHEMA).optional().build())
                .build();
        for (byte first : new byte[] {0, 1}) {
            Object id = first == 0 ? new byte[] {first, 7} : ByteBuffer.wrap(new byte[] {9, first, 7}, 1, 2);
            log.add(
                    P0,
                    key,
                    new Struct(key).put("id", id),
                    row,
                    new Struct(row)
                            .put("id", id)
                            .put("one", first == 0 ? new byte[0] : null)
                            .put("many", List.of(ByteBuffer.wrap(new byte[] {0}), new byte[] {0, 1, 0})));
        }
        drain(Map.of("insert.mode", "upsert", "auto.create", "true"));
        assertThat(db.rows("SELECT id, one, many, pg_typeof(one), pg_typeof(many) FROM t ORDER BY id"))
                .containsExactly(
                        List.of("\\x0007", "\\x", "{\"\\\\x00\",\"\\\\x000100\"}", "bytea", "bytea[]"),
                        java.util.Arrays.asList("\\x0107", null, "{\"\\\\x00\",\"\\\\x000100\"}", "bytea", "bytea[]"));
        log.add(P0, key, new Struct(key).put("id", ByteBuffer.wrap(new byte[] {0, 7})), null, null);
        drain(KEYED);
        assertThat(db.count("t")).isEqualTo(1);
    }

    @Test
    void aRowIsDeletedByItsUuidInWhateverSpelling() {
        db.execute("CREATE TABLE t (id uuid PRIMARY KEY, v text)");
        Schema key = SchemaBuilder.struct().field("id", Schema.STRING_SCHEMA).build();
        Schema row = SchemaBuilder.struct()
                .field("id", Schema.STRING_SCHEMA)
                .field("v", Schema.STRING_SCHEMA)
                .build();
        for (int i = 0; i < 4; i++) {
            String id = "550e8400-e29b-41d4-a716-44665544000" + i;
            log.add(
                    P0,
                    key,
                    new Struct(key).put("id", id),
                    row,
                    new Struct(row).put("id", id).put("v", "v"));
        }
        for (String id : List.of(
                "550e8400-e29b-41d4-a716-446655440000",
                "550E8400-E29B-41D4-A716-446655440001",
                "{550e8400-e29b-41d4-a716-446655440002}")) {
            log.add(P0, key, new Struct(key).put("id", id), null, null);
        }
        log.add(P0, key, new Struct(key).put("id", "no uuid"), null, null);
        assertThat(reported(KEYED)).containsExactly(7L);
        assertThat(db.rows("SELECT id FROM t")).containsExactly(List.of("550e8400-e29b-41d4-a716-446655440003"));
    }

    // The padding of a char(n) key is part of it, in the value as in the key.
    @Test
    void aPaddedKeyFindsItsRowAgain() {
        for (String type : List.of("varchar(5)", "char(5)", "text")) {
            db.execute("DROP TABLE IF EXISTS t", "CREATE TABLE t (code " + type + " PRIMARY KEY, v text)");
            TopicLog records = new TopicLog();
            Schema key =
                    SchemaBuilder.struct().field("code", Schema.STRING_SCHEMA).build();
            Schema row = SchemaBuilder.struct()
                    .field("code", Schema.STRING_SCHEMA)
                    .field("v", Schema.STRING_SCHEMA)
                    .build();
            for (String v : List.of("first", "second")) {
                records.add(
                        P0,
                        key,
                        new Struct(key).put("code", "ab   "),
                        row,
                        new Struct(row).put("code", "ab   ").put("v", v));
                drain(records, KEYED);
                assertThat(db.rows("SELECT v FROM t")).containsExactly(List.of(v));
            }
            records.add(P0, key, new Struct(key).put("code", "ab   "), null, null);
            drain(records, KEYED);
            assertThat(db.count("t")).as(type).isZero();
        }
    }

    @Test
    void anEnumsLabelIsTheServersBusiness() {
        db.execute("CREATE TYPE mood AS ENUM ('ok')", "CREATE TABLE t (id int8, m mood, n mood[])");
        Schema row = SchemaBuilder.struct()
                .field("id", Schema.INT64_SCHEMA)
                .field("m", Schema.STRING_SCHEMA)
                .field("n", SchemaBuilder.array(Schema.STRING_SCHEMA).build())
                .build();
        try (SinkDriver sink = SinkDriver.tolerant(db, log, Map.of())) {
            add(row, 0, "ok");
            add(row, 1, "zzz");
            sink.openAll();
            sink.drain();
            assertThat(sink.context.bad())
                    .extracting(SinkRecord::originalKafkaOffset)
                    .containsExactly(1L);
            assertThat(sink.context.messages().get(0)).contains("22P02").doesNotContain("zzz");
            db.execute("ALTER TYPE mood ADD VALUE 'new'");
            add(row, 2, "new");
            sink.drain();
            assertThat(sink.context.reported).hasSize(1);
        }
        assertThat(db.rows("SELECT m, n FROM t ORDER BY id"))
                .containsExactly(List.of("ok", "{ok}"), List.of("new", "{new}"));
    }

    @Test
    void aDomainsConstraintRefusesOneRecord() {
        db.execute(
                "CREATE DOMAIN dpos AS numeric(10,2) CHECK (VALUE > 0)",
                "CREATE DOMAIN deeper AS dpos CHECK (VALUE < 100)",
                "CREATE TABLE t (id int8, a deeper, b deeper[])");
        Schema row = SchemaBuilder.struct()
                .field("id", Schema.INT64_SCHEMA)
                .field("a", Schema.STRING_SCHEMA)
                .field("b", SchemaBuilder.array(Schema.STRING_SCHEMA).build())
                .build();
        for (String[] values : new String[][] {{"1.5", "2"}, {"-1", "2"}, {"1", "-2"}, {"1", "100"}, {"1.555", "1"}}) {
            log.add(
                    P0,
                    new Struct(row)
                            .put("id", log.partitions().isEmpty() ? 0L : log.end(P0))
                            .put("a", values[0])
                            .put("b", List.of(values[1])));
        }
        assertThat(reported(Map.of())).containsExactlyInAnyOrder(1L, 2L, 3L, 4L);
        assertThat(db.rows("SELECT id, a, b FROM t")).containsExactly(List.of("0", "1.50", "{2.00}"));
    }

    @Test
    void aCompositeIsMatchedByNameAlsoWhenItChanges() {
        db.execute(
                "CREATE TYPE price AS (cur text, gone int, amt numeric)",
                "CREATE TABLE t (id int8, m price, n price[])");
        db.execute("ALTER TYPE price DROP ATTRIBUTE gone");
        Schema price = SchemaBuilder.struct()
                .optional()
                .field("amt", Schema.OPTIONAL_STRING_SCHEMA)
                .field("cur", Schema.OPTIONAL_STRING_SCHEMA)
                .build();
        Schema row = SchemaBuilder.struct()
                .field("id", Schema.INT64_SCHEMA)
                .field("m", price)
                .field("n", SchemaBuilder.array(price).build())
                .build();
        Struct some = new Struct(price).put("amt", "1.10");
        log.add(P0, new Struct(row).put("id", 1L).put("m", some).put("n", List.of(some)));
        log.add(P0, new Struct(row).put("id", 2L).put("n", List.of()));
        try (SinkDriver sink = SinkDriver.of(db, log, Map.of())) {
            sink.openAll();
            sink.drain();
            db.execute("ALTER TYPE price DROP ATTRIBUTE amt", "ALTER TYPE price ADD ATTRIBUTE amt int8");
            log.add(
                    P0,
                    new Struct(row)
                            .put("id", 3L)
                            .put("m", new Struct(price).put("amt", "7").put("cur", "EUR"))
                            .put("n", List.of()));
            sink.drain();
        }
        assertThat(db.rows("SELECT id, m, n FROM t ORDER BY id"))
                .containsExactly(
                        List.of("1", "(,)", "{\"(,)\"}"),
                        java.util.Arrays.asList("2", null, "{}"),
                        List.of("3", "(EUR,7)", "{}"));
    }

    @Test
    void typesOfAnExtensionThatIsMadeAnewHaveOtherNumbers() {
        db.execute("CREATE EXTENSION citext", "CREATE TABLE t (id int8 PRIMARY KEY, a citext, b citext[])");
        Schema row = SchemaBuilder.struct()
                .field("id", Schema.INT64_SCHEMA)
                .field("a", Schema.STRING_SCHEMA)
                .field("b", SchemaBuilder.array(Schema.STRING_SCHEMA).build())
                .build();
        Map<String, String> upsert = Map.of("insert.mode", "upsert", "pk.mode", "record_value", "pk.fields", "id");
        for (Map<String, String> settings : List.of(Map.<String, String>of(), upsert)) {
            db.execute("TRUNCATE t");
            TopicLog records = new TopicLog();
            try (SinkDriver sink = SinkDriver.of(db, records, settings)) {
                records.add(P0, new Struct(row).put("id", 1L).put("a", "A").put("b", List.of("B", "x".repeat(5_000))));
                sink.openAll();
                sink.drain();
                db.execute(
                        "DROP TABLE t",
                        "DROP EXTENSION citext",
                        "CREATE EXTENSION citext",
                        "CREATE TABLE t (id int8 PRIMARY KEY, a citext, b citext[])");
                records.add(P0, new Struct(row).put("id", 2L).put("a", "A").put("b", List.of("B", "x".repeat(5_000))));
                sink.drain();
            }
            assertThat(db.rows("SELECT id, a, b[1], pg_typeof(b) FROM t"))
                    .containsExactly(List.of("2", "A", "B", "citext[]"));
        }
    }

    private void add(Schema row, long id, String label) {
        log.add(P0, new Struct(row).put("id", id).put("m", label).put("n", List.of(label)));
    }

    private List<Long> reported(Map<String, String> settings) {
        try (SinkDriver sink = SinkDriver.tolerant(db, log, settings)) {
            sink.openAll();
            sink.drain();
            return sink.context.bad().stream()
                    .map(SinkRecord::originalKafkaOffset)
                    .toList();
        }
    }

    private void drain(Map<String, String> settings) {
        drain(log, settings);
    }

    private void drain(TopicLog records, Map<String, String> settings) {
        try (SinkDriver sink = SinkDriver.of(db, records, settings)) {
            sink.openAll();
            sink.drain();
        }
    }
}
