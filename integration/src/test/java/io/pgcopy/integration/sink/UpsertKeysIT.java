/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.integration.sink;

import io.pgcopy.integration.Kit;
import io.pgcopy.integration.fixture.Await;
import io.pgcopy.integration.fixture.Database;
import io.pgcopy.integration.fixture.PostgresServer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.Struct;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

/** Keys of several columns, keys with NULL, keys that two tasks write at once; rows that are as they should be. */
class UpsertKeysIT {
    private static final TopicPartition P0 = new TopicPartition("t", 0);
    private static final TopicPartition P1 = new TopicPartition("t", 1);
    private static final Map<String, String> UPSERT = Map.of("insert.mode", "upsert", "delete.enabled", "true");

    private static PostgresServer server;
    private Database db;
    private final TopicLog log = new TopicLog();

    @BeforeAll
    static void start() {
        server = Kit.server();
    }

    @BeforeEach
    void create() {
        db = server.createDatabase("upsert_keys");
    }

    @ParameterizedTest(name = "with {0} bytes a row")
    @ValueSource(ints = {10, 6_000})
    void addsRowsWhoseKeyHasANullWhereNullsAreDistinct(int width) {
        db.execute("CREATE TABLE t (a int, b text, v text, UNIQUE (a, b))");
        String wide = "v".repeat(width);
        write(1, "x", wide + 1)
                .write(1, null, wide + 2)
                .write(1, null, wide + 3)
                .write(1, "x", wide + 4);
        drain(UPSERT);
        assertThat(db.rows("SELECT a, b, right(v, 1) FROM t ORDER BY 3"))
                .containsExactly(row("1", null, "2"), row("1", null, "3"), row("1", "x", "4"));
        delete(1, null).delete(1, "x");
        drain(UPSERT);
        assertThat(db.count("t WHERE b IS NULL")).isGreaterThanOrEqualTo(2);
        assertThat(db.count("t WHERE b = 'x'")).isZero();
    }

    /** A value whose field of the key's name says something else: masked, or another thing altogether. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aRowHasTheRecordsKeyWhateverItsValueSays(boolean struct) {
        db.execute("CREATE TABLE t (id int8 PRIMARY KEY, v text)", "INSERT INTO t VALUES (900, 'of somebody else')");
        Struct key = Rows.of("id", 7L);
        Struct row = Rows.of("id", 900L, "v", "seven");
        Object keyOf = struct ? key : 7L;
        Schema schemaOf = struct ? key.schema() : Schema.INT64_SCHEMA;
        log.add(P0, schemaOf, keyOf, row.schema(), row);
        drain(UPSERT);
        assertThat(db.rows("SELECT id, v FROM t ORDER BY id"))
                .containsExactly(row("7", "seven"), row("900", "of somebody else"));
        log.add(P0, schemaOf, keyOf, null, null);
        drain(UPSERT);
        assertThat(db.rows("SELECT id, v FROM t")).containsExactly(row("900", "of somebody else"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"upsert", "insert_ignore"})
    void addsLargeObjectsWhoseKeyHasANull(String mode) {
        db.execute("CREATE TABLE t (a int, b text, v oid, UNIQUE (a, b))");
        for (String content : List.of("one", "two")) {
            Struct key = key(1, null);
            Struct row = Rows.of("a", 1, "b", Schema.OPTIONAL_STRING_SCHEMA, "v", content.getBytes(UTF_8));
            log.add(P0, key.schema(), key, row.schema(), row);
        }
        drain(Map.of("insert.mode", mode));
        assertThat(db.rows("SELECT a, b, convert_from(lo_get(v), 'UTF8') FROM t ORDER BY 3"))
                .containsExactly(row("1", null, "one"), row("1", null, "two"));
    }

    @ParameterizedTest(name = "with {0} bytes a row")
    @ValueSource(ints = {10, 6_000})
    void findsRowsWhoseKeyHasANullWhereNullsAreEqual(int width) {
        assumeTrue(server.majorVersion() >= 15, "NULLS NOT DISTINCT came with PostgreSQL 15");
        db.execute("CREATE TABLE t (a int, b text, v text, UNIQUE NULLS NOT DISTINCT (a, b))");
        String wide = "v".repeat(width);
        write(1, null, wide + 1)
                .write(2, null, wide + 2)
                .write(1, "x", wide + 3)
                .write(1, null, wide + 4);
        drain(UPSERT);
        assertThat(db.rows("SELECT a, b, right(v, 1) FROM t ORDER BY 3"))
                .containsExactly(row("2", null, "2"), row("1", "x", "3"), row("1", null, "4"));
        TopicLog more = new TopicLog();
        Struct key = key(2, null);
        more.add(P0, key.schema(), key, null, null);
        drain(UPSERT, more);
        assertThat(db.rows("SELECT a, b FROM t ORDER BY b")).containsExactly(row("1", "x"), row("1", null));
    }

    @Test
    void updatesByAKeyWithANull() {
        assumeTrue(server.majorVersion() >= 15, "NULLS NOT DISTINCT came with PostgreSQL 15");
        db.execute(
                "CREATE TABLE t (a int, b text, v text, UNIQUE NULLS NOT DISTINCT (a, b))",
                "INSERT INTO t VALUES (1, NULL, 'old'), (1, 'x', 'old'), (2, NULL, 'old')");
        write(1, null, "new").write(1, "x", "newer").write(3, null, "absent");
        drain(Map.of("insert.mode", "update"));
        assertThat(db.rows("SELECT a, b, v FROM t ORDER BY a, b"))
                .containsExactly(row("1", "x", "newer"), row("1", null, "new"), row("2", null, "old"));
    }

    @ParameterizedTest(name = "with {0} bytes a row")
    @ValueSource(ints = {10, 6_000})
    void leavesARowAloneThatIsAsItShouldBe(int width) {
        db.execute("CREATE TABLE t (a int, b text, v text, other int DEFAULT 3, PRIMARY KEY (a, b))");
        write(1, "same", "v".repeat(width)).write(2, "changed", "v".repeat(width));
        drain(UPSERT);
        String places = "SELECT a, xmin, ctid FROM t ORDER BY a";
        List<List<String>> before = db.rows(places);
        TopicLog again = new TopicLog();
        for (int a = 1; a <= 2; a++) {
            Struct key = key(a, a == 1 ? "same" : "changed");
            Struct row = Rows.of("a", a, "b", key.getString("b"), "v", "v".repeat(width) + (a == 1 ? "" : "!"));
            again.add(P0, key.schema(), key, row.schema(), row);
        }
        drain(UPSERT, again);
        assertThat(db.rows(places).get(0)).isEqualTo(before.get(0));
        assertThat(db.rows(places).get(1)).isNotEqualTo(before.get(1));
    }

    @ParameterizedTest(name = "with {0} bytes a row")
    @ValueSource(ints = {10, 6_000})
    void doesNotLockOutAnotherTaskThatWritesTheSameKeysInAnotherOrder(int width) throws Exception {
        db.execute("CREATE TABLE t (a int, b text, v text, PRIMARY KEY (a, b))");
        int keys = 200;
        for (int i = 0; i < 3_000; i++) {
            add(P0, i % keys, "k", "v".repeat(width) + i);
            add(P1, keys - 1 - i % keys, "k", "v".repeat(width) + i);
        }
        ExecutorService tasks = Executors.newFixedThreadPool(2);
        CyclicBarrier atOnce = new CyclicBarrier(2);
        List<Future<?>> done = new ArrayList<>();
        for (TopicPartition partition : List.of(P0, P1)) {
            done.add(tasks.submit(() -> {
                Map<String, String> settings =
                        SinkDriver.settings(db, Map.of("insert.mode", "upsert", "flush.max.records", "150"));
                settings.put("name", "task-" + partition.partition());
                try (SinkDriver sink = new SinkDriver(settings, log, new HashMap<>(), false)) {
                    sink.open(List.of(partition));
                    atOnce.await(Await.LIMIT.toSeconds(), TimeUnit.SECONDS);
                    sink.drain();
                }
                return null;
            }));
        }
        for (Future<?> task : done) {
            task.get(Await.LIMIT.toSeconds(), TimeUnit.SECONDS);
        }
        tasks.shutdown();
        assertThat(db.count("t")).isEqualTo(keys);
        // A session says what it has met when it ends, if not before.
        Await.until(
                "the tasks' sessions to end",
                () -> db.count("pg_stat_activity WHERE application_name LIKE 'task-%'") == 0);
        assertThat(db.number("SELECT deadlocks FROM pg_stat_database WHERE datname = current_database()"))
                .isZero();
    }

    private UpsertKeysIT write(int a, String b, String v) {
        add(P0, a, b, v);
        return this;
    }

    private void add(TopicPartition partition, int a, String b, String v) {
        Struct key = key(a, b);
        Struct row = Rows.of("a", a, "b", b == null ? Schema.OPTIONAL_STRING_SCHEMA : b, "v", v);
        log.add(partition, key.schema(), key, row.schema(), row);
    }

    private UpsertKeysIT delete(int a, String b) {
        Struct key = key(a, b);
        log.add(P0, key.schema(), key, null, null);
        return this;
    }

    private static Struct key(int a, String b) {
        return Rows.of("a", a, "b", b == null ? Schema.OPTIONAL_STRING_SCHEMA : b);
    }

    private static List<String> row(String... values) {
        return Arrays.asList(values);
    }

    private void drain(Map<String, String> settings) {
        drain(settings, log);
    }

    private void drain(Map<String, String> settings, TopicLog from) {
        try (SinkDriver sink = SinkDriver.of(db, from, settings)) {
            sink.openAll();
            sink.drain();
        }
    }
}
