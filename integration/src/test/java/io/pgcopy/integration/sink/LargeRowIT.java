/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.integration.sink;

import io.pgcopy.connect.sink.LimitedTasks;
import io.pgcopy.integration.Kit;
import io.pgcopy.integration.fixture.Database;
import io.pgcopy.integration.fixture.TcpProxy;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/** A row that has more in its columns than a tuple can hold: as if a tuple could hold three megabytes. */
@Timeout(120)
class LargeRowIT {
    private static final long TUPLE = 3_000_000;
    private static final String STREAMED_TO = "SELECT query FROM pg_stat_activity WHERE datname = current_database()"
            + " AND pid <> pg_backend_pid() AND query LIKE 'COPY%' AND state = 'active'";

    private final TopicLog log = new TopicLog();
    private final Map<TopicPartition, Long> committed = new HashMap<>();
    private Database db;

    @BeforeEach
    void create() {
        db = Kit.server().createDatabase("large_row");
        db.execute(LargeRow.TABLES);
    }

    @ParameterizedTest
    @CsvSource({
        "insert, false, true",
        "upsert, false, true",
        "upsert, true, true",
        "insert_ignore, false, true",
        "insert_ignore, true, false",
        "update, true, true",
        "update, false, false"
    })
    void isWrittenAsAnyOther(String mode, boolean isThere, boolean isWritten) {
        String old = "SELECT 1, 'old', '\\x00'::bytea, 'old', NULL::jsonb";
        if (isThere) {
            db.execute("INSERT INTO t " + old);
        }
        List<List<String>> before = db.rows(LargeRow.FOUND);
        LargeRow row = new LargeRow(1).addAllBut(0, log);
        try (SinkDriver sink = sink(TUPLE, mode)) {
            sink.openAll();
            sink.drain();
        }
        assertThat(db.rows(LargeRow.FOUND)).isEqualTo(isWritten ? List.of(row.expected()) : before);
    }

    @Test
    void aSmallRowOfItsKeyIsWrittenOverIt() {
        new LargeRow(1).addAllBut(0, log);
        LargeRow.addSmall(1, log);
        LargeRow other = new LargeRow(2).addAllBut(0, log);
        try (SinkDriver sink = sink(TUPLE, "upsert")) {
            sink.openAll();
            sink.drain();
        }
        assertThat(db.rows(LargeRow.FOUND)).hasSize(2).contains(other.expected());
        assertThat(db.text("SELECT b FROM t WHERE id = 1")).isEqualTo("small");
    }

    @ParameterizedTest
    @ValueSource(strings = {"insert", "upsert", "insert_ignore"})
    void goesIntoALargeObjectAndColumns(String mode) {
        db.execute("ALTER TABLE t DROP a, ADD a oid");
        LargeRow row = new LargeRow(1).addAllBut(0, log);
        try (SinkDriver sink = sink(TUPLE, mode)) {
            sink.openAll();
            sink.drain();
        }
        assertThat(db.rows(LargeRow.FOUND.replace("md5(a)", "md5(lo_get(a))"))).containsExactly(row.expected());
    }

    @ParameterizedTest
    @ValueSource(strings = {"insert", "upsert"})
    void goesIntoItsPartitionAndThroughTriggers(String mode) {
        db.execute(
                "CREATE TABLE p (LIKE t, PRIMARY KEY (id)) PARTITION BY RANGE (id)",
                "CREATE TABLE p1 PARTITION OF p FOR VALUES FROM (0) TO (10)",
                "CREATE TABLE p2 PARTITION OF p FOR VALUES FROM (10) TO (20)",
                "DROP TABLE t",
                "ALTER TABLE p RENAME TO t",
                "CREATE TABLE seen (id int8, bytes int8)",
                "CREATE FUNCTION relabel() RETURNS trigger LANGUAGE plpgsql AS"
                        + " $$ BEGIN NEW.label = 'new ' || NEW.label; RETURN NEW; END $$",
                "CREATE FUNCTION note() RETURNS trigger LANGUAGE plpgsql AS"
                        + " $$ BEGIN INSERT INTO seen VALUES (NEW.id, octet_length(NEW.a)); RETURN NULL; END $$",
                "CREATE TRIGGER relabel BEFORE INSERT ON t FOR EACH ROW EXECUTE FUNCTION relabel()",
                "CREATE TRIGGER note AFTER INSERT ON t FOR EACH ROW EXECUTE FUNCTION note()");
        List<String> expected =
                new ArrayList<>(new LargeRow(11).addAllBut(0, log).expected());
        try (SinkDriver sink = sink(TUPLE, mode)) {
            sink.openAll();
            sink.drain();
        }
        expected.set(1, "new label 11");
        assertThat(db.rows(LargeRow.FOUND)).containsExactly(expected);
        assertThat(db.count("p2")).isEqualTo(1);
        assertThat(db.rows("SELECT id, bytes FROM seen")).containsExactly(List.of("11", "2000000"));
    }

    @ParameterizedTest
    @CsvSource({"extended, x, true", "external, e, false", "keep, x, true"})
    void isStoredAsTheTargetSays(String storage, String stored, boolean compressed) {
        db.execute("ALTER TABLE t ALTER a SET STORAGE EXTENDED");
        LargeRow row = new LargeRow(1).addAllBut(0, log);
        Map<String, String> settings = new HashMap<>(settings("insert"));
        settings.put("bytea.storage", storage);
        settings.put("bytea.compression", "pglz");
        try (SinkDriver sink = new SinkDriver(LimitedTasks.limitedTo(TUPLE), settings, log, committed, false)) {
            sink.openAll();
            sink.drain();
        }
        assertThat(db.rows(LargeRow.FOUND)).containsExactly(row.expected());
        assertThat(db.text("SELECT attstorage FROM pg_attribute WHERE attrelid = 't'::regclass AND attname = 'a'"))
                .isEqualTo(stored);
        assertThat(db.text("SELECT pg_column_compression(a) FROM t")).isEqualTo(compressed ? "pglz" : null);
    }

    @Test
    void isFoundInTheLedgerWhereTheAnswerToItsCommitIsLost() {
        LargeRow row = new LargeRow(1).addAllBut(0, log);
        db.execute("ALTER TABLE t DROP CONSTRAINT t_pkey");
        Map<String, String> settings = new HashMap<>(settings("insert"));
        try (TcpProxy proxy = TcpProxy.to(Kit.server().host(), Kit.server().port())) {
            settings.put("connection.url", "jdbc:postgresql://" + proxy.host() + ":" + proxy.port() + "/" + db.name());
            try (SinkDriver sink = new SinkDriver(LimitedTasks.limitedTo(TUPLE), settings, log, committed, false)) {
                sink.openAll();
                proxy.leaveUnanswered("COMMIT");
                sink.drain();
                assertThat(proxy.faults()).isEqualTo(1);
            }
        }
        assertThat(db.rows(LargeRow.FOUND)).containsExactly(row.expected());
    }

    @Test
    void isStagedAndOneThatFitsIsNot() {
        assertThat(destination(TUPLE)).startsWith("COPY \"pg_temp\".\"pgcopy_stage\"");
        assertThat(destination(LargeRow.BYTES + 1_000)).startsWith("COPY \"public\".\"t\"");
    }

    @Test
    void leavesNothingWhenItsTaskDiesAndComesOnceFromTheNext() {
        LargeRow row = new LargeRow(1).addAllBut(1, log);
        try (SinkDriver sink = sink(TUPLE, "insert")) {
            sink.openAll();
            sink.poll();
            assertThat(db.rows(STREAMED_TO)).hasSize(1);
        }
        assertThat(db.count("t")).isZero();
        assertThat(db.number("SELECT count(*) FROM pg_class WHERE relname = 'pgcopy_stage'"))
                .isZero();
        row.addAllBut(0, log);
        for (int task = 0; task < 2; task++) {
            // The second finds in the ledger what the first has written.
            committed.clear();
            try (SinkDriver sink = sink(TUPLE, "insert")) {
                sink.openAll();
                sink.drain();
            }
            assertThat(db.rows(LargeRow.FOUND)).containsExactly(row.expected());
        }
    }

    // Where a row is sent while it is under way.
    private String destination(long tupleBytes) {
        TopicLog other = new TopicLog();
        new LargeRow(7).addAllBut(1, other);
        try (SinkDriver sink =
                new SinkDriver(LimitedTasks.limitedTo(tupleBytes), settings("insert"), other, new HashMap<>(), false)) {
            sink.openAll();
            sink.poll();
            return db.text(STREAMED_TO);
        }
    }

    private SinkDriver sink(long tupleBytes, String mode) {
        return new SinkDriver(LimitedTasks.limitedTo(tupleBytes), settings(mode), log, committed, false);
    }

    private Map<String, String> settings(String mode) {
        return SinkDriver.settings(
                db,
                Map.of(
                        "delivery.guarantee", "exactly_once",
                        "insert.mode", mode,
                        "pk.mode", "record_value",
                        "pk.fields", "id",
                        "chunk.buffer.row.bytes", "1000000"));
    }
}
