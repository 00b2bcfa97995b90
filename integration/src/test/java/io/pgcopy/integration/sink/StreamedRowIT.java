/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.integration.sink;

import io.pgcopy.integration.fixture.Database;
import io.pgcopy.integration.fixture.PostgresOptions;
import io.pgcopy.integration.fixture.PostgresServer;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** A row that is written while it arrives, in a transaction that lasts for as long as it takes. */
class StreamedRowIT {
    private static final TopicPartition P0 = new TopicPartition("t", 0);
    private static final Duration TIMEOUT = Duration.ofSeconds(4);
    private static final Duration MARGIN = Duration.ofSeconds(20);

    private static PostgresServer server;
    private final TopicLog log = new TopicLog();
    private Database db;

    @BeforeAll
    static void start() {
        server = PostgresServer.start(PostgresOptions.named("streamed-row"));
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @BeforeEach
    void create() {
        db = server.createDatabase("streamed_row");
        db.execute("CREATE TABLE t (id int8 PRIMARY KEY, note text)");
    }

    @Test
    void asksTheServerToProbeAHostThatMayBeGone() {
        db.execute(
                "CREATE TABLE seen (probes text)",
                """
                CREATE FUNCTION look() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
                    INSERT INTO seen VALUES (current_setting('tcp_keepalives_idle') || ' '
                        || current_setting('tcp_keepalives_interval') || ' ' || current_setting('tcp_keepalives_count'));
                    RETURN new;
                END $$""",
                "CREATE TRIGGER look BEFORE INSERT ON t FOR EACH ROW EXECUTE FUNCTION look()");
        row();
        try (SinkDriver sink = sink("insert")) {
            sink.openAll();
            sink.drain();
        }
        assertThat(db.rows("SELECT probes FROM seen")).containsExactly(List.of("1 1 3"));
    }

    @Test
    void waitsForAnothersLockNoLongerThanAFlushMayTake() throws SQLException {
        row();
        try (Connection other = db.connect();
                Statement statement = other.createStatement();
                SinkDriver sink = sink("upsert")) {
            other.setAutoCommit(false);
            statement.execute("INSERT INTO t VALUES (1, 'not yet')");
            sink.openAll();
            for (int i = 0; i < 3; i++) {
                long began = System.nanoTime();
                sink.poll();
                sink.commit();
                assertThat(Duration.ofNanos(System.nanoTime() - began)).isLessThan(TIMEOUT.plus(MARGIN));
            }
            assertThat(sink.committed).doesNotContainValue(3L);
            other.rollback();
            sink.drain();
        }
        assertThat(db.rows("SELECT id, note FROM t")).containsExactly(List.of("1", "aabbcc"));
    }

    private void row() {
        new Slices(log, P0, 1, "aa", "bb", "cc").next().next().next();
    }

    private SinkDriver sink(String mode) {
        Map<String, String> settings = SinkDriver.settings(
                db,
                Map.of(
                        "delivery.guarantee", "exactly_once",
                        "insert.mode", mode,
                        "pk.mode", "record_value",
                        "pk.fields", "id",
                        "chunk.buffer.row.bytes", "0",
                        "flush.interval.ms", "1",
                        "flush.timeout.ms", Long.toString(TIMEOUT.toMillis())));
        return new SinkDriver(settings, log, new HashMap<>(), false);
    }
}
