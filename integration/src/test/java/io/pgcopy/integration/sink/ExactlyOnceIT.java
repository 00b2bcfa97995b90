/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.integration.sink;

import io.pgcopy.connect.sink.PgCopySinkConnector;
import io.pgcopy.integration.Kit;
import io.pgcopy.integration.fixture.Await;
import io.pgcopy.integration.fixture.Database;
import io.pgcopy.integration.fixture.PostgresServer;
import io.pgcopy.integration.fixture.TcpProxy;
import java.sql.Connection;
import java.time.Duration;
import java.util.Collections;
import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaBuilder;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.sink.SinkRecord;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** No row of the target has a key here, so that each duplicate shows. */
class ExactlyOnceIT {
    private static final TopicPartition P0 = new TopicPartition("t", 0);
    private static final TopicPartition P1 = new TopicPartition("t", 1);
    private static final Schema ROW =
            SchemaBuilder.struct().field("id", Schema.INT64_SCHEMA).build();
    private static final Map<String, String> EXACTLY_ONCE =
            Map.of("delivery.guarantee", "exactly_once", "flush.interval.ms", "1", "flush.max.records", "200");

    private static PostgresServer server;
    private final TopicLog log = new TopicLog();
    private Database db;

    @BeforeAll
    static void start() {
        server = Kit.server();
    }

    @BeforeEach
    void create() {
        db = server.createDatabase("exactly_once");
        db.execute("CREATE TABLE t (id int8)");
    }

    @Test
    void goesOnExactlyWhereTheDatabaseIsWhenKafkaWasToldNothing() {
        rows(P0, 0, 3000);
        try (SinkDriver dies = driver(EXACTLY_ONCE)) {
            dies.openAll();
            while (db.count("t") < 400) {
                dies.poll();
            }
            assertThat(dies.committed).isEmpty();
            assertThat(db.count("t")).as("it ends half-way").isLessThan(3000);
        }
        try (SinkDriver next = driver(EXACTLY_ONCE)) {
            next.openAll();
            next.drain();
        }
        assertExactly(3000);
        assertThat(db.rows("SELECT sink_id, topic, kafka_partition, next_offset FROM pgcopy_sink_offsets"))
                .containsExactly(java.util.List.of("driven", "t", "0", "3000"));
    }

    @Test
    void learnsWhatBecameOfACommitWhoseAnswerWasLost() {
        rows(P0, 0, 150);
        rows(P1, 150, 300);
        try (TcpProxy proxy = TcpProxy.to(server.host(), server.port());
                SinkDriver sink = through(proxy, EXACTLY_ONCE)) {
            sink.openAll();
            proxy.leaveUnanswered("COMMIT");
            sink.drain();
            assertThat(proxy.faults()).isEqualTo(1);
        }
        assertExactly(300);
    }

    @Test
    void showsThatTheSameFaultDoublesRowsAtLeastOnce() {
        rows(P0, 0, 150);
        try (TcpProxy proxy = TcpProxy.to(server.host(), server.port());
                SinkDriver sink = through(proxy, Map.of())) {
            sink.openAll();
            proxy.leaveUnanswered("COMMIT");
            sink.drain();
        }
        assertThat(db.count("t")).isEqualTo(300);
    }

    @Test
    void survivesACutInTheMiddleOfACopy() {
        rows(P0, 0, 5000);
        try (TcpProxy proxy = TcpProxy.to(server.host(), server.port());
                SinkDriver sink = through(proxy, EXACTLY_ONCE)) {
            proxy.slice(100);
            sink.openAll();
            for (int cut = 0; cut < 4; cut++) {
                proxy.cutAfter(3_000 + cut * 1_777L);
                for (int i = 0; i < 4; i++) {
                    sink.poll();
                }
            }
            sink.drain();
            assertThat(proxy.faults()).isPositive();
        }
        assertExactly(5000);
    }

    @Test
    void endsAFlushThatABlackHoleSwallows() {
        Map<String, String> hasty = new HashMap<>(EXACTLY_ONCE);
        hasty.put("flush.timeout.ms", "1000");
        rows(P0, 0, 300);
        try (TcpProxy proxy = TcpProxy.to(server.host(), server.port());
                SinkDriver sink = through(proxy, hasty)) {
            sink.openAll();
            proxy.blackHole(true);
            long start = System.nanoTime();
            sink.poll();
            sink.commit();
            assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(15));
            assertThat(sink.committed).isEmpty();
            proxy.blackHole(false);
            proxy.reset();
            sink.drain();
        }
        assertExactly(300);
    }

    @Test
    void shutsAZombieOut() throws Exception {
        rows(P0, 0, 300);
        try (SinkDriver zombie = driver(EXACTLY_ONCE);
                SinkDriver heir = driver(EXACTLY_ONCE);
                Connection blocker = db.connect()) {
            zombie.openAll();
            blocker.setAutoCommit(false);
            blocker.createStatement().execute("LOCK TABLE t IN SHARE MODE");
            Thread stuck = new Thread(() -> {
                zombie.poll();
                zombie.commit();
            });
            stuck.start();
            Await.until(
                    "the zombie to wait for the table",
                    () -> db.number("SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock'"
                                    + " AND datname = current_database()")
                            == 1);
            heir.openAll();
            blocker.rollback();
            heir.drain();
            stuck.join();
            assertThat(zombie.committed).isEmpty();
        }
        assertExactly(300);
    }

    @Test
    void claimsAPartitionAgainThatALargeRowFindsToBeAnothers() {
        db.execute("ALTER TABLE t ADD note text");
        Map<String, String> streaming = new HashMap<>(EXACTLY_ONCE);
        streaming.put("chunk.buffer.row.bytes", "0");
        Slices row = new Slices(log, P0, 0, "aa", "bb").next();
        try (SinkDriver sink = driver(streaming)) {
            sink.openAll();
            sink.poll();
            try (SinkDriver other = driver(streaming)) {
                other.openAll();
            }
            row.next();
            sink.drain();
        }
        assertThat(db.rows("SELECT id, note FROM t")).containsExactly(java.util.List.of("0", "aabb"));
    }

    @Test
    void failsInTheEndWhereTwoConnectorsShareAnId() {
        rows(P0, 0, 50);
        try (SinkDriver one = driver(EXACTLY_ONCE);
                SinkDriver other = driver(EXACTLY_ONCE)) {
            one.openAll();
            other.openAll();
            assertThatThrownBy(() -> {
                        for (int i = 0; i < 100; i++) {
                            rows(P0, 50 + i, 51 + i);
                            one.poll();
                            one.commit();
                            other.poll();
                            other.commit();
                        }
                    })
                    .hasMessageContaining("Another writer uses exactly.once.id driven");
        }
        assertThat(db.number("SELECT count(*) - count(DISTINCT id) FROM t")).isZero();
    }

    @Test
    void repairsItselfAfterTheDatabaseLostCommits() {
        rows(P0, 0, 200);
        try (SinkDriver sink = driver(EXACTLY_ONCE)) {
            sink.openAll();
            sink.drain();
            db.execute("DELETE FROM t WHERE id >= 120", "UPDATE pgcopy_sink_offsets SET next_offset = 120");
            rows(P0, 200, 260);
            sink.drain();
        }
        assertExactly(260);
    }

    @Test
    void notesLostCommitsThatLeftTheOffsetWhereItIs() {
        rows(P0, 0, 200);
        try (SinkDriver sink = driver(EXACTLY_ONCE)) {
            sink.openAll();
            sink.drain();
            db.execute("UPDATE pgcopy_sink_offsets SET epoch = epoch - 1");
            rows(P0, 200, 260);
            sink.drain();
        }
        assertExactly(260);
    }

    @Test
    void setsBadRecordsAsideOnceToo() {
        db.execute("ALTER TABLE t ADD CHECK (id <> 666)");
        rows(P0, 0, 1000);
        try (TcpProxy proxy = TcpProxy.to(server.host(), server.port());
                SinkDriver sink = new SinkDriver(settings(proxy, EXACTLY_ONCE), log, new HashMap<>(), true)) {
            sink.openAll();
            proxy.leaveUnanswered("COMMIT");
            sink.drain();
            assertThat(proxy.faults()).isEqualTo(1);
            assertThat(sink.context.bad())
                    .extracting(SinkRecord::originalKafkaOffset)
                    .containsExactly(666L);
        }
        assertThat(db.text("SELECT count(*) || ',' || count(DISTINCT id) FROM t"))
                .isEqualTo("999,999");
    }

    @Test
    void followsOffsetsThatWereAlteredByHand() {
        rows(P0, 0, 100);
        rows(P1, 100, 200);
        try (SinkDriver sink = driver(EXACTLY_ONCE)) {
            sink.openAll();
            sink.drain();
        }
        PgCopySinkConnector connector = new PgCopySinkConnector();
        Map<String, String> settings = SinkDriver.settings(db, EXACTLY_ONCE);
        assertThat(connector.alterOffsets(settings, Map.of(P0, 90L))).isTrue();
        assertThat(connector.alterOffsets(settings, Collections.singletonMap(P1, null)))
                .isTrue();
        assertThat(db.rows("SELECT kafka_partition, next_offset FROM pgcopy_sink_offsets"))
                .containsExactly(java.util.List.of("0", "90"));
        try (SinkDriver sink = driver(EXACTLY_ONCE)) {
            sink.openAll();
            sink.drain();
        }
        assertThat(db.count("t")).isEqualTo(200 + 10 + 100);
        connector.alterOffsets(settings, Map.of());
        connector.alterOffsets(settings, Map.of());
        assertThat(db.count("pgcopy_sink_offsets")).isZero();
    }

    @Test
    void saysHowToCreateTheTableWhereItMayNot() {
        rows(P0, 0, 1);
        Map<String, String> settings = new HashMap<>(EXACTLY_ONCE);
        settings.put("exactly.once.table.create", "false");
        try (SinkDriver sink = driver(settings)) {
            assertThatThrownBy(sink::openAll).hasMessageContaining("CREATE TABLE");
        }
    }

    @Test
    void saysWhichTableTheRoleMayNotCreate() {
        rows(P0, 0, 1);
        String role = db.name() + "_writer";
        db.execute(
                "REVOKE CREATE ON SCHEMA public FROM PUBLIC",
                "CREATE ROLE " + role + " LOGIN PASSWORD 'secret'",
                "GRANT INSERT ON t TO " + role);
        Map<String, String> settings = new HashMap<>(EXACTLY_ONCE);
        settings.put("connection.user", role);
        settings.put("connection.password", "secret");
        try (SinkDriver sink = driver(settings)) {
            assertThatThrownBy(sink::openAll)
                    .hasMessageContaining(
                            "Table public.pgcopy_sink_offsets, which keeps the offsets, cannot be created")
                    .hasMessageContaining("permission denied")
                    .hasMessageContaining("CREATE TABLE");
        }
    }

    private SinkDriver driver(Map<String, String> settings) {
        return SinkDriver.of(db, log, settings);
    }

    private SinkDriver through(TcpProxy proxy, Map<String, String> settings) {
        return new SinkDriver(settings(proxy, settings), log, new HashMap<>(), false);
    }

    private Map<String, String> settings(TcpProxy proxy, Map<String, String> more) {
        Map<String, String> settings = SinkDriver.settings(db, more);
        settings.put("connection.url", "jdbc:postgresql://" + proxy.host() + ":" + proxy.port() + "/" + db.name());
        return settings;
    }

    private void rows(TopicPartition partition, int from, int to) {
        for (int i = from; i < to; i++) {
            log.add(partition, new Struct(ROW).put("id", (long) i));
        }
    }

    private void assertExactly(int rows) {
        assertThat(db.text("SELECT count(*) || ',' || count(DISTINCT id) || ',' || max(id) FROM t"))
                .isEqualTo(rows + "," + rows + "," + (rows - 1));
    }
}
