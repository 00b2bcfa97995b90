/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.integration.sink;

import io.pgcopy.integration.fixture.Database;
import io.pgcopy.integration.fixture.PostgresOptions;
import io.pgcopy.integration.fixture.PostgresServer;
import java.sql.Connection;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaBuilder;
import org.apache.kafka.connect.data.Struct;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class EvolutionIT {
    private static final Map<String, String> AUTO = Map.of("auto.create", "true", "auto.evolve", "true");
    private static final TopicPartition P0 = new TopicPartition("t", 0);
    private static final Schema KEY =
            SchemaBuilder.struct().field("id", Schema.INT64_SCHEMA).build();
    private static final String COLUMNS = "SELECT attname, format_type(atttypid, atttypmod), attnotnull,"
            + " pg_get_expr(adbin, adrelid) FROM pg_attribute LEFT JOIN pg_attrdef ON adrelid = attrelid AND"
            + " adnum = attnum WHERE attrelid = 't'::regclass AND attnum > 0 ORDER BY attnum";

    private static PostgresServer server;
    private final TopicLog log = new TopicLog();
    private Database db;

    @BeforeAll
    static void start() {
        server = PostgresServer.start(PostgresOptions.named("evolution"));
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @BeforeEach
    void create() {
        db = server.createDatabase("evolution");
    }

    @Test
    void addsAColumnToATableThatALargeRowIsBeingWrittenTo() {
        db.execute("CREATE TABLE t (id int8, note text)");
        Schema wide = SchemaBuilder.struct()
                .field("id", Schema.INT64_SCHEMA)
                .field("more", Schema.OPTIONAL_STRING_SCHEMA)
                .build();
        Slices large = new Slices(log, P0, 1, "aa", "bb", "cc").next().next();
        log.add(P0, new Struct(wide).put("id", 2L).put("more", "x"));
        large.next();
        Map<String, String> settings = new HashMap<>(AUTO);
        settings.put("chunk.buffer.row.bytes", "0");
        try (SinkDriver sink = SinkDriver.of(db, log, settings)) {
            sink.openAll();
            sink.drain();
        }
        assertThat(db.rows("SELECT id, note, more FROM t ORDER BY id"))
                .containsExactly(row("1", "aabbcc", null), row("2", null, "x"));
    }

    // size: a table, one line a column
    @Test
    void rebuildsTheColumnsOfTheSource() {
        Schema schema = SchemaBuilder.struct()
                .field("id", typed(SchemaBuilder.int64(), "bigint"))
                .field("price", typed(SchemaBuilder.string().optional(), "numeric(12,2)"))
                .field("code", typed(SchemaBuilder.string().optional().defaultValue("it's"), "character varying(20)"))
                .field("at", typed(SchemaBuilder.string().optional(), "timestamp(3) with time zone"))
                .field(
                        "tags",
                        typed(SchemaBuilder.array(Schema.OPTIONAL_STRING_SCHEMA).optional(), "text[]"))
                .field("mood", typed(SchemaBuilder.string().optional(), "no_such_enum"))
                .field("evil", typed(SchemaBuilder.string().optional(), "text); DROP TABLE x; --"))
                .field("evils", typed(SchemaBuilder.string().optional(), "text default now()"))
                .field("money", based(SchemaBuilder.string().optional(), "price", "numeric(8,2)"))
                .field("known", based(SchemaBuilder.string().optional(), "\"Known One\"", "text"))
                .field("plain", Schema.OPTIONAL_FLOAT64_SCHEMA)
                .build();
        db.execute("CREATE DOMAIN \"Known One\" AS text");
        log.add(
                P0,
                KEY,
                new Struct(KEY).put("id", 1L),
                schema,
                new Struct(schema).put("id", 1L).put("price", "1.20"));
        drain();
        assertThat(db.rows(COLUMNS))
                .containsExactly(
                        row("id", "bigint", "t", null),
                        row("price", "numeric(12,2)", "f", null),
                        row("code", "character varying(20)", "f", "'it''s'::character varying"),
                        row("at", "timestamp(3) with time zone", "f", null),
                        row("tags", "text[]", "f", null),
                        row("mood", "text", "f", null),
                        row("evil", "text", "f", null),
                        row("evils", "text", "f", null),
                        row("money", "numeric(8,2)", "f", null),
                        row("known", "\"Known One\"", "f", null),
                        row("plain", "double precision", "f", null));
        assertThat(db.text("SELECT conname FROM pg_constraint WHERE contype = 'p' AND conrelid = 't'::regclass"))
                .isEqualTo("t_pkey");
        assertThat(db.text("SELECT id || ' ' || price FROM t")).isEqualTo("1 1.20");
    }

    @Test
    void addsAColumnInTheMiddleOfABatch() {
        Schema one = SchemaBuilder.struct().field("id", Schema.INT64_SCHEMA).build();
        Schema two = SchemaBuilder.struct()
                .field("id", Schema.INT64_SCHEMA)
                .field("more", Schema.OPTIONAL_STRING_SCHEMA)
                .build();
        for (int i = 0; i < 5; i++) {
            Schema schema = i == 2 || i == 4 ? two : one;
            Struct value = new Struct(schema).put("id", (long) i);
            log.add(P0, schema == two ? value.put("more", "m") : value);
        }
        drain();
        assertThat(db.rows("SELECT id, more FROM t ORDER BY id"))
                .containsExactly(row("0", null), row("1", null), row("2", "m"), row("3", null), row("4", "m"));
    }

    @Test
    void refusesARequiredColumnWithoutADefault() {
        db.execute("CREATE TABLE t (id int8)", "INSERT INTO t VALUES (7)");
        Schema schema = SchemaBuilder.struct()
                .field("id", Schema.INT64_SCHEMA)
                .field("must", Schema.INT32_SCHEMA)
                .build();
        log.add(P0, new Struct(schema).put("id", 1L).put("must", 2));
        try (SinkDriver sink = SinkDriver.of(db, log, AUTO)) {
            sink.openAll();
            assertThatThrownBy(sink::drain).hasMessageContaining("must").hasMessageContaining("default");
        }
        assertThat(db.count("t")).isEqualTo(1);
    }

    @Test
    void letsTasksRaceForTheSameTable() throws Exception {
        race(SchemaBuilder.struct().field("id", Schema.INT64_SCHEMA).build());
        assertThat(db.count("t")).isEqualTo(4);
    }

    @Test
    void letsTasksRaceForTheSameColumn() throws Exception {
        db.execute("CREATE TABLE t (id int8)", "INSERT INTO t VALUES (-1)");
        race(SchemaBuilder.struct()
                .field("id", Schema.INT64_SCHEMA)
                .field("more", Schema.OPTIONAL_STRING_SCHEMA)
                .field("many", SchemaBuilder.int32().defaultValue(5).build())
                .build());
        assertThat(db.count("t")).isEqualTo(5);
        assertThat(db.rows(COLUMNS))
                .containsExactly(
                        row("id", "bigint", "f", null),
                        row("more", "text", "f", null),
                        row("many", "integer", "t", "5"));
    }

    @Test
    void addsColumnsWithTheirTypeAndDefaultAndNarrowsNothing() {
        db.execute("CREATE TABLE t (id int8, note varchar(5), extra int)", "INSERT INTO t VALUES (0, 'a', 1)");
        Schema schema = SchemaBuilder.struct()
                .field("id", typed(SchemaBuilder.int64(), "integer"))
                .field("note", typed(SchemaBuilder.string().optional(), "character varying(3)"))
                .field("price", typed(SchemaBuilder.string().defaultValue("0.50"), "numeric(6,2)"))
                .field("day", typed(SchemaBuilder.string().optional(), "date"))
                .build();
        log.add(
                P0,
                new Struct(schema)
                        .put("id", 1L)
                        .put("note", "b")
                        .put("price", "2.00")
                        .put("day", "2024-02-29"));
        drain();
        assertThat(db.rows(COLUMNS))
                .containsExactly(
                        row("id", "bigint", "f", null),
                        row("note", "character varying(5)", "f", null),
                        row("extra", "integer", "f", null),
                        row("price", "numeric(6,2)", "t", "0.50"),
                        row("day", "date", "f", null));
        assertThat(db.rows("SELECT id, note, extra, price, day FROM t ORDER BY id"))
                .containsExactly(row("0", "a", "1", "0.50", null), row("1", "b", null, "2.00", "2024-02-29"));
    }

    @Test
    void waitsShortlyForTheTablesLockAndTriesAgain() throws Exception {
        db.execute("CREATE TABLE t (id int8)");
        Schema schema = SchemaBuilder.struct()
                .field("id", Schema.INT64_SCHEMA)
                .field("more", Schema.OPTIONAL_STRING_SCHEMA)
                .build();
        log.add(P0, new Struct(schema).put("id", 1L).put("more", "m"));
        try (Connection reader = db.connect();
                Statement statement = reader.createStatement();
                SinkDriver sink = SinkDriver.of(db, log, AUTO)) {
            reader.setAutoCommit(false);
            statement.execute("SELECT count(*) FROM t");
            sink.openAll();
            // The first attempt gives way after two seconds, and holds nobody up meanwhile.
            sink.poll();
            assertThat(db.count("pg_locks WHERE NOT granted")).isZero();
            assertThat(db.count("pg_attribute WHERE attrelid = 't'::regclass AND attname = 'more'"))
                    .isZero();
            reader.rollback();
            sink.drain();
        }
        assertThat(db.rows("SELECT id, more FROM t")).containsExactly(row("1", "m"));
    }

    @Test
    void changesNothingUnlessAllowed() {
        Schema schema = SchemaBuilder.struct().field("id", Schema.INT64_SCHEMA).build();
        log.add(P0, new Struct(schema).put("id", 1L));
        try (SinkDriver sink = SinkDriver.of(db, log, Map.of())) {
            sink.openAll();
            assertThatThrownBy(sink::drain).hasMessageContaining("auto.create");
        }
    }

    @Test
    void saysWhatItCannotMakeATableOf() {
        log.add(P0, KEY, new Struct(KEY).put("id", 1L), null, null);
        Map<String, String> settings = new HashMap<>(AUTO);
        settings.putAll(Map.of("delete.enabled", "true", "insert.mode", "upsert"));
        try (SinkDriver sink = SinkDriver.of(db, log, settings)) {
            sink.openAll();
            assertThatThrownBy(sink::drain)
                    .hasMessageContaining("Table public.t does not exist")
                    .hasMessageContaining("is a delete or has no field");
        }
    }

    /** Four tasks begin at once with a record each. */
    private void race(Schema schema) throws InterruptedException {
        List<Thread> tasks = new ArrayList<>();
        List<Throwable> failures = new ArrayList<>();
        for (int task = 0; task < 4; task++) {
            TopicPartition partition = new TopicPartition("t", task);
            Struct row = new Struct(schema).put("id", (long) task);
            log.add(partition, schema.field("many") == null ? row : row.put("many", task));
            Map<String, String> settings = SinkDriver.settings(db, AUTO);
            // In one JVM the metrics of two tasks need two names.
            settings.put("name", "racing-" + task);
            tasks.add(new Thread(() -> {
                try (SinkDriver sink = new SinkDriver(settings, log, new HashMap<>(), false)) {
                    sink.open(List.of(partition));
                    sink.drain();
                } catch (RuntimeException | AssertionError e) {
                    synchronized (failures) {
                        failures.add(e);
                    }
                }
            }));
        }
        tasks.forEach(Thread::start);
        for (Thread task : tasks) {
            task.join();
        }
        assertThat(failures).isEmpty();
    }

    private void drain() {
        try (SinkDriver sink = SinkDriver.of(db, log, AUTO)) {
            sink.openAll();
            sink.drain();
        }
    }

    private static Schema based(SchemaBuilder schema, String type, String base) {
        return typed(schema.parameter("io.pgcopy.type.base", base), type);
    }

    private static Schema typed(SchemaBuilder schema, String type) {
        return schema.parameter("io.pgcopy.type", type).build();
    }

    private static List<String> row(String... values) {
        return java.util.Arrays.asList(values);
    }
}
