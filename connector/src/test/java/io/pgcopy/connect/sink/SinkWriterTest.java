/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.sink;

import io.pgcopy.connect.db.SqlOutcome;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.record.TimestampType;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.errors.ConnectException;
import org.apache.kafka.connect.errors.DataException;
import org.apache.kafka.connect.errors.RetriableException;
import org.apache.kafka.connect.sink.SinkRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import static io.pgcopy.connect.sink.SinkHarness.P0;
import static io.pgcopy.connect.sink.SinkHarness.P1;
import static io.pgcopy.connect.sink.SinkHarness.SCHEMA;
import static io.pgcopy.connect.sink.SinkHarness.record;
import static io.pgcopy.connect.sink.SinkHarness.records;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

@Timeout(30)
class SinkWriterTest {

    @Test
    void writesFullBatchesWhileTheNextIsFilled() {
        try (SinkHarness sink = SinkHarness.flushingEvery(10)) {
            sink.database.hold();
            sink.put(records(P0, 0, 11));
            assertThat(sink.database.written).isEmpty();
            sink.database.release();
            assertThat(sink.committed(P0)).isEqualTo(11);
            assertThat(sink.database.rows()).isEqualTo(11);
        }
    }

    @Test
    void writesWhatIsGatheredBeforeACommit() {
        try (SinkHarness sink = SinkHarness.flushingEvery(1000)) {
            sink.put(records(P0, 5, 8));
            sink.put(records(P1, 70, 71));
            assertThat(sink.committed(P0)).isEqualTo(8);
            assertThat(sink.committed(P1)).isEqualTo(71);
            assertThat(sink.database.written).hasSize(1);
        }
    }

    @Test
    void recordsThatNeverCameAreNotWaitedFor() {
        try (SinkHarness sink = SinkHarness.flushingEvery(1000)) {
            sink.put(records(P0, 0, 3));
            sink.consumed(P0, 10);
            sink.consumed(P1, 7);
            assertThat(sink.committed(P0))
                    .as("three were written, seven left out")
                    .isEqualTo(10);
            assertThat(sink.committed(P1)).as("all were left out").isEqualTo(7);
            sink.put(records(P0, 12, 13));
            sink.consumed(P0, 20);
            assertThat(sink.committed(P0)).isEqualTo(20);
        }
    }

    @Test
    void recordsThatComeAgainAreWaitedFor() {
        try (SinkHarness sink = SinkHarness.flushingEvery(1000)) {
            sink.put(records(P0, 0, 3));
            assertThat(sink.committed(P0)).isEqualTo(3);
            sink.database.fail(SqlOutcome.SCHEMA, 1);
            sink.put(records(P0, 3, 5));
            assertThat(sink.committed(P0)).as("the flush fails").isEqualTo(3);
            sink.put(records(P0, 5, 9));
            assertThat(sink.context.rewinds).containsEntry(P0, 3L);
            assertThat(sink.committed(P0))
                    .as("3 to 8 were dropped, and come again")
                    .isEqualTo(3);
            sink.put(records(P0, 3, 9));
            assertThat(sink.committed(P0)).isEqualTo(9);
        }
    }

    @Test
    void recordsThatNeverComeAreNotWaitedForAfterARewindEither() {
        try (SinkHarness sink = SinkHarness.flushingEvery(1000)) {
            sink.put(records(P0, 0, 3));
            sink.put(records(P1, 70, 72));
            assertThat(sink.committed(P0)).isEqualTo(3);
            sink.database.fail(SqlOutcome.SCHEMA, 1);
            sink.put(records(P0, 3, 5));
            sink.consumed(P1, 80);
            assertThat(sink.committed(P0)).as("the flush fails").isEqualTo(3);
            sink.put();
            sink.consumed(P1, 90);
            assertThat(sink.committed(P1))
                    .as("the framework has not gone back yet")
                    .isEqualTo(72);
            sink.put();
            sink.consumed(P1, 80);
            assertThat(sink.committed(P1)).as("they are left out again").isEqualTo(80);
            assertThat(sink.committed(P0)).as("3 and 4 come again").isEqualTo(3);
        }
    }

    @Test
    void writesByTime() {
        Duration wait = Duration.ofMillis(50);
        try (SinkHarness sink = new SinkHarness(1000, wait, Duration.ofSeconds(9), Duration.ofSeconds(9))) {
            sink.put(records(P0, 0, 1));
            assertThat(sink.context.timeout).isBetween(1L, 50L);
            while (sink.database.written.isEmpty()) {
                sink.put();
            }
            assertThat(sink.database.rows()).isEqualTo(1);
        }
    }

    @Test
    void retriesTheSameRowsThroughAnOutage() {
        try (SinkHarness sink = SinkHarness.flushingEvery(1000)) {
            sink.database.fail(SqlOutcome.CONNECTION, 2).fail(SqlOutcome.TRANSIENT, 1);
            sink.put(records(P0, 0, 5));
            long committed = -1;
            while (committed < 0) {
                committed = sink.committed(P0);
                sink.put();
            }
            assertThat(committed).isEqualTo(5);
            assertThat(sink.database.attempts).hasValue(4);
            assertThat(sink.database.aborts).hasValue(3);
            assertThat(sink.database.rows()).isEqualTo(5);
        }
    }

    @Test
    void failsWhenAnOutageLastsTooLong() {
        Duration bound = Duration.ofMillis(100);
        try (SinkHarness sink = new SinkHarness(1000, Duration.ofMinutes(1), Duration.ofSeconds(9), bound)) {
            sink.database.fail(SqlOutcome.CONNECTION, 1_000);
            sink.put(records(P0, 0, 5));
            assertThatThrownBy(() -> {
                        while (true) {
                            assertThat(sink.committed(P0)).isEqualTo(-1);
                            sink.put();
                        }
                    })
                    .isInstanceOf(ConnectException.class)
                    .hasMessageContaining("scripted CONNECTION");
            assertThat(sink.committed(P0)).isEqualTo(-1);
        }
    }

    @Test
    void asksForRedeliveryWhileTheDatabaseIsAwayAndTakesNothingTwice() {
        try (SinkHarness sink = SinkHarness.flushingEvery(4)) {
            sink.database.fail(SqlOutcome.CONNECTION, 40);
            List<SinkRecord> records = records(P0, 0, 10);
            boolean refused = false;
            boolean taken = false;
            while (!taken) {
                try {
                    sink.put(records);
                    taken = true;
                } catch (RetriableException e) {
                    refused = true;
                    assertThat(sink.context.timeout).isPositive();
                }
            }
            assertThat(refused).isTrue();
            assertThat(sink.committed(P0)).isEqualTo(10);
            assertThat(sink.database.rows()).isEqualTo(10);
            assertThat(sink.context.rewinds).isEmpty();
        }
    }

    @Test
    void namesNoOffsetBeyondWhatTheFrameworkCountsAsConsumed() {
        try (SinkHarness sink = SinkHarness.flushingEvery(1000)) {
            sink.writer.put(records(P0, 0, 10));
            sink.consumed.put(P0, new org.apache.kafka.clients.consumer.OffsetAndMetadata(4));
            assertThat(sink.committed(P0)).isEqualTo(4);
        }
    }

    @Test
    void readsAgainWhereTheTableChangedUnderTheRows() {
        try (SinkHarness sink = SinkHarness.flushingEvery(1000)) {
            sink.put(records(P0, 3, 6));
            assertThat(sink.committed(P0)).isEqualTo(6);
            sink.database.fail(SqlOutcome.SCHEMA, 1);
            sink.put(records(P0, 6, 9));
            assertThat(sink.committed(P0)).isEqualTo(6);
            sink.put(records(P0, 9, 12));
            assertThat(sink.context.rewinds).containsEntry(P0, 6L);
            sink.put(records(P0, 6, 12));
            assertThat(sink.committed(P0)).isEqualTo(12);
            assertThat(sink.database.rows()).isEqualTo(9);
            assertThat(sink.lookups).hasSize(2);
        }
    }

    @Test
    void failsWhereReadingAgainDoesNotHelp() {
        try (SinkHarness sink = SinkHarness.flushingEvery(1000)) {
            sink.database.fail(SqlOutcome.SCHEMA, 2);
            sink.put(records(P0, 0, 3));
            assertThat(sink.committed(P0)).isEqualTo(-1);
            sink.put();
            sink.put(records(P0, 0, 3));
            assertThat(sink.committed(P0)).isEqualTo(-1);
            assertThatThrownBy(sink::put).hasMessageContaining("scripted SCHEMA");
        }
    }

    @Test
    void forgetsWhatARevokedPartitionLeftBehind() {
        try (SinkHarness sink = SinkHarness.flushingEvery(1000)) {
            sink.put(records(P0, 0, 10));
            sink.put(records(P1, 0, 10));
            sink.writer.close(List.of(P1));
            sink.writer.open(List.of(new TopicPartition("t", 2)));
            assertThat(sink.writer.preCommit(sink.consumed)).containsOnlyKeys(P0);
            Run run = sink.database.written.get(0).runs().get(0);
            assertThat(run.nextIncluded(10)).isEqualTo(run.end());
        }
    }

    @Test
    void dropsRecordsOfPartitionsItDoesNotHold() {
        try (SinkHarness sink = SinkHarness.flushingEvery(1000)) {
            sink.writer.put(records(new TopicPartition("t", 7), 0, 3));
            sink.put(records(P0, 0, 1));
            assertThat(sink.committed(P0)).isEqualTo(1);
            assertThat(sink.database.rows()).isEqualTo(1);
        }
    }

    @Test
    void countsByTheOriginalTopicWhateverATransformationMadeOfIt() {
        try (SinkHarness sink = SinkHarness.flushingEvery(1000)) {
            TopicPartition original = new TopicPartition("raw", 3);
            sink.writer.open(List.of(original));
            Struct value = new Struct(SCHEMA).put("id", 1L);
            sink.put(new SinkRecord(
                    "t",
                    0,
                    null,
                    null,
                    SCHEMA,
                    value,
                    0,
                    null,
                    TimestampType.NO_TIMESTAMP_TYPE,
                    List.of(),
                    "raw",
                    3,
                    9));
            assertThat(sink.committed(original)).isEqualTo(10);
            assertThat(sink.committed(P0)).isEqualTo(-1);
        }
    }

    @Test
    void followsKafkaBackToLowerOffsets() {
        try (SinkHarness sink = SinkHarness.flushingEvery(1000)) {
            sink.put(records(P0, 500, 510));
            assertThat(sink.committed(P0)).isEqualTo(510);
            sink.put(records(P0, 0, 3));
            assertThat(sink.committed(P0)).isEqualTo(3);
            assertThat(sink.database.rows()).isEqualTo(13);
        }
    }

    @Test
    void doesNotSpinWhileAFlushIsUnderWay() {
        Duration wait = Duration.ofMillis(10);
        try (SinkHarness sink = new SinkHarness(1_000_000, wait, Duration.ofSeconds(9), Duration.ofSeconds(9))) {
            sink.database.hold();
            for (int i = 0; sink.database.attempts.get() == 0; i++) {
                sink.put(record(P0, i));
            }
            sink.put(record(P0, 1_000_000));
            assertThat(sink.context.timeout).isEqualTo(50);
        }
    }

    @Test
    void passesOverTombstones() {
        try (SinkHarness sink = SinkHarness.flushingEvery(1000)) {
            sink.put(new SinkRecord("t", 0, Schema.INT64_SCHEMA, 1L, null, null, 0));
            sink.put(new SinkRecord("t", 0, Schema.INT64_SCHEMA, 1L, SCHEMA, null, 1));
            assertThat(sink.committed(P0)).isEqualTo(2);
            assertThat(sink.database.rows()).isZero();
        }
    }

    @Test
    void namesTheRecordThatCannotBeARow() {
        try (SinkHarness sink = SinkHarness.flushingEvery(1000)) {
            sink.put(records(P0, 0, 2));
            SinkRecord bare = new SinkRecord("t", 0, null, null, null, Map.of("id", 1), 2);
            assertThatThrownBy(() -> sink.put(bare))
                    .isInstanceOf(DataException.class)
                    .hasMessageContaining("topic t, partition 0, offset 2")
                    .hasMessageContaining("schemas.enable=true");
            assertThat(sink.committed(P0)).isEqualTo(2);
        }
    }

    @Test
    void abortsAFlushThatTakesTooLongAndTriesAgain() {
        Duration timeout = Duration.ofMillis(200);
        try (SinkHarness sink = new SinkHarness(1000, Duration.ofMinutes(1), timeout, Duration.ofSeconds(9))) {
            sink.database.hold();
            sink.put(records(P0, 0, 5));
            long committed = -1;
            while (committed < 0) {
                committed = sink.committed(P0);
            }
            assertThat(committed).isEqualTo(5);
            assertThat(sink.database.attempts).hasValue(2);
        }
    }

    @Test
    void waitsInOnePutForNoLongerThanAFlushMayTakeHoweverManyItFills() {
        Duration timeout = Duration.ofMillis(400);
        try (SinkHarness sink = new SinkHarness(10, Duration.ofMinutes(10), timeout, Duration.ofSeconds(10))) {
            sink.database.slow(100);
            List<SinkRecord> records = records(P0, 0, 200);
            int puts = 1;
            for (boolean taken = false; !taken; puts++) {
                long began = System.nanoTime();
                try {
                    sink.put(records);
                    taken = true;
                } catch (RetriableException e) {
                    assertThat(e).hasMessageContaining("not available");
                }
                assertThat(Duration.ofNanos(System.nanoTime() - began)).isLessThan(Duration.ofMillis(1_200));
            }
            assertThat(puts).isGreaterThan(2);
            assertThat(sink.committed(P0)).isEqualTo(200);
            assertThat(sink.database.rows()).isEqualTo(200);
        }
    }

    @Test
    void neverThrowsFromPreCommitButInTheNextPut() {
        try (SinkHarness sink = SinkHarness.flushingEvery(1000)) {
            sink.database.fail(SqlOutcome.PERMANENT, 1);
            sink.put(record(P0, 0));
            assertThat(sink.committed(P0)).isEqualTo(-1);
            assertThatThrownBy(sink::put).hasMessageContaining("scripted PERMANENT");
        }
    }

    @Test
    void bringsAlternatingSchemasTogetherByTheirColumns() {
        Schema other = org.apache.kafka.connect.data.SchemaBuilder.struct()
                .field("id", Schema.INT64_SCHEMA)
                .build();
        try (SinkHarness sink = SinkHarness.flushingEvery(5000)) {
            for (int i = 0; i < 1000; i += 2) {
                sink.put(record(P0, i));
                Struct value = new Struct(other).put("id", (long) i);
                sink.put(new SinkRecord("t", 0, null, null, other, value, i + 1));
            }
            assertThat(sink.committed(P0)).isEqualTo(1000);
            assertThat(sink.database.written.get(0).runs()).hasSize(2);
            assertThat(sink.lookups).hasSize(1);
        }
    }
}
