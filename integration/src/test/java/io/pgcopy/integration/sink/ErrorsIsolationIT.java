/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.integration.sink;

import io.pgcopy.integration.fixture.Await;
import io.pgcopy.integration.fixture.Database;
import io.pgcopy.integration.fixture.PostgresOptions;
import io.pgcopy.integration.fixture.PostgresServer;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.stream.LongStream;
import javax.management.JMException;
import javax.management.ObjectName;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.sink.SinkRecord;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** What the server refuses after it has taken the rows: which record it was is found, and no other is lost. */
class ErrorsIsolationIT {
    private static final String CANARY = "canary-8831";
    private static final TopicPartition P0 = new TopicPartition("t", 0);
    private static final String TABLE = "CREATE TABLE t (id int8 PRIMARY KEY, up int8, note text)";

    private static PostgresServer server;
    private Database db;
    private final TopicLog log = new TopicLog();

    @BeforeAll
    static void start() {
        server = PostgresServer.startOwn(
                PostgresOptions.named("errors-isolation").with("log_statement", "all"));
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @BeforeEach
    void create() {
        db = server.createDatabase("errors_isolation");
        db.execute(TABLE, "CREATE TABLE p (id int8 PRIMARY KEY)", "INSERT INTO p SELECT generate_series(0, 4999)");
    }

    @ParameterizedTest(name = "{0}, {1}")
    @CsvSource({
        "insert, IMMEDIATE",
        "insert, DEFERRED",
        "upsert, IMMEDIATE",
        "upsert, DEFERRED",
    })
    void findsRowsThatAForeignKeyRefuses(String mode, String initially) {
        db.execute("ALTER TABLE t ADD CONSTRAINT t_up FOREIGN KEY (up) REFERENCES p DEFERRABLE INITIALLY " + initially);
        rows(1_000, 3, 500, 501, 999);
        assertSetAside(Map.of("insert.mode", mode), List.of("23503", "t_up"), 3, 500, 501, 999);
    }

    @Test
    void findsRowsThatADeferredUniqueConstraintRefuses() {
        db.execute("ALTER TABLE t ADD CONSTRAINT t_note UNIQUE (note) DEFERRABLE INITIALLY DEFERRED");
        rows(400);
        row(400, 0, "n17");
        assertSetAside(Map.of(), List.of("23505", "t_note"), 400);
    }

    @ParameterizedTest(name = "{0} raises {1}")
    @CsvSource({
        "TRIGGER, P0001",
        "TRIGGER, ABC42",
        "TRIGGER, 23514",
        "CONSTRAINT TRIGGER, P0001",
        "CONSTRAINT TRIGGER, ABC42",
    })
    void findsRowsThatAnAfterTriggerRefuses(String kind, String state) {
        db.execute(
                "CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN IF NEW.up = -1 THEN RAISE"
                        + " EXCEPTION 'note is %', NEW.note USING ERRCODE = '" + state
                        + "'; END IF; RETURN NULL; END $$",
                "CREATE " + kind + " look AFTER INSERT ON t "
                        + (kind.startsWith("C") ? "DEFERRABLE INITIALLY DEFERRED" : "")
                        + " FOR EACH ROW EXECUTE FUNCTION refuse()");
        rows(600, 0, 77, 599);
        assertSetAside(Map.of(), List.of(state), 0, 77, 599);
    }

    /** States by which a server tells of its own failures; where it names a row, it is the row's. */
    @ParameterizedTest(name = "{0}")
    @ValueSource(strings = {"08P01", "XX000"})
    void findsRowsThatAreRefusedAsABrokenProtocolOrAnInternalError(String state) {
        db.execute(
                "CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN IF NEW.up = -1 THEN RAISE"
                        + " EXCEPTION 'note is %', NEW.note USING ERRCODE = '" + state
                        + "'; END IF; RETURN NEW; END $$",
                "CREATE TRIGGER look BEFORE INSERT ON t FOR EACH ROW EXECUTE FUNCTION refuse()");
        rows(600, 0, 77, 599);
        assertSetAside(Map.of(), List.of(state), 0, 77, 599);
    }

    /** The same where it names none: nobody knows that it was a row's fault, so nothing is set aside for it. */
    @Test
    void setsNothingAsideForAnInternalErrorThatNamesNoRow() {
        db.execute(
                "CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'broken'"
                        + " USING ERRCODE = 'XX000'; END $$",
                "CREATE TRIGGER look BEFORE INSERT ON t FOR EACH STATEMENT EXECUTE FUNCTION refuse()");
        rows(20);
        try (SinkDriver sink = SinkDriver.tolerant(db, log, Map.of())) {
            sink.openAll();
            assertThatThrownBy(sink::drain).hasMessageContaining("XX000");
            assertThat(sink.context.reported).isEmpty();
        }
    }

    @ParameterizedTest(name = "{0}")
    @ValueSource(strings = {"IMMEDIATE", "DEFERRED"})
    void namesTheVeryRecordWhereNothingIsTolerated(String initially) {
        db.execute("ALTER TABLE t ADD CONSTRAINT t_up FOREIGN KEY (up) REFERENCES p DEFERRABLE INITIALLY " + initially);
        rows(700, 419);
        try (SinkDriver sink = SinkDriver.of(db, log, Map.of())) {
            sink.openAll();
            assertThatThrownBy(sink::drain)
                    .hasMessageContaining("topic t, partition 0, offset 419")
                    .hasMessageContaining("23503")
                    .hasMessageContaining("t_up");
        }
        assertThat(db.count("t")).isZero();
    }

    @Test
    void usesNoMoreSavepointsThanTheServerKeepsAtHand() {
        db.execute("ALTER TABLE t ADD CONSTRAINT t_up FOREIGN KEY (up) REFERENCES p");
        rows(2_000, LongStream.range(0, 40).map(i -> 25 + 50 * i).toArray());
        assertSetAside(
                Map.of(),
                List.of("23503"),
                LongStream.range(0, 40).map(i -> 25 + 50 * i).toArray());
        assertThat(mostSavepoints()).isBetween(30, 60);
    }

    @ParameterizedTest(name = "{0}")
    @ValueSource(strings = {"at_least_once", "exactly_once"})
    void commitsNothingBeforeTheQueueHasTheBadRecord(String guarantee) {
        db.execute("ALTER TABLE t ADD CHECK (up >= 0)");
        rows(100, 41);
        CompletableFuture<Void> answer = new CompletableFuture<>();
        try (SinkDriver sink =
                SinkDriver.tolerant(db, log, Map.of("delivery.guarantee", guarantee, "flush.interval.ms", "1"))) {
            sink.context.answerReportsBy(answer);
            sink.openAll();
            Await.until("the bad record is handed over", () -> {
                sink.poll();
                return !sink.context.reported.isEmpty();
            });
            for (int i = 0; i < 5; i++) {
                Await.pause(Duration.ofMillis(100));
                sink.poll();
                assertThat(db.count("t")).isZero();
            }
            assertThat(sink.committed).isEmpty();
            answer.complete(null);
            sink.context.answerReportsBy(CompletableFuture.completedFuture(null));
            sink.drain();
            assertThat(offsets(sink)).containsOnly(41L);
        }
        assertThat(db.count("t")).isEqualTo(99);
    }

    @ParameterizedTest(name = "{0}")
    @ValueSource(strings = {"at_least_once", "exactly_once"})
    void failsAndCommitsNothingWhereTheQueueDoesNotTakeTheBadRecord(String guarantee) {
        db.execute("ALTER TABLE t ADD CHECK (up >= 0)");
        rows(100, 41);
        try (SinkDriver sink = SinkDriver.tolerant(db, log, Map.of("delivery.guarantee", guarantee))) {
            sink.context.answerReportsBy(CompletableFuture.failedFuture(new IllegalStateException("no such topic")));
            sink.openAll();
            assertThatThrownBy(sink::drain).hasMessageContaining("is the dead letter queue there?");
            assertThat(sink.committed).isEmpty();
        }
        assertThat(db.count("t")).isZero();
    }

    @Test
    void writesTheSameRowsOnceTheCauseIsGone() {
        db.execute("INSERT INTO t VALUES (5, 0, 'in the way')");
        rows(10);
        try (SinkDriver sink = SinkDriver.of(db, log, Map.of())) {
            sink.openAll();
            assertThatThrownBy(sink::drain).hasMessageContaining("offset 5").hasMessageContaining("23505");
        }
        db.execute("DELETE FROM t");
        try (SinkDriver sink = SinkDriver.of(db, log, Map.of())) {
            sink.openAll();
            sink.drain();
        }
        assertThat(db.count("t")).isEqualTo(10);
    }

    // The earlier row of a key has another set of columns, so it goes another way.
    @Test
    void writesTheEarlierRowOfAKeyWhereTheLaterOneIsRefused() {
        db.execute("ALTER TABLE t ADD CHECK (note <> '" + CANARY + "')", "INSERT INTO t VALUES (9, 9, 'old')");
        for (long id = 1; id <= 3; id++) {
            keyed(Rows.of("id", id, "up", id));
            keyed(Rows.of("id", id, "up", 2 * id, "note", id == 2 ? CANARY : "n"));
        }
        db.execute("CREATE TABLE r (up int8 REFERENCES t)", "INSERT INTO r VALUES (9)");
        keyed(Rows.of("id", 9L, "up", 90L));
        Struct key = Rows.of("id", 9L);
        log.add(P0, key.schema(), key, null, null);
        try (SinkDriver sink =
                SinkDriver.tolerant(db, log, Map.of("insert.mode", "upsert", "delete.enabled", "true"))) {
            sink.openAll();
            sink.drain();
            assertThat(offsets(sink)).containsExactlyInAnyOrder(3L, 7L);
        }
        assertThat(db.text("SELECT string_agg(id || ':' || up, ' ' ORDER BY id) FROM t"))
                .isEqualTo("1:2 2:2 3:6 9:90");
    }

    @Test
    void setsNothingAsideForWhatIsNoRecordsFault() {
        rows(50);
        db.execute(
                "DROP ROLE IF EXISTS writer", "CREATE ROLE writer LOGIN PASSWORD 'w'", "GRANT INSERT ON t TO writer");
        Map<String, String> settings = SinkDriver.settings(db, Map.of("retry.timeout.ms", "1500"));
        settings.put("connection.user", "writer");
        settings.put("connection.password", "w");
        try (SinkDriver sink = new SinkDriver(settings, log, new HashMap<>(), true)) {
            sink.openAll();
            sink.drain();
            rows(20);
            db.execute("REVOKE INSERT ON t FROM writer");
            assertThatThrownBy(sink::drain).hasMessageContaining("42501");
            assertThat(sink.context.reported).isEmpty();
        }
        db.execute("GRANT INSERT ON t TO writer");
        try (SinkDriver sink = new SinkDriver(settings, log, new HashMap<>(), true)) {
            sink.openAll();
            db.execute("DROP TABLE t");
            assertThatThrownBy(sink::drain).hasMessageContaining("public.t");
            assertThat(sink.context.reported).isEmpty();
        }
    }

    // In the end there are no new records that would lead to a commit.
    @Test
    void setsNothingAsideDuringAnOutageButTheBadRowAfterIt() {
        db.execute("ALTER TABLE t ADD CHECK (up >= 0)");
        try (SinkDriver sink = SinkDriver.tolerant(db, log, Map.of())) {
            rows(50);
            sink.openAll();
            sink.drain();
            server.stop();
            try {
                rows(20, 57);
                assertNothingMoves(sink, 50);
            } finally {
                server.restart();
            }
            sink.drain();
            assertThat(offsets(sink)).containsExactly(57L);
            readOnly(true);
            try {
                rows(1);
                assertNothingMoves(sink, 70);
            } finally {
                readOnly(false);
            }
            sink.drain();
            assertThat(offsets(sink)).containsExactly(57L);
            assertThat(sink.committed).containsEntry(P0, 71L);
        }
        assertThat(db.count("t")).isEqualTo(70);
    }

    private static void assertNothingMoves(SinkDriver sink, long committed) {
        long reported = sink.context.reported.size();
        for (int i = 0; i < 5; i++) {
            sink.poll();
            sink.commit();
        }
        assertThat(sink.context.reported).hasSize((int) reported);
        assertThat(sink.committed).containsEntry(P0, committed);
    }

    private void readOnly(boolean on) {
        db.execute("ALTER SYSTEM SET default_transaction_read_only = " + on, "SELECT pg_reload_conf()");
        Await.until("the new setting", () -> db.text("SHOW default_transaction_read_only")
                .equals(on ? "on" : "off"));
    }

    @Test
    void countsWhatItHasDone() {
        db.execute("ALTER TABLE t ADD CHECK (up >= 0)");
        rows(300, 20, 40);
        Struct key = Rows.of("id", 1L);
        log.add(P0, key.schema(), key, null, null);
        try (SinkDriver sink = SinkDriver.tolerant(db, log, Map.of("flush.max.records", "101"))) {
            sink.openAll();
            sink.drain();
            assertThat(metric("RowsWritten")).isEqualTo(298L);
            assertThat((long) metric("BytesWritten")).isBetween(298L * 30, 300L * 80);
            assertThat((long) metric("Flushes")).isBetween(3L, 10L);
            assertThat(metric("BadRecords")).isEqualTo(2L);
            assertThat(metric("TombstonesSkipped")).isEqualTo(1L);
            assertThat(metric("Retries")).isEqualTo(0L);
            assertThat(metric("Paused")).isEqualTo(false);
            server.stop();
            try {
                rows(1);
                Await.until("the task to pause", () -> {
                    sink.poll();
                    sink.commit();
                    return (boolean) metric("Paused");
                });
            } finally {
                server.restart();
            }
            sink.drain();
            assertThat((long) metric("Retries")).isPositive();
            assertThat(metric("Paused")).isEqualTo(false);
            assertThat(metric("RowsWritten")).isEqualTo(299L);
        }
    }

    private static Object metric(String name) {
        try {
            return ManagementFactory.getPlatformMBeanServer()
                    .getAttribute(new ObjectName("io.pgcopy:type=sink-task-metrics,connector=\"driven\",task=0"), name);
        } catch (JMException e) {
            throw new IllegalStateException(name, e);
        }
    }

    private void assertSetAside(Map<String, String> settings, List<String> words, long... bad) {
        try (SinkDriver sink = SinkDriver.tolerant(db, log, settings)) {
            sink.openAll();
            sink.drain();
            assertThat(offsets(sink))
                    .containsExactlyInAnyOrder(LongStream.of(bad).boxed().toArray(Long[]::new));
            assertThat(sink.context.messages()).allSatisfy(message -> assertThat(message)
                    .contains(words)
                    .contains("topic t, partition 0, offset ")
                    .doesNotContain(CANARY));
        }
        assertThat(db.count("t")).isEqualTo(log.end(P0) - bad.length);
    }

    private static List<Long> offsets(SinkDriver sink) {
        return sink.context.bad().stream().map(SinkRecord::originalKafkaOffset).toList();
    }

    /** Rows from where the log ends; the bad ones, by offset, refer to nothing and hold the canary. */
    private void rows(int count, long... bad) {
        for (int i = 0; i < count; i++) {
            long id = log.end(P0);
            boolean isBad = LongStream.of(bad).anyMatch(offset -> offset == id);
            row(id, isBad ? -1 : id, isBad ? CANARY + id : "n" + id);
        }
    }

    private void row(long id, long up, String note) {
        keyed(Rows.of("id", id, "up", up, "note", note));
    }

    private void keyed(Struct row) {
        Struct key = Rows.of("id", row.getInt64("id"));
        log.add(P0, key.schema(), key, row.schema(), row);
    }

    // Within one transaction, as the server's log has it; those that were rolled back are forgotten there.
    private static int mostSavepoints() {
        int most = 0;
        int now = 0;
        for (String line : ServerLog.of("errors-isolation").news()) {
            if (line.contains("ROLLBACK TO SAVEPOINT pgcopy_rows")) {
                now--;
            } else if (line.contains("RELEASE SAVEPOINT pgcopy_rows")) {
                most = Math.max(most, ++now);
            } else if (line.contains("BEGIN")) {
                now = 0;
            }
        }
        return most;
    }
}
