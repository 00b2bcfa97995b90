/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.integration.sink;

import io.pgcopy.integration.fixture.Database;
import io.pgcopy.integration.fixture.PostgresOptions;
import io.pgcopy.integration.fixture.PostgresServer;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.sink.SinkRecord;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** Several tables in one flush that refer to each other by foreign keys. */
class UpsertReferencesIT {
    private static final Map<String, String> UPSERT = Map.of("insert.mode", "upsert", "delete.enabled", "true");

    private static PostgresServer server;
    private Database db;
    private final TopicLog log = new TopicLog();

    @BeforeAll
    static void start() {
        server = PostgresServer.start(PostgresOptions.named("upsert-references"));
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @BeforeEach
    void create() {
        db = server.createDatabase("upsert_references");
    }

    @ParameterizedTest(name = "insert.mode={0}")
    @ValueSource(strings = {"insert", "upsert"})
    void writesTheReferredTableFirstWhicheverTopicComesFirst(String mode) {
        db.execute(
                "CREATE TABLE m (id int8 PRIMARY KEY, up int8)",
                "CREATE TABLE a (id int8 PRIMARY KEY, up int8 REFERENCES m)",
                "CREATE TABLE z (id int8 PRIMARY KEY, up int8 REFERENCES m)",
                "ALTER TABLE m ADD FOREIGN KEY (up) REFERENCES m");
        for (long id = 0; id < 300; id++) {
            row("a", id, 299 - id);
            row("z", id, 299 - id);
            // To a row that comes later.
            row("m", id, Math.min(299, id + 1));
        }
        drain(Map.of("insert.mode", mode));
        assertThat(db.count("a") + db.count("z") + db.count("m")).isEqualTo(900);
    }

    @Test
    void deletesARowThatOthersHaveLetGoInTheSameFlush() {
        db.execute(
                "CREATE TABLE p (id int8 PRIMARY KEY, up int8)",
                "CREATE TABLE c (id int8 PRIMARY KEY, up int8 REFERENCES p)",
                "INSERT INTO p VALUES (1), (2), (3)",
                "INSERT INTO c VALUES (10, 1), (11, 1), (12, 3)");
        row("c", 10, 2L);
        row("c", 11, null);
        delete("c", 12);
        delete("p", 1);
        delete("p", 3);
        drain(UPSERT);
        assertThat(db.rows("SELECT id FROM p ORDER BY id")).containsExactly(List.of("2"));
        assertThat(db.text("SELECT string_agg(id || ':' || coalesce(up::text, '-'), ' ' ORDER BY id) FROM c"))
                .isEqualTo("10:2 11:-");
    }

    /** Kafka hands over one partition after the other, so the parent's come first. */
    @ParameterizedTest(name = "ON DELETE {0}")
    @ValueSource(strings = {"NO ACTION", "CASCADE"})
    void deletesARowThatOthersHaveLetGoBesideNewRowsOfItsTable(String action) {
        db.execute(
                "CREATE TABLE p (id int8 PRIMARY KEY, up int8)",
                "CREATE TABLE c (id int8 PRIMARY KEY, up int8 REFERENCES p ON DELETE " + action + ")",
                "CREATE TABLE g (id int8 REFERENCES c ON DELETE CASCADE)",
                "INSERT INTO p VALUES (1), (2)",
                "INSERT INTO c VALUES (10, 1)",
                "INSERT INTO g VALUES (10)");
        delete("p", 1);
        row("p", 3, null);
        row("c", 10, 2L);
        drain(UPSERT);
        assertThat(db.text("SELECT string_agg(id::text, ' ' ORDER BY id) FROM p"))
                .isEqualTo("2 3");
        assertThat(db.text("SELECT string_agg(id || ':' || up, ' ') FROM c")).isEqualTo("10:2");
        assertThat(db.count("g")).isEqualTo(1);
    }

    @Test
    void deletesFirstWhatARowOfItsKeyFollows() {
        db.execute(
                "CREATE TABLE p (id int8 PRIMARY KEY, up int8, more int8 DEFAULT 7)",
                "CREATE TABLE c (id int8 PRIMARY KEY, up int8 REFERENCES p)",
                "INSERT INTO p VALUES (1, 1, 1), (2, 2, 2)");
        delete("p", 1);
        row("p", 1, 5L);
        row("c", 10, 1L);
        drain(UPSERT);
        assertThat(db.text("SELECT string_agg(id || ':' || up || ':' || more, ' ' ORDER BY id) FROM p"))
                .isEqualTo("1:5:7 2:2:2");
        assertThat(db.count("c")).isEqualTo(1);
    }

    @ParameterizedTest(name = "with {0} bytes a row")
    @ValueSource(ints = {0, 6_000})
    void setsOnlyBadRowsAsideAmongRowsThatReferToEachOther(int width) {
        db.execute("CREATE TABLE n (id int8 PRIMARY KEY, up int8 REFERENCES n, pad text CHECK (pad <> 'bad'))");
        TopicPartition topic = new TopicPartition("n", 0);
        for (long id = 0; id < 200; id++) {
            String pad = id == 37 ? "bad" : "p".repeat(width);
            // 61 refers to nothing, 38 to a row that is refused.
            long up = id == 61 ? 1_000 : id == 38 ? 37 : Math.max(0, id - 50);
            Struct row = Rows.of("id", id, "up", up, "pad", pad);
            Struct key = Rows.of("id", id);
            log.add(topic, key.schema(), key, row.schema(), row);
        }
        try (SinkDriver sink = SinkDriver.tolerant(db, log, Map.of("insert.mode", "upsert"))) {
            sink.openAll();
            sink.drain();
            // And the rows that refer to these.
            assertThat(sink.context.bad())
                    .extracting(SinkRecord::originalKafkaOffset)
                    .containsExactlyInAnyOrder(37L, 87L, 137L, 187L, 38L, 88L, 138L, 188L, 61L, 111L, 161L);
        }
        assertThat(db.count("n")).isEqualTo(189);
    }

    @Test
    void namesTheWayOutWhereForeignKeysLeadInACircle() {
        db.execute(
                "CREATE TABLE x (id int8 PRIMARY KEY, up int8)",
                "CREATE TABLE y (id int8 PRIMARY KEY, up int8 REFERENCES x)",
                "ALTER TABLE x ADD CONSTRAINT back FOREIGN KEY (up) REFERENCES y");
        row("x", 1, 1L);
        row("y", 1, 1L);
        try (SinkDriver sink = SinkDriver.tolerant(db, log, UPSERT)) {
            sink.openAll();
            assertThatThrownBy(sink::drain)
                    .hasMessageContaining("circle")
                    .hasMessageContaining("DEFERRABLE")
                    .hasMessageContaining("public.x");
            assertThat(sink.context.reported).isEmpty();
        }
        db.execute("ALTER TABLE x ALTER CONSTRAINT back DEFERRABLE");
        drain(UPSERT);
        assertThat(db.count("x") + db.count("y")).isEqualTo(2);
    }

    @Test
    void saysWhatToDoWhereTheReferredRowIsNotThereYet() {
        db.execute(
                "CREATE TABLE p (id int8 PRIMARY KEY)", "CREATE TABLE c (id int8 PRIMARY KEY, up int8 REFERENCES p)");
        row("c", 1, 5L);
        try (SinkDriver sink = SinkDriver.of(db, log, UPSERT)) {
            sink.openAll();
            assertThatThrownBy(sink::drain)
                    .hasMessageContaining("topic c, partition 0, offset 0")
                    .hasMessageContaining("23503")
                    .hasMessageContaining("tasks.max=1");
        }
    }

    private void row(String table, long id, Long up) {
        Struct key = Rows.of("id", id);
        Struct row = Rows.of("id", id, "up", up == null ? Schema.OPTIONAL_INT64_SCHEMA : up);
        log.add(new TopicPartition(table, 0), key.schema(), key, row.schema(), row);
    }

    private void delete(String table, long id) {
        Struct key = Rows.of("id", id);
        log.add(new TopicPartition(table, 0), key.schema(), key, null, null);
    }

    private void drain(Map<String, String> settings) {
        try (SinkDriver sink = SinkDriver.of(db, log, settings)) {
            sink.openAll();
            sink.drain();
        }
    }
}
