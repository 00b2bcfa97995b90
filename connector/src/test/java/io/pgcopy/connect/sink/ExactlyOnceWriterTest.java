/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.sink;

import io.pgcopy.connect.blob.BlobCheckpoint;
import io.pgcopy.connect.db.SqlOutcome;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.connect.errors.ConnectException;
import org.apache.kafka.connect.errors.RetriableException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import static io.pgcopy.connect.sink.SinkHarness.P0;
import static io.pgcopy.connect.sink.SinkHarness.P1;
import static io.pgcopy.connect.sink.SinkHarness.records;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

@Timeout(30)
class ExactlyOnceWriterTest {
    private static final TopicPartition P2 = new TopicPartition("t", 2);

    @Test
    void goesOnWhereTheDatabaseIs() {
        try (SinkHarness sink = SinkHarness.exactlyOnce()) {
            sink.claims.offsets.put(P2, 300L);
            sink.writer.open(List.of(P2));
            assertThat(sink.context.rewinds).isEqualTo(Map.of(P2, 300L));
            sink.put(records(P2, 300, 305));
            assertThat(sink.committed(P2)).isEqualTo(305);
        }
    }

    @Test
    void leavesOutWhatItTookOfRecordsThatAreDeliveredOnceMore() {
        Duration bound = Duration.ofSeconds(10);
        Map<String, String> exactlyOnce = Map.of("delivery.guarantee", "exactly_once");
        try (SinkHarness sink = new SinkHarness(4, Duration.ofMinutes(10), bound, bound, exactlyOnce)) {
            sink.database.fail(SqlOutcome.CONNECTION, 40);
            sink.putUntilTaken(records(P0, 10, 20));
            assertThat(sink.refusals).isPositive();
            assertThat(sink.committed(P0)).isEqualTo(20);
            assertThat(sink.database.rows()).isEqualTo(10);
        }
    }

    @Test
    void refusesATopicThatIsMadeAnewWhileTheTaskRuns() {
        try (SinkHarness sink = SinkHarness.exactlyOnce()) {
            sink.put(records(P0, 0, 1000));
            assertThat(sink.committed(P0)).isEqualTo(1000);
            assertThatThrownBy(() -> sink.put(records(P0, 0, 10)))
                    .isInstanceOf(ConnectException.class)
                    .hasMessageContaining("offset 0 of t-0")
                    .hasMessageContaining("exactly.once.on.offset.regression");
        }
    }

    @Test
    void writesOrSkipsATopicThatIsMadeAnewOnRequest() {
        assertThat(rowsOfATopicMadeAnew("rewrite")).isEqualTo(1000 + 10);
        assertThat(rowsOfATopicMadeAnew("skip")).isEqualTo(1000);
    }

    private static long rowsOfATopicMadeAnew(String onRegression) {
        try (SinkHarness sink = SinkHarness.with(
                Map.of("delivery.guarantee", "exactly_once", "exactly.once.on.offset.regression", onRegression))) {
            sink.put(records(P0, 0, 1000));
            assertThat(sink.committed(P0)).isEqualTo(1000);
            sink.put(records(P0, 0, 10));
            assertThat(sink.committed(P0)).isPositive();
            return sink.database.rows();
        }
    }

    @Test
    void readsTheFirstRecordsOfAPartitionAgainThatAreDroppedForAnother() {
        try (SinkHarness sink = SinkHarness.exactlyOnce()) {
            sink.put(records(P0, 0, 5));
            sink.database.fail(new FencedException(Set.of(P0), "another writer"));
            assertThat(sink.committed(P0)).isEqualTo(-1);
            sink.put(records(P1, 40, 45));
            assertThat(sink.context.rewinds).isEqualTo(Map.of(P0, 0L, P1, 40L));
        }
    }

    @Test
    void refusesOffsetsFromBeforeTheClaim() {
        try (SinkHarness sink = SinkHarness.exactlyOnce()) {
            sink.claims.offsets.put(P2, 500L);
            sink.writer.open(List.of(P2));
            assertThatThrownBy(() -> sink.put(records(P2, 0, 10)))
                    .isInstanceOf(ConnectException.class)
                    .hasMessageContaining("offset 0")
                    .hasMessageContaining("500")
                    .hasMessageContaining("exactly.once.on.offset.regression");
        }
    }

    @Test
    void writesOrSkipsThemOnRequest() {
        Map<String, String> rewrite =
                Map.of("delivery.guarantee", "exactly_once", "exactly.once.on.offset.regression", "rewrite");
        Map<String, String> skip =
                Map.of("delivery.guarantee", "exactly_once", "exactly.once.on.offset.regression", "skip");
        assertThat(rowsAfterRegression(rewrite)).isEqualTo(10);
        assertThat(rowsAfterRegression(skip)).isZero();
    }

    private static long rowsAfterRegression(Map<String, String> settings) {
        try (SinkHarness sink = SinkHarness.with(settings)) {
            sink.claims.offsets.put(P2, 500L);
            sink.writer.open(List.of(P2));
            sink.put(records(P2, 0, 10));
            assertThat(sink.committed(P2)).isPositive();
            return sink.database.rows();
        }
    }

    @Test
    void forgetsWhatItKnewOfRowsInSlicesOfATopicThatIsMadeAnew() {
        try (SinkHarness sink = SinkHarness.with(
                Map.of("delivery.guarantee", "exactly_once", "exactly.once.on.offset.regression", "rewrite"))) {
            sink.claims.offsets.put(P2, 500L);
            sink.marks.stored.put(P2, BlobCheckpoint.of(500));
            sink.writer.open(List.of(P2));
            sink.put(records(P2, 0, 10));
            sink.database.fail(new RewindException("its tables changed"));
            assertThat(sink.committed(P2)).isEqualTo(-1);
            sink.put();
            assertThat(sink.context.rewinds).containsEntry(P2, 0L);
            sink.put(records(P2, 0, 10));
            assertThat(sink.committed(P2)).isEqualTo(10);
            assertThat(sink.database.rows()).isEqualTo(10);
        }
    }

    @Test
    void claimsLaterWhereTheDatabaseIsAwayAtFirst() {
        try (SinkHarness sink = SinkHarness.exactlyOnce()) {
            sink.claims.outages = 2;
            sink.claims.offsets.put(P2, 7L);
            sink.writer.open(List.of(P2));
            assertThatThrownBy(() -> sink.put(records(P2, 0, 10))).isInstanceOf(RetriableException.class);
            sink.put(records(P2, 0, 10));
            assertThat(sink.context.rewinds).containsEntry(P2, 7L);
            assertThat(sink.database.written).isEmpty();
            sink.put(records(P2, 7, 10));
            assertThat(sink.committed(P2)).isEqualTo(10);
            assertThat(sink.database.rows()).isEqualTo(3);
        }
    }

    @Test
    void failsWhereTheDatabaseStaysAwayForTooLong() {
        Duration bound = Duration.ofSeconds(10);
        Map<String, String> exactlyOnce = Map.of("delivery.guarantee", "exactly_once");
        try (SinkHarness sink =
                new SinkHarness(4, Duration.ofMinutes(10), bound, Duration.ofMillis(500), exactlyOnce)) {
            sink.claims.outages = 1_000_000;
            sink.writer.open(List.of(P2));
            assertThatThrownBy(() -> {
                        while (true) {
                            try {
                                sink.put(records(P2, 0, 10));
                            } catch (RetriableException e) {
                                Thread.sleep(20);
                            }
                        }
                    })
                    .isInstanceOf(ConnectException.class)
                    .hasMessageContaining("Partitions cannot be claimed")
                    .hasMessageContaining("scripted outage");
        }
    }

    @Test
    void readsTheOthersAgainToo() {
        try (SinkHarness sink = SinkHarness.exactlyOnce()) {
            sink.claims.outages = 1;
            sink.writer.open(List.of(P2));
            sink.put(records(P0, 0, 5));
            List<org.apache.kafka.connect.sink.SinkRecord> both = new java.util.ArrayList<>(records(P0, 5, 8));
            both.addAll(records(P2, 40, 42));
            sink.put(both);
            assertThat(sink.context.rewinds).isEqualTo(Map.of(P0, 5L, P2, 40L));
        }
    }

    @Test
    void givesUpAPartitionThatAnotherOwnsAndClaimsItAgainIfItStaysHis() {
        try (SinkHarness sink = SinkHarness.exactlyOnce()) {
            sink.put(records(P0, 0, 5));
            sink.put(records(P1, 0, 5));
            sink.database.fail(new FencedException(Set.of(P0), "another writer"));
            assertThat(sink.committed(P0)).isEqualTo(-1);
            sink.put(records(P0, 5, 6));
            assertThat(sink.context.rewinds).isEqualTo(Map.of(P0, 0L, P1, 0L));
            sink.claims.offsets.put(P0, 3L);
            sink.put(records(P0, 6, 7));
            assertThat(sink.context.rewinds).containsEntry(P0, 3L);
            sink.put(records(P0, 3, 7));
            assertThat(sink.committed(P0)).isEqualTo(7);
            assertThat(sink.database.rows()).isEqualTo(4);
        }
    }

    @Test
    void doesNotCommitRecordsThatWereDroppedForTheClaimOfAnotherPartition() {
        try (SinkHarness sink = SinkHarness.exactlyOnce()) {
            sink.put(records(P0, 0, 5));
            sink.database.fail(new FencedException(Set.of(P0), "another writer"));
            assertThat(sink.committed(P0)).isEqualTo(-1);
            sink.put();
            sink.put(records(P1, 0, 5));
            assertThat(sink.committed(P1)).isEqualTo(5);
            sink.put(Stream.of(records(P0, 0, 5), records(P1, 5, 9))
                    .flatMap(List::stream)
                    .toList());
            assertThat(sink.context.rewinds).containsEntry(P1, 5L);
            assertThat(sink.committed(P1)).as("5 to 8 come again").isEqualTo(5);
        }
    }

    @Test
    void asksTheDatabaseWhatBecameOfAFlushThatWasGivenUpForARebalance() {
        try (SinkHarness sink = SinkHarness.exactlyOnce()) {
            sink.database.fail(SqlOutcome.CONNECTION, 1_000);
            sink.put(records(P0, 0, 5));
            assertThat(sink.committed(P0)).isEqualTo(-1);
            sink.writer.close(List.of(P1));
            // Its COMMIT had happened, only the answer was lost.
            sink.claims.offsets.put(P0, 5L);
            sink.put();
            sink.put(records(P0, 0, 7));
            assertThat(sink.context.rewinds).containsEntry(P0, 5L);
            sink.put(records(P0, 5, 7));
            assertThat(sink.claims.claimed.get(1)).containsExactly(P0);
        }
    }

    @Test
    void failsWhereTwoConnectorsShareAnId() {
        try (SinkHarness sink = SinkHarness.exactlyOnce()) {
            for (int i = 0; i < 5; i++) {
                sink.database.fail(new FencedException(Set.of(P0), "another writer"));
            }
            assertThatThrownBy(() -> {
                        for (int i = 0; i < 20; i++) {
                            sink.put(records(P0, 0, 5));
                            sink.committed(P0);
                            sink.put();
                        }
                    })
                    .hasMessageContaining("another writer");
        }
    }

    @Test
    void followsTheDatabaseBackAfterAFailoverThatLostCommits() {
        try (SinkHarness sink = SinkHarness.exactlyOnce()) {
            sink.put(records(P0, 0, 10));
            assertThat(sink.committed(P0)).isEqualTo(10);
            sink.put(records(P0, 10, 20));
            sink.database.fail(new RewindException("ledger went back", Map.of(P0, 4L)));
            assertThat(sink.committed(P0)).isEqualTo(10);
            sink.put();
            assertThat(sink.context.rewinds).containsEntry(P0, 4L);
            sink.put(records(P0, 4, 20));
            assertThat(sink.committed(P0)).isEqualTo(20);
            assertThat(sink.database.rows()).isEqualTo(10 + 16);
        }
    }

    @Test
    void recordsThatNeverCameAreNoLag() {
        try (SinkHarness sink = SinkHarness.exactlyOnce()) {
            sink.claims.offsets.put(P2, 300L);
            sink.writer.open(List.of(P2));
            sink.put();
            sink.consumed(P1, 7);
            sink.consumed(P2, 340);
            assertThat(sink.committed(P1))
                    .as("of a partition that the database has not")
                    .isEqualTo(7);
            assertThat(sink.committed(P2)).as("of one that it has").isEqualTo(340);
        }
    }

    @Test
    void nothingIsDoneWithWhileRecordsAreToBeDeliveredOnceMore() {
        try (SinkHarness sink = SinkHarness.exactlyOnce()) {
            sink.claims.outages = 2;
            sink.writer.open(List.of(P2));
            assertThatThrownBy(() -> sink.put(records(P2, 0, 10))).isInstanceOf(RetriableException.class);
            sink.consumed(P1, 7);
            assertThat(sink.committed(P1)).isEqualTo(-1);
            sink.put(records(P2, 0, 10));
            assertThat(sink.committed(P1)).isEqualTo(7);
        }
    }

    @Test
    void recordsThatAreGivenUpBeforeTheClaimAreWaitedFor() {
        try (SinkHarness sink = SinkHarness.exactlyOnce()) {
            sink.claims.outages = 1;
            sink.claims.offsets.put(P2, 300L);
            sink.writer.open(List.of(P2));
            sink.consumed(P2, 320);
            assertThat(sink.committed(P2)).as("not claimed").isEqualTo(-1);
            sink.put(records(P2, 320, 330));
            assertThat(sink.committed(P2)).as("300 to 329 come again").isEqualTo(300);
            sink.put(records(P2, 300, 310));
            sink.consumed(P2, 330);
            assertThat(sink.committed(P2)).isEqualTo(330);
        }
    }

    @Test
    void releasesWhatItLoses() {
        try (SinkHarness sink = SinkHarness.exactlyOnce()) {
            sink.writer.close(List.of(P1));
            assertThat(sink.claims.released).containsExactly(P1);
        }
    }
}
