/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.integration.sink;

import io.pgcopy.integration.fixture.Database;
import io.pgcopy.integration.fixture.PostgresOptions;
import io.pgcopy.integration.fixture.PostgresServer;
import java.util.Map;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.connect.data.Struct;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** Flushes that need more savepoints than one transaction takes. */
class IsolationRestartIT {
    private static final int TABLES = 70;

    private static PostgresServer server;
    private final TopicLog log = new TopicLog();
    private Database db;

    @BeforeAll
    static void start() {
        server = PostgresServer.start(PostgresOptions.named("isolation-restart"));
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @BeforeEach
    void create() {
        db = server.createDatabase("isolation_restart");
        db.execute("CREATE TABLE known (id int8 PRIMARY KEY)", "INSERT INTO known SELECT generate_series(0, 99)");
        for (int table = 0; table < TABLES; table++) {
            db.execute("CREATE TABLE t" + table + " (id int8 REFERENCES known)");
            rows(table, 0, 20);
        }
    }

    @Test
    void writesMoreTablesAtOnceThanSavepointsAreAllowed() {
        try (SinkDriver sink = SinkDriver.tolerant(db, log, Map.of("flush.interval.ms", "60000"))) {
            sink.openAll();
            sink.drain();
            assertThat(sink.context.reported).isEmpty();
        }
        assertThat(stored()).isEqualTo(TABLES * 20L);
    }

    // The server names no line for a foreign key, so each bad row is found by halving.
    @Test
    void findsBadRowsInManyTablesAtOnce() {
        for (int table = 0; table < TABLES; table += 10) {
            rows(table, 5_000 + table, 5_001 + table);
            rows(table, 20, 40);
        }
        try (SinkDriver sink = SinkDriver.tolerant(db, log, Map.of("flush.interval.ms", "60000"))) {
            sink.openAll();
            sink.drain();
            assertThat(sink.context.reported).hasSize(7);
        }
        assertThat(stored()).isEqualTo(TABLES * 20L + 7 * 20L);
    }

    @Test
    void namesTheBadRowOfManyTablesWhereNothingIsTolerated() {
        rows(TABLES - 1, 6_000, 6_001);
        try (SinkDriver sink = SinkDriver.of(db, log, Map.of("flush.interval.ms", "60000"))) {
            sink.openAll();
            assertThatThrownBy(sink::drain)
                    .hasMessageContaining("topic t69, partition 0, offset 20")
                    .hasMessageContaining("23503");
        }
        assertThat(stored()).isZero();
    }

    private void rows(int table, int from, int to) {
        TopicPartition partition = new TopicPartition("t" + table, 0);
        for (int i = from; i < to; i++) {
            Struct row = Rows.of("id", (long) i);
            log.add(partition, row);
        }
    }

    private long stored() {
        long rows = 0;
        for (int table = 0; table < TABLES; table++) {
            rows += db.count("t" + table);
        }
        return rows;
    }
}
