/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.integration.sink;

import io.pgcopy.integration.fixture.Database;
import io.pgcopy.integration.fixture.PostgresOptions;
import io.pgcopy.integration.fixture.PostgresServer;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaBuilder;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.sink.SinkRecord;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** Columns of types without a codec: the server makes their values of its own text form, in every way of writing. */
class UnknownTypesIT {
    private static final TopicPartition P0 = new TopicPartition("t", 0);
    private static final Schema TEXT_FORM =
            SchemaBuilder.string().optional().name("io.pgcopy.data.Text").build();
    private static final Schema ROW = SchemaBuilder.struct()
            .field("id", Schema.INT64_SCHEMA)
            .field("c", TEXT_FORM)
            .field("note", Schema.OPTIONAL_STRING_SCHEMA)
            .build();
    private static final Schema KEY =
            SchemaBuilder.struct().field("id", Schema.INT64_SCHEMA).build();
    private static final Schema CUBE_KEY = SchemaBuilder.struct()
            .field("c", SchemaBuilder.string().name("io.pgcopy.data.Text").build())
            .build();
    private static final List<@Nullable String> CUBES =
            Arrays.asList("(1, 2),(3, 4)", null, "(0.1)", "(1e+300, -5e-324)", "(1),(2)");

    private static PostgresServer server;
    private Database db;
    private TopicLog log = new TopicLog();

    @BeforeAll
    static void start() {
        server = PostgresServer.start(PostgresOptions.named("unknown-types"));
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @BeforeEach
    void create() {
        db = server.createDatabase("unknown_types");
        db.execute("CREATE EXTENSION cube", "CREATE TABLE t (id int8 PRIMARY KEY, c cube, note text)");
    }

    @Test
    void areInsertedExactlyInNarrowAndInWideRows() {
        for (String note : List.of("narrow", "w".repeat(5_000))) {
            db.execute("TRUNCATE t");
            log = new TopicLog();
            for (int i = 0; i < CUBES.size(); i++) {
                add(i, CUBES.get(i), note);
            }
            drain(Map.of());
            assertThat(cubes()).isEqualTo(CUBES);
            assertThat(db.count("t WHERE note = '" + note + "'")).isEqualTo(CUBES.size());
        }
    }

    @Test
    void areUpsertedIgnoredAndUpdatedInNarrowAndInWideRows() {
        for (String note : List.of("narrow", "w".repeat(5_000))) {
            db.execute("TRUNCATE t", "INSERT INTO t VALUES (0, '(9)', 'old')");
            write(0, "(1)", note, Map.of("insert.mode", "insert_ignore"));
            write(1, "(2)", note, Map.of("insert.mode", "insert_ignore"));
            assertThat(cubes()).containsExactly("(9)", "(2)");
            write(0, "(3)", note, Map.of("insert.mode", "upsert"));
            write(1, null, note, Map.of("insert.mode", "upsert"));
            assertThat(cubes()).containsExactly("(3)", null);
            write(1, "(4, 5)", note, Map.of("insert.mode", "update"));
            write(2, "(6)", note, Map.of("insert.mode", "update"));
            assertThat(cubes()).containsExactly("(3)", "(4, 5)");
        }
    }

    @Test
    void canBeTheKeyOfUpsertsAndDeletes() {
        db.execute("DROP TABLE t", "CREATE TABLE t (id int8, c cube PRIMARY KEY, note text)");
        for (String cube : List.of("(1)", "(2)", "(1)")) {
            log.add(P0, CUBE_KEY, key(cube), ROW, row(7, cube, "n"));
        }
        log.add(P0, CUBE_KEY, key("(2)"), null, null);
        drain(Map.of("insert.mode", "upsert", "delete.enabled", "true"));
        assertThat(cubes()).containsExactly("(1)");
    }

    @Test
    void aTextThatIsNoValueOfTheTypeIsOneBadRecord() {
        for (int i = 0; i < 200; i++) {
            add(i, i == 77 ? "no cube canary" : "(" + i + ")", "n");
        }
        try (SinkDriver sink = SinkDriver.tolerant(db, log, Map.of())) {
            sink.openAll();
            sink.drain();
            assertThat(sink.context.bad())
                    .extracting(SinkRecord::originalKafkaOffset)
                    .containsExactly(77L);
            assertThat(sink.context.messages().get(0)).doesNotContain("canary");
        }
        assertThat(db.count("t")).isEqualTo(199);
    }

    // An input function may give any SQLSTATE: here that of a name which is not there.
    @Test
    void aTextThatNamesWhatTheTargetHasNotIsOneBadRecordToo() {
        for (String note : List.of("narrow", "w".repeat(5_000))) {
            db.execute("DROP TABLE t", "CREATE TABLE t (id int8, c aclitem, note text)");
            log = new TopicLog();
            add(0, "postgres=r/postgres", note);
            add(1, "canary=r/postgres", note);
            add(2, "=r/postgres", note);
            try (SinkDriver sink = SinkDriver.tolerant(db, log, Map.of())) {
                sink.openAll();
                sink.drain();
                assertThat(sink.context.bad())
                        .extracting(SinkRecord::originalKafkaOffset)
                        .containsExactly(1L);
                assertThat(sink.context.messages().get(0)).contains("42704").doesNotContain("canary");
            }
            assertThat(cubes()).containsExactly("postgres=r/postgres", "=r/postgres");
        }
    }

    // A cast that the type's author wrote need not be the type's input function.
    @Test
    void goThroughTheTypesInputFunctionAndNotThroughACastOfItsAuthor() {
        db.execute(
                "DROP TABLE t",
                "CREATE TYPE odd",
                "CREATE FUNCTION odd_in(cstring) RETURNS odd LANGUAGE internal IMMUTABLE STRICT AS 'int8in'",
                "CREATE FUNCTION odd_out(odd) RETURNS cstring LANGUAGE internal IMMUTABLE STRICT AS 'int8out'",
                "CREATE TYPE odd (INPUT = odd_in, OUTPUT = odd_out, LIKE = int8)",
                "CREATE FUNCTION wrong(text) RETURNS odd LANGUAGE sql AS $$ SELECT odd_in('666') $$",
                "CREATE CAST (text AS odd) WITH FUNCTION wrong(text)",
                "CREATE TABLE t (id int8, c odd, note text)");
        add(1, "42", "n");
        add(2, "-9223372036854775808", "w".repeat(9_000));
        drain(Map.of());
        assertThat(cubes()).containsExactly("42", "-9223372036854775808");
    }

    @Test
    void areCreatedByNameOrAsTextWhereTheTargetDoesNotKnowThem() {
        db.execute("DROP TABLE t");
        Schema schema = SchemaBuilder.struct()
                .field("id", Schema.INT64_SCHEMA)
                .field("c", typed("cube"))
                .field("d", typed("no_such_type"))
                .build();
        log.add(P0, new Struct(schema).put("id", 1L).put("c", "(1)").put("d", "as it is"));
        drain(Map.of("auto.create", "true"));
        assertThat(db.rows("SELECT c, d, pg_typeof(c), pg_typeof(d) FROM t"))
                .containsExactly(List.of("(1)", "as it is", "cube", "text"));
    }

    private static Schema typed(String type) {
        return SchemaBuilder.string()
                .optional()
                .name("io.pgcopy.data.Text")
                .parameter("io.pgcopy.type", type)
                .build();
    }

    private void write(long id, @Nullable String cube, String note, Map<String, String> settings) {
        log = new TopicLog();
        add(id, cube, note);
        drain(settings);
    }

    private void add(long id, @Nullable String cube, String note) {
        log.add(P0, KEY, new Struct(KEY).put("id", id), ROW, row(id, cube, note));
    }

    private static Struct row(long id, @Nullable String cube, String note) {
        return new Struct(ROW).put("id", id).put("c", cube).put("note", note);
    }

    private static Struct key(String cube) {
        return new Struct(CUBE_KEY).put("c", cube);
    }

    private void drain(Map<String, String> settings) {
        try (SinkDriver sink = SinkDriver.of(db, log, settings)) {
            sink.openAll();
            sink.drain();
        }
    }

    private List<@Nullable String> cubes() {
        return db.rows("SELECT c::varchar FROM t ORDER BY id").stream()
                .<@Nullable String>map(row -> row.get(0))
                .toList();
    }
}
