/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.integration.sink;

import io.pgcopy.integration.fixture.Database;
import io.pgcopy.integration.fixture.PostgresOptions;
import io.pgcopy.integration.fixture.PostgresServer;
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
import static org.junit.jupiter.api.Assumptions.assumeTrue;

/** A server that dies, comes back, stays away or hides behind a pooler. */
class OutageIT {
    private static final TopicPartition P0 = new TopicPartition("t", 0);
    private static final Schema ROW =
            SchemaBuilder.struct().field("id", Schema.INT64_SCHEMA).build();
    private static final Map<String, String> EXACTLY_ONCE =
            Map.of("delivery.guarantee", "exactly_once", "flush.interval.ms", "1", "flush.max.records", "100");

    private static PostgresServer server;
    private final TopicLog log = new TopicLog();
    private Database db;

    @BeforeAll
    static void start() {
        server = PostgresServer.startOwn(PostgresOptions.named("outage").with("fsync", "on"));
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    /** Each test leaves the server running. */
    @BeforeEach
    void create() {
        db = server.createDatabase("outage");
        db.execute("CREATE TABLE t (id int8)");
    }

    @Test
    void losesAndDoublesNothingWhenTheServerIsKilled() {
        rows(0, 3000);
        try (SinkDriver sink = SinkDriver.of(db, log, EXACTLY_ONCE)) {
            sink.openAll();
            for (int crash = 0; crash < 2; crash++) {
                long before = db.count("t");
                while (db.count("t") == before) {
                    sink.poll();
                }
                server.kill();
                for (int i = 0; i < 3; i++) {
                    sink.poll();
                    sink.commit();
                }
                server.restart();
            }
            sink.drain();
        }
        assertThat(db.text("SELECT count(*) || ',' || count(DISTINCT id) FROM t"))
                .isEqualTo("3000,3000");
    }

    @Test
    void givesUpAfterTheTimeThatWasSetAndCommitsNothing() {
        rows(0, 10);
        try (SinkDriver sink = SinkDriver.of(db, log, Map.of("retry.timeout.ms", "1500"))) {
            sink.openAll();
            server.stop();
            assertThatThrownBy(sink::drain).hasMessageContaining("connect");
            assertThat(sink.committed.values())
                    .as("no more than where it began")
                    .allMatch(offset -> offset == 0);
        }
        server.restart();
        assertThat(db.count("t")).isZero();
    }

    @Test
    void startsWhileTheServerIsAway() {
        rows(0, 10);
        server.stop();
        Map<String, String> settings = new HashMap<>(EXACTLY_ONCE);
        settings.put("connection.attempts", "1");
        try (SinkDriver sink = SinkDriver.of(db, log, settings)) {
            sink.openAll();
            sink.poll();
            assertThat(sink.committed).isEmpty();
            server.restart();
            sink.drain();
        }
        assertThat(db.count("t")).isEqualTo(10);
    }

    @Test
    void worksThroughAPoolerInTransactionMode() {
        assumeTrue(PgBouncer.isInstalled(), "pgbouncer is not installed");
        db.execute("CREATE TABLE k (id int8 PRIMARY KEY)");
        TopicPartition keyed = new TopicPartition("k", 0);
        rows(0, 2000);
        for (int i = 0; i < 2000; i++) {
            Struct row = new Struct(ROW).put("id", i % 500L);
            log.add(keyed, ROW, row, ROW, row);
        }
        try (PgBouncer bouncer = PgBouncer.before(server)) {
            List<SinkDriver> sinks = new ArrayList<>();
            for (Map<String, String> mode : List.of(Map.of("insert.mode", "insert"), Map.of("insert.mode", "upsert"))) {
                Map<String, String> settings = SinkDriver.settings(db, EXACTLY_ONCE);
                settings.putAll(mode);
                settings.put("name", "pooled-" + sinks.size());
                settings.put("connection.url", bouncer.url(db.name()));
                sinks.add(new SinkDriver(settings, log, new HashMap<>(), true));
            }
            sinks.get(0).open(List.of(P0));
            sinks.get(1).open(List.of(keyed));
            for (int i = 0; i < 20; i++) {
                sinks.forEach(SinkDriver::poll);
            }
            sinks.forEach(SinkDriver::drain);
            sinks.forEach(SinkDriver::close);
        } catch (java.io.IOException e) {
            throw new AssertionError(e);
        }
        assertThat(db.text("SELECT count(*) || ',' || count(DISTINCT id) FROM t"))
                .isEqualTo("2000,2000");
        assertThat(db.count("k")).isEqualTo(500);
    }

    private void rows(int from, int to) {
        for (int i = from; i < to; i++) {
            log.add(P0, new Struct(ROW).put("id", (long) i));
        }
    }
}
