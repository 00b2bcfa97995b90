/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.integration.sink;

import io.pgcopy.integration.fixture.Database;
import io.pgcopy.integration.fixture.PostgresOptions;
import io.pgcopy.integration.fixture.PostgresServer;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.errors.ConnectException;
import org.apache.kafka.connect.errors.DataException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** A column of the target gets another type while the sink runs: the bytes for the old one are no values of the new. */
class ChangedTypesIT {
    private static final TopicPartition P0 = new TopicPartition("t", 0);

    private static PostgresServer server;
    private final TopicLog log = new TopicLog();
    private Database db;

    @BeforeAll
    static void start() {
        server = PostgresServer.start(PostgresOptions.named("changed-types"));
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @BeforeEach
    void create() {
        db = server.createDatabase("changed_types");
        db.execute("CREATE TABLE t (id int PRIMARY KEY, n int8, r int)");
    }

    @ParameterizedTest
    @CsvSource({
        "insert, at_least_once, ALTER n TYPE numeric",
        "insert, exactly_once, 'ALTER n TYPE float8, ALTER r TYPE float4'",
        "upsert, at_least_once, ALTER n TYPE numeric",
        "upsert, exactly_once, 'ALTER n TYPE float8, ALTER r TYPE float4'",
        "insert_ignore, at_least_once, ALTER r TYPE int8",
        "update, at_least_once, ALTER n TYPE numeric",
        "insert, at_least_once, ALTER r TYPE int8",
        "upsert, at_least_once, ALTER id TYPE int8",
    })
    void rowsAreWrittenForTheTypesThatThereAre(String mode, String guarantee, String change) {
        db.execute(mode.equals("update") ? "INSERT INTO t SELECT i FROM generate_series(1, 4) AS i" : "SELECT 1");
        Map<String, String> settings = Map.of("insert.mode", mode, "delivery.guarantee", guarantee);
        try (SinkDriver sink = SinkDriver.tolerant(db, log, settings)) {
            write(1);
            write(2);
            sink.openAll();
            sink.drain();
            db.execute("ALTER TABLE t " + change.replace("ALTER ", "ALTER COLUMN "));
            write(3);
            write(4);
            sink.drain();
            assertThat(sink.context.messages()).isEmpty();
        }
        assertThat(db.rows("SELECT id, CAST(n AS int8), CAST(r AS int) FROM t ORDER BY id"))
                .containsExactly(row(1), row(2), row(3), row(4));
    }

    @Test
    void rowsThatAreDeletedAreThoseOfTheKey() {
        db.execute("INSERT INTO t SELECT i, i, i FROM generate_series(0, 4) AS i");
        try (SinkDriver sink = SinkDriver.of(db, log, Map.of("insert.mode", "upsert", "delete.enabled", "true"))) {
            delete(1);
            sink.openAll();
            sink.drain();
            db.execute("ALTER TABLE t ALTER COLUMN id TYPE float4");
            delete(3);
            sink.drain();
        }
        assertThat(db.rows("SELECT CAST(id AS int) FROM t ORDER BY id"))
                .containsExactly(List.of("0"), List.of("2"), List.of("4"));
    }

    @Test
    void aTableMadeAnewIsAnotherTable() {
        try (SinkDriver sink = SinkDriver.of(db, log, Map.of())) {
            write(1);
            sink.openAll();
            sink.drain();
            db.execute("DROP TABLE t", "CREATE TABLE t (r numeric, n float8, id int)");
            write(2);
            sink.drain();
        }
        assertThat(db.rows("SELECT id, CAST(n AS int8), CAST(r AS int) FROM t")).containsExactly(row(2));
    }

    @ParameterizedTest
    @CsvSource({"id TYPE float8", "id TYPE numeric", "note TYPE varchar"})
    void aRowThatIsStreamedMeanwhileIsWrittenForTheTypesThatThereAre(String change) {
        db.execute("DROP TABLE t", "CREATE TABLE t (id int8 PRIMARY KEY, note text)");
        Map<String, String> settings = Map.of("chunk.buffer.row.bytes", "0", "flush.interval.ms", "1");
        new Slices(log, P0, 1, "aa", "bb").next().next();
        try (SinkDriver sink = SinkDriver.tolerant(db, log, settings)) {
            sink.openAll();
            sink.drain();
            db.execute("ALTER TABLE t ALTER COLUMN " + change);
            new Slices(log, P0, 2, "cc", "dd").next().next();
            sink.drain();
            assertThat(sink.context.messages()).isEmpty();
            // Another change is another change.
            db.execute("ALTER TABLE t ALTER COLUMN id TYPE float4");
            new Slices(log, P0, 3, "ee", "ff").next().next();
            sink.drain();
            assertThat(sink.context.messages()).isEmpty();
        }
        assertThat(db.rows("SELECT CAST(id AS int), note FROM t ORDER BY 1"))
                .containsExactly(List.of("1", "aabb"), List.of("2", "ccdd"), List.of("3", "eeff"));
    }

    @ParameterizedTest
    @CsvSource({"DROP COLUMN r", "RENAME COLUMN r TO s"})
    void aColumnThatIsGoneIsNoFaultOfTheRecords(String change) {
        try (SinkDriver sink = SinkDriver.tolerant(db, log, Map.of())) {
            write(1);
            sink.openAll();
            sink.drain();
            db.execute("ALTER TABLE t " + change);
            write(2);
            assertThatThrownBy(sink::drain)
                    .isInstanceOf(ConnectException.class)
                    .isNotInstanceOf(DataException.class)
                    .hasMessageContaining("topic t, partition 0, offset 1")
                    .hasMessageContaining("public.t has no column for the record's field r");
            assertThat(sink.context.messages()).isEmpty();
            assertThat(sink.committed).containsEntry(P0, 1L);
        }
    }

    @Test
    void aColumnThatTheRecordsCannotFillIsNoFaultOfTheirsEither() {
        db.execute("ALTER TABLE t ADD COLUMN must int NOT NULL");
        try (SinkDriver sink = SinkDriver.tolerant(db, log, Map.of())) {
            write(1);
            sink.openAll();
            assertThatThrownBy(sink::drain)
                    .isNotInstanceOf(DataException.class)
                    .hasMessageContaining("public.t column must is NOT NULL and has no default");
            assertThat(sink.context.messages()).isEmpty();
        }
    }

    @ParameterizedTest
    @CsvSource({"insert", "upsert"})
    void norIsOneThatComesWhileTheSinkRuns(String mode) {
        try (SinkDriver sink = SinkDriver.tolerant(db, log, Map.of("insert.mode", mode))) {
            write(1);
            sink.openAll();
            sink.drain();
            db.execute("ALTER TABLE t ADD COLUMN must int NOT NULL DEFAULT 0", "ALTER TABLE t ALTER must DROP DEFAULT");
            write(2);
            assertThatThrownBy(sink::drain)
                    .isNotInstanceOf(DataException.class)
                    .hasMessageContaining("public.t column must is NOT NULL and has no default");
            assertThat(sink.context.messages()).isEmpty();
        }
    }

    @ParameterizedTest
    @CsvSource({"insert", "upsert"})
    void aColumnWhoseTypeHasADefaultIsOneThatRecordsNeedNotFill(String mode) {
        db.execute(
                "CREATE DOMAIN counted AS int DEFAULT 7",
                "CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'no'"
                        + " USING ERRCODE = 'not_null_violation'; END $$",
                "CREATE TRIGGER refuse BEFORE INSERT ON t FOR EACH ROW WHEN (NEW.id = 2) EXECUTE FUNCTION refuse()");
        try (SinkDriver sink = SinkDriver.tolerant(db, log, Map.of("insert.mode", mode))) {
            write(1);
            sink.openAll();
            sink.drain();
            db.execute("ALTER TABLE t ADD COLUMN must counted NOT NULL");
            write(2);
            write(3);
            sink.drain();
            assertThat(sink.context.messages()).as("the record itself is bad").hasSize(1);
        }
        assertThat(db.rows("SELECT id, must FROM t ORDER BY id")).containsExactly(List.of("1", "7"), List.of("3", "7"));
    }

    @Test
    void aStreamedRowWhoseColumnIsGoneIsNoBadRecordEither() {
        db.execute("DROP TABLE t", "CREATE TABLE t (id int8 PRIMARY KEY, note text)");
        new Slices(log, P0, 1, "aa", "bb").next().next();
        try (SinkDriver sink = SinkDriver.tolerant(db, log, Map.of("chunk.buffer.row.bytes", "0"))) {
            sink.openAll();
            sink.drain();
            db.execute("ALTER TABLE t RENAME COLUMN note TO remark");
            new Slices(log, P0, 2, "cc", "dd").next().next();
            assertThatThrownBy(sink::drain)
                    .isNotInstanceOf(DataException.class)
                    .hasMessageContaining("has no column for the record's field note");
            assertThat(sink.context.messages()).isEmpty();
        }
    }

    private void write(int id) {
        Struct key = Rows.of("id", id);
        Struct row = Rows.of("id", id, "n", id * 1000L, "r", id);
        log.add(P0, key.schema(), key, row.schema(), row);
    }

    private void delete(int id) {
        Struct key = Rows.of("id", id);
        log.add(P0, key.schema(), key, null, null);
    }

    private static List<String> row(int id) {
        return List.of(Integer.toString(id), Integer.toString(id * 1000), Integer.toString(id));
    }
}
