/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.sink;

import io.pgcopy.connect.db.SqlOutcome;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.connect.errors.RetriableException;
import org.apache.kafka.connect.sink.SinkRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static io.pgcopy.connect.sink.SinkHarness.P0;
import static io.pgcopy.connect.sink.SinkHarness.P1;
import static io.pgcopy.connect.sink.SinkHarness.records;
import static org.assertj.core.api.Assertions.assertThat;

/**
 * A rebalance while the framework has records to deliver once more. It forgets those of partitions that it loses by the
 * name that a transformation gave their topic, and counts them as consumed in any case.
 */
@Timeout(30)
class RebalancedRedeliveryTest {
    private static final Map<String, String> AT_LEAST_ONCE = Map.of();

    @Test
    void nothingIsCommittedOfAPartitionOfWhichNothingCameSince() {
        try (SinkHarness sink = flushingEvery(4, AT_LEAST_ONCE)) {
            refusedAfterEight(sink);
            rebalance(sink);
            // The framework has emptied its batch, and says that all of it was consumed.
            sink.put();
            sink.put();
            sink.consumed(P0, 100);
            assertThat(sink.committed(P0)).isEqualTo(-1);
            sink.put(records(P0, 0, 3));
            assertThat(sink.committed(P0)).isEqualTo(3);
            sink.put(records(P0, 3, 100));
            assertThat(sink.committed(P0)).isEqualTo(100);
        }
    }

    @Test
    void recordsFromBeforeTheRebalanceAreNotTaken() {
        try (SinkHarness sink = flushingEvery(4, AT_LEAST_ONCE)) {
            List<SinkRecord> stale = refusedAfterEight(sink);
            rebalance(sink);
            sink.put(stale);
            assertThat(sink.committed(P0)).isEqualTo(-1);
            sink.put(records(P0, 0, 20));
            assertThat(sink.committed(P0)).isEqualTo(20);
            assertThat(sink.database.rows()).as("none twice").isEqualTo(20);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"fail", "skip", "rewrite"})
    void exactlyOnceIsExactlyOnce(String onRegression) {
        Map<String, String> settings =
                Map.of("delivery.guarantee", "exactly_once", "exactly.once.on.offset.regression", onRegression);
        try (SinkHarness sink = flushingEvery(4, settings)) {
            sink.claims.offsets.put(P0, 0L);
            sink.claims.offsets.put(P1, 0L);
            List<SinkRecord> stale = refusedAfterEight(sink);
            rebalance(sink);
            sink.put(stale);
            sink.putUntilTaken(records(P0, 0, 20));
            assertThat(sink.committed(P0)).isEqualTo(20);
            assertThat(sink.database.rows()).isEqualTo(20);
        }
    }

    /** What the task asks Kafka for must not be the first of the records that it drops. */
    @Test
    void aPartitionThatTheLedgerDoesNotKnowIsNotReadFromAStaleRecordOn() {
        try (SinkHarness sink = flushingEvery(4, Map.of("delivery.guarantee", "exactly_once"))) {
            List<SinkRecord> stale = refusedAfterEight(sink);
            sink.claims.outages = 1;
            rebalance(sink);
            sink.context.rewinds.clear();
            sink.put(stale);
            assertThat(sink.context.rewinds).isEmpty();
            sink.put(records(P0, 0, 20));
            sink.putUntilTaken(records(P0, 0, 20));
            assertThat(sink.committed(P0)).isEqualTo(20);
            assertThat(sink.database.rows()).isEqualTo(20);
        }
    }

    /** Where the framework forgot all that it had to deliver again, the call that was to have it brings what comes next. */
    @Test
    void recordsThatComeAtOnceAfterTheRebalanceAreTaken() {
        try (SinkHarness sink = flushingEvery(4, AT_LEAST_ONCE)) {
            refusedAfterEight(sink);
            rebalance(sink);
            sink.put(records(P0, 0, 20));
            assertThat(sink.committed(P0)).isEqualTo(20);
            assertThat(sink.database.rows()).isEqualTo(20);
        }
    }

    @Test
    void aPartitionThatStaysGetsItsRecordsAsEver() {
        try (SinkHarness sink = flushingEvery(4, AT_LEAST_ONCE)) {
            List<SinkRecord> refused = refusedAfterEight(sink);
            sink.database.recover();
            sink.writer.close(List.of(P1));
            sink.writer.open(List.of(P1));
            sink.putUntilTaken(refused);
            assertThat(sink.context.rewinds).as("a flush was given up").containsEntry(P0, 0L);
            sink.putUntilTaken(records(P0, 0, 20));
            assertThat(sink.committed(P0)).isEqualTo(20);
            assertThat(sink.database.rows()).isEqualTo(20);
        }
    }

    /** The records 8 to 19, which the framework is to deliver again; 0 to 7 are under way and in a batch. */
    private static List<SinkRecord> refusedAfterEight(SinkHarness sink) {
        sink.database.fail(SqlOutcome.CONNECTION, 10_000);
        sink.put(records(P0, 0, 4));
        sink.put(records(P0, 4, 8));
        List<SinkRecord> refused = records(P0, 8, 20);
        for (int i = 0; i < 100; i++) {
            try {
                sink.put(refused);
            } catch (RetriableException e) {
                return refused;
            }
        }
        throw new AssertionError("the records were taken");
    }

    private static void rebalance(SinkHarness sink) {
        sink.writer.close(List.of(P0, P1));
        sink.database.recover();
        sink.consumed.clear();
        sink.writer.open(List.of(P0, P1));
    }

    private static SinkHarness flushingEvery(int maxRecords, Map<String, String> settings) {
        Duration bound = Duration.ofSeconds(10);
        return new SinkHarness(maxRecords, Duration.ofMinutes(10), bound, bound, new HashMap<>(settings));
    }
}
