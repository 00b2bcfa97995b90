/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.integration.sink;

import io.pgcopy.integration.Kit;
import io.pgcopy.integration.fixture.Await;
import io.pgcopy.integration.fixture.Database;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.BooleanSupplier;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaBuilder;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.errors.ConnectException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** Rows in slices whose next slice does not come. */
class StalledRowsIT {
    private static final TopicPartition P0 = new TopicPartition("t", 0);
    private static final TopicPartition P1 = new TopicPartition("t", 1);
    private static final Schema ROW = SchemaBuilder.struct()
            .field("id", Schema.INT64_SCHEMA)
            .field("note", Schema.STRING_SCHEMA)
            .build();
    private static final Map<String, String> STALL =
            Map.of("chunk.stall.timeout.ms", "1000", "chunk.incomplete.timeout.ms", "3600000");
    private static final Map<String, String> INCOMPLETE =
            Map.of("chunk.stall.timeout.ms", "1000", "chunk.incomplete.timeout.ms", "2000");

    private final TopicLog log = new TopicLog();
    private Database db;

    @BeforeEach
    void create() {
        db = Kit.server().createDatabase("stalled_rows");
        db.execute("CREATE TABLE t (id int8 PRIMARY KEY, note text)");
    }

    @Test
    void aStreamThatGetsNothingIsGivenBackAndTheRowIsWrittenWhenTheRestHasCome() {
        Slices row = new Slices(log, P0, 1, "aa", "bb", "cc").next().next();
        try (SinkDriver sink = sink(STALL)) {
            sink.openAll();
            sink.poll();
            assertThat(streams()).as("the row is under way").isEqualTo(1);
            poll(sink, () -> streams() == 0);
            sink.commit();
            assertThat(sink.committed)
                    .as("it waits in Kafka")
                    .doesNotContainValue(1L)
                    .doesNotContainValue(2L);
            plain(2);
            poll(sink, () -> db.count("t") == 1);
            row.next();
            sink.drain();
        }
        assertThat(db.rows("SELECT id, note FROM t ORDER BY id"))
                .containsExactly(List.of("1", "aabbcc"), List.of("2", "plain"));
    }

    @Test
    void aRowThatStaysIncompleteStopsTheTask() {
        new Slices(log, P0, 1, "aa", "bb", "cc").next().next();
        try (SinkDriver sink = sink(INCOMPLETE)) {
            sink.openAll();
            assertThatThrownBy(() -> poll(sink, () -> false))
                    .isInstanceOf(ConnectException.class)
                    .hasMessageContaining("t-0")
                    .hasMessageContaining("from offset 0 to 1")
                    .hasMessageContaining("had no more slices for 2000 ms: 2 of 3 were found")
                    .hasMessageContaining("chunk.incomplete.policy=drop");
        }
        assertThat(db.count("t")).isZero();
    }

    @Test
    void aRowThatStaysIncompleteIsLeftOutWhereTheUserSaidSo() {
        new Slices(log, P0, 1, "aa", "bb", "cc").next().next();
        plain(2);
        Map<String, String> drop = new HashMap<>(INCOMPLETE);
        drop.put("chunk.incomplete.policy", "drop");
        try (SinkDriver sink = sink(drop)) {
            sink.openAll();
            sink.drain();
        }
        assertThat(db.rows("SELECT id, note FROM t")).containsExactly(List.of("2", "plain"));
    }

    /** Somebody waits for the stream's lock on the table, and the task's own flush waits behind him. */
    @Test
    void aStreamGivesWayWhereAFlushWaitsForALock() throws Exception {
        Slices row = new Slices(log, P0, 1, "aa", "bb", "cc").next().next();
        Map<String, String> settings =
                Map.of("flush.timeout.ms", "2000", "flush.max.records", "10", "retry.timeout.ms", "20000");
        ExecutorService other = Executors.newSingleThreadExecutor();
        try (SinkDriver sink = sink(settings)) {
            sink.open(List.of(P0, P1));
            poll(sink, () -> streams() == 1);
            Future<?> alter = other.submit(
                    () -> db.execute("SET statement_timeout = 60000", "ALTER TABLE t ADD COLUMN more int4"));
            Await.until(
                    "the lock to be waited for",
                    () -> db.number("SELECT count(*) FROM pg_locks WHERE NOT granted") > 0);
            for (long id = 100; id < 200; id++) {
                log.add(P1, new Struct(ROW).put("id", id).put("note", "plain"));
            }
            // Nobody else gets at the table before.
            poll(sink, alter::isDone);
            alter.get();
            row.next();
            sink.drain();
        } finally {
            other.shutdownNow();
        }
        assertThat(db.count("t")).isEqualTo(101);
        assertThat(db.text("SELECT note FROM t WHERE id = 1")).isEqualTo("aabbcc");
    }

    private void plain(long id) {
        log.add(P0, new Struct(ROW).put("id", id).put("note", "plain"));
    }

    private SinkDriver sink(Map<String, String> more) {
        Map<String, String> settings = new HashMap<>(more);
        settings.put("chunk.buffer.row.bytes", "0");
        settings.put("flush.interval.ms", "1");
        return SinkDriver.of(db, log, settings);
    }

    private static void poll(SinkDriver sink, BooleanSupplier until) {
        Await.until("it", () -> {
            sink.poll();
            return until.getAsBoolean();
        });
    }

    private long streams() {
        return db.number("SELECT count(*) FROM pg_stat_activity WHERE datname = current_database()"
                + " AND pid <> pg_backend_pid() AND query LIKE 'COPY%' AND state = 'active'");
    }
}
