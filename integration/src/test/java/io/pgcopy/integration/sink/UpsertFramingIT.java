/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.integration.sink;

import io.pgcopy.integration.fixture.Database;
import io.pgcopy.integration.fixture.PostgresOptions;
import io.pgcopy.integration.fixture.PostgresServer;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.connect.data.Struct;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** How many statements a flush is made of, and that values arrive as they are whatever they hold. */
class UpsertFramingIT {
    private static final TopicPartition P0 = new TopicPartition("t", 0);
    private static final Map<String, String> UPSERT = Map.of("insert.mode", "upsert", "delete.enabled", "true");

    private static PostgresServer server;
    private static ServerLog statements;
    private Database db;
    private final TopicLog log = new TopicLog();

    @BeforeAll
    static void start() {
        server = PostgresServer.startOwn(PostgresOptions.named("upsert-framing").with("log_statement", "all"));
        statements = ServerLog.of("upsert-framing");
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @BeforeEach
    void create() {
        db = server.createDatabase("upsert_framing");
        db.execute("CREATE TABLE t (id int8 PRIMARY KEY, b bytea, n int8)");
    }

    @Test
    void startsNoCopyForNothing() {
        Struct key = Rows.of("id", 1L);
        log.add(P0, key.schema(), key, null, null).add(P0, key.schema(), key, null, null);
        statements.news();
        try (SinkDriver sink = SinkDriver.of(db, log, Map.of())) {
            sink.openAll();
            sink.drain();
            sink.poll();
            sink.commit();
            assertThat(sink.committed).isEqualTo(Map.of(P0, 2L));
        }
        assertThat(copies()).as("for two tombstones that nobody wants").isZero();
        add(Rows.of("id", 1L, "b", new byte[] {1}, "n", 1L));
        drain(Map.of());
        assertThat(copies())
                .as("for a row, so that a COPY would have been seen")
                .isEqualTo(1);
    }

    @Test
    void refusesARecordWithNeitherKeyNorValue() {
        log.add(P0, null, null, null, null);
        try (SinkDriver sink = SinkDriver.of(db, log, Map.of())) {
            sink.openAll();
            assertThatThrownBy(sink::drain).hasMessageContaining("topic t, partition 0, offset 0");
        }
    }

    @ParameterizedTest(name = "insert.mode={0}")
    @ValueSource(strings = {"insert", "upsert", "update"})
    void sendsValuesThatSpanManyBuffers(String mode) {
        byte[] large = new byte[1 << 20];
        new Random(5).nextBytes(large);
        for (long id = 0; id < 3; id++) {
            add(Rows.of("id", id, "b", large, "n", id));
        }
        // Of all modes with a key this one always goes through COPY, however wide its rows are.
        if (mode.equals("update")) {
            db.execute("INSERT INTO t SELECT generate_series(0, 2)");
        }
        drain(Map.of("insert.mode", mode));
        assertThat(db.text("SELECT count(*) || ' ' || count(DISTINCT md5(b)) || ' ' || sum(length(b)) FROM t"))
                .isEqualTo("3 1 " + 3 * (1 << 20));
    }

    @ParameterizedTest(name = "insert.mode={0}")
    @ValueSource(strings = {"insert", "upsert"})
    void sendsEveryByteAsItIs(String mode) {
        byte[] all = new byte[256];
        for (int i = 0; i < all.length; i++) {
            all[i] = (byte) i;
        }
        byte[] wide = new byte[8_192];
        for (int i = 0; i < wide.length; i++) {
            wide[i] = (byte) (i * 31);
        }
        List<byte[]> values = List.of(
                all, new byte[] {0x0d, 0x0a}, HexFormat.of().parseHex("5047434f50590aff0d0a00"), new byte[0], wide);
        for (int i = 0; i < values.size(); i++) {
            add(Rows.of("id", (long) i, "b", values.get(i), "n", 0L));
        }
        drain(Map.of("insert.mode", mode, "flush.max.records", "4"));
        List<List<String>> stored = db.rows("SELECT encode(b, 'hex') FROM t ORDER BY id");
        for (int i = 0; i < values.size(); i++) {
            assertThat(stored.get(i)).containsExactly(HexFormat.of().formatHex(values.get(i)));
        }
    }

    @Test
    void writesAlternatingKindsOfRecordsInFewStatements() {
        db.execute("INSERT INTO t SELECT g, NULL, 0 FROM generate_series(0, 999) AS g");
        for (long id = 0; id < 1_000; id++) {
            Struct key = Rows.of("id", id);
            Struct row = id % 4 == 0 ? Rows.of("id", id, "n", 1L) : Rows.of("id", id, "n", 1L, "b", new byte[] {1});
            boolean deletes = id % 2 == 1;
            log.add(P0, key.schema(), key, deletes ? null : row.schema(), deletes ? null : row);
        }
        statements.news();
        drain(UPSERT);
        assertThat(copies()).isBetween(3L, 10L);
        assertThat(db.rows("SELECT n, count(*), count(b) FROM t GROUP BY n"))
                .containsExactly(Arrays.asList("1", "500", "250"));
    }

    private static long copies() {
        return statements.news().stream()
                .filter(line -> line.contains("COPY ") && line.contains("FROM STDIN"))
                .count();
    }

    private void add(Struct row) {
        Struct key = Rows.of("id", row.getInt64("id"));
        log.add(P0, key.schema(), key, row.schema(), row);
    }

    private void drain(Map<String, String> settings) {
        try (SinkDriver sink = SinkDriver.of(db, log, settings)) {
            sink.openAll();
            sink.drain();
        }
    }
}
