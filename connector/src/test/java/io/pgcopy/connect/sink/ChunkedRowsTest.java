/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.sink;

import io.pgcopy.connect.blob.BlobAttempt;
import io.pgcopy.connect.blob.BlobChunk;
import io.pgcopy.connect.blob.BlobManifest;
import io.pgcopy.connect.blob.BlobManifest.SlicedColumn;
import io.pgcopy.connect.blob.BlobSequence;
import io.pgcopy.connect.blob.BlobToken;
import io.pgcopy.connect.db.SqlOutcome;
import io.pgcopy.connect.type.TableId;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.errors.ConnectException;
import org.apache.kafka.connect.errors.DataException;
import org.apache.kafka.connect.errors.RetriableException;
import org.apache.kafka.connect.sink.ErrantRecordReporter;
import org.apache.kafka.connect.sink.SinkRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import static io.pgcopy.connect.sink.SinkHarness.P0;
import static io.pgcopy.connect.sink.SinkHarness.P1;
import static io.pgcopy.connect.sink.SinkHarness.SCHEMA;
import static io.pgcopy.connect.sink.SinkHarness.record;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

@Timeout(60)
class ChunkedRowsTest {

    @Test
    void aRowInChunksIsWrittenOnceItIsWhole() {
        try (SinkHarness sink = SinkHarness.flushingEvery(1000)) {
            List<SinkRecord> row = row(1, 10, "first ", "second ", "third");
            sink.put(record(P0, 9), row.get(0), row.get(1));
            assertThat(sink.committed(P0)).isEqualTo(10);
            assertThat(sink.database.rows()).isEqualTo(1);
            sink.put(row.get(2));
            assertThat(sink.committed(P0)).isEqualTo(13);
            assertThat(sink.database.rows()).isEqualTo(2);
        }
    }

    @Test
    void aTopicGoesOnBesideARowThatIsIncomplete() {
        try (SinkHarness sink = SinkHarness.flushingEvery(1000)) {
            List<SinkRecord> row = row(1, 10, "first ", "second");
            sink.put(row.get(0), record(P0, 11), record(P0, 12));
            assertThat(sink.committed(P0)).isEqualTo(10);
            assertThat(sink.database.rows()).isEqualTo(2);
        }
    }

    @Test
    void aRowThatComesAgainIsNotWrittenTwice() {
        try (SinkHarness sink = SinkHarness.flushingEvery(1000)) {
            List<SinkRecord> row = row(1, 10, "first ", "second");
            List<SinkRecord> repeated = row(1, 12, "first ", "second");
            sink.put(row);
            sink.put(repeated);
            assertThat(sink.committed(P0)).isEqualTo(14);
            assertThat(sink.database.rows()).isEqualTo(1);
        }
    }

    @Test
    void aSliceThatIsMissingStopsTheTaskAndSaysWhere() {
        try (SinkHarness sink = SinkHarness.flushingEvery(1000)) {
            List<SinkRecord> row = row(1, 10, "a", "b", "c");
            assertThatThrownBy(() -> sink.put(row.get(0), row.get(2)))
                    .isInstanceOf(ConnectException.class)
                    .hasMessageContaining("t-0")
                    .hasMessageContaining("from offset 10 to 12")
                    .hasMessageContaining("misses slice 1")
                    .hasMessageContaining("chunk.incomplete.policy");
        }
    }

    @Test
    void aValueLargerThanTheServerTakesStopsTheTaskAtItsFirstSlice() {
        try (SinkHarness sink = SinkHarness.flushingEvery(1000)) {
            assertThatThrownBy(() -> sink.put(head(new SlicedColumn("note", 1_073_676_289))))
                    .isInstanceOf(ConnectException.class)
                    .hasMessageContaining("t-0")
                    .hasMessageContaining("has 1073676289 bytes in one column")
                    .hasMessageContaining("no value of more than 1073676288");
        }
    }

    @Test
    void severalValuesMayBeLargerTogether() {
        try (SinkHarness sink = SinkHarness.with(Map.of("chunk.incomplete.policy", "drop"))) {
            sink.put(head(new SlicedColumn("note", 943_718_400), new SlicedColumn("more", 943_718_400)));
            assertThat(sink.metrics.getRowsDropped()).isZero();
        }
    }

    @Test
    void aBrokenRowIsDroppedWhereThatIsAsked() {
        try (SinkHarness sink = SinkHarness.with(Map.of("chunk.incomplete.policy", "drop"))) {
            List<SinkRecord> row = row(1, 10, "a", "b", "c");
            sink.put(row.get(0), row.get(2), record(P0, 13));
            assertThat(sink.committed(P0)).isEqualTo(14);
            assertThat(sink.database.rows()).isEqualTo(1);
            assertThat(sink.metrics.getRowsDropped()).isEqualTo(1);
        }
    }

    @Test
    void roundsOfLessThanAMillisecondCountAsTimeToo() {
        Map<String, String> settings = Map.of(
                "chunk.incomplete.policy",
                "drop",
                "chunk.stall.timeout.ms",
                "1000",
                "chunk.incomplete.timeout.ms",
                "1000");
        try (SinkHarness sink = SinkHarness.with(settings)) {
            sink.put(row(1, 10, "a", "b", "c").get(0));
            long began = System.nanoTime();
            while (sink.metrics.getRowsDropped() == 0 && System.nanoTime() - began < 10_000_000_000L) {
                sink.put();
            }
            assertThat(sink.metrics.getRowsDropped()).isEqualTo(1);
        }
    }

    @Test
    void aHeaderThatSomebodyChangedIsRefused() {
        try (SinkHarness sink = SinkHarness.flushingEvery(1000)) {
            SinkRecord slice = record(P0, 3);
            slice.headers().addString(BlobChunk.HEADER, "pgc1;id=7");
            assertThatThrownBy(() -> sink.put(slice))
                    .isInstanceOf(DataException.class)
                    .hasMessageContaining("offset 3")
                    .hasMessageContaining(BlobChunk.HEADER);
        }
    }

    @Test
    void whatIsDeliveredOnceMoreAfterAHeaderThatIsRefusedIsNotWrittenTwice() {
        Duration bound = Duration.ofSeconds(10);
        List<SinkRecord> reported = new ArrayList<>();
        ErrantRecordReporter reporter = (record, error) -> {
            reported.add(record);
            return CompletableFuture.completedFuture(null);
        };
        try (SinkHarness sink = new SinkHarness(2, Duration.ofMinutes(10), bound, bound, Map.of(), reporter)) {
            SinkRecord changed = record(P0, 10);
            changed.headers().addString(BlobChunk.HEADER, "pgc1;id=7");
            List<SinkRecord> records = new ArrayList<>(List.of(changed));
            records.addAll(SinkHarness.records(P0, 11, 17));
            sink.database.fail(SqlOutcome.CONNECTION, 40);
            sink.putUntilTaken(records);
            assertThat(sink.refusals).isPositive();
            assertThat(sink.committed(P0)).isEqualTo(17);
            assertThat(sink.database.rows()).isEqualTo(6);
            assertThat(reported).containsExactly(changed);
        }
    }

    @Test
    void nothingIsWrittenThatTellsOfARowGivenUpBeforeItsReportIsSafe() {
        Duration timeout = Duration.ofMillis(200);
        Map<String, String> settings = Map.of(
                "delivery.guarantee", "exactly_once", "chunk.incomplete.policy", "dlq", "flush.timeout.ms", "1000");
        ErrantRecordReporter silent = (record, error) -> new CompletableFuture<>();
        try (SinkHarness sink =
                new SinkHarness(4, Duration.ofMinutes(10), timeout, Duration.ofSeconds(10), settings, silent)) {
            List<SinkRecord> row = row(1, 10, "a", "b", "c");
            sink.put(row.get(0), row.get(2));
            assertThat(sink.context.rewinds).isEqualTo(Map.of(P0, 10L));
            sink.put(row.get(0), row.get(2));
            assertThatThrownBy(() -> sink.putUntilTaken(SinkHarness.records(P0, 13, 20)))
                    .isInstanceOf(ConnectException.class)
                    .hasMessageContaining("dead letter queue");
            assertThat(sink.database.attempts).hasValue(0);
        }
    }

    @Test
    void aTopicMadeAnewIsReadFromItsBeginning() {
        try (SinkHarness sink = SinkHarness.flushingEvery(1000)) {
            sink.put(row(1, 10, "first ", "second"));
            assertThat(sink.committed(P0)).isEqualTo(12);
            sink.put(row(1, 0, "first ", "second"));
            sink.put(record(P0, 2));
            assertThat(sink.committed(P0)).isEqualTo(3);
            assertThat(sink.database.rows()).isEqualTo(3);
        }
    }

    @Test
    void aRowFromBeforeItsReaderBeganAnewIsLeftOutAndCounted() {
        try (SinkHarness sink = SinkHarness.flushingEvery(1000)) {
            sink.put(row(new BlobToken(2, 1), 1, 10, "new ", "attempt"));
            sink.put(row(new BlobToken(1, 5), 1, 12, "old ", "attempt"));
            assertThat(sink.committed(P0)).isEqualTo(14);
            assertThat(sink.database.rows()).isEqualTo(1);
            assertThat(sink.metrics.getRowsOlder()).isEqualTo(1);
        }
    }

    @Test
    void aRowThatIsStreamedWaitsForThoseThatItMayReferTo() {
        try (SinkHarness sink = SinkHarness.with(Map.of("chunk.buffer.row.bytes", "8"))) {
            List<SinkRecord> row = row(1, 10, "too long ", "for memory");
            sink.put(record(P0, 9), row.get(0));
            assertThat(sink.database.rows()).isZero();
        }
        try (SinkHarness sink = SinkHarness.with(Map.of("chunk.buffer.row.bytes", "8"))) {
            sink.references.add(new TableId("public", "parents"));
            List<SinkRecord> row = row(1, 10, "too long ", "for memory");
            sink.put(record(P0, 9), row.get(0));
            assertThat(sink.database.rows()).isEqualTo(1);
        }
    }

    @Test
    void whatAFlushUnderWayWritesIsNotReadAgainForAStreamedRow() {
        Map<String, String> settings = Map.of("delivery.guarantee", "exactly_once", "chunk.buffer.row.bytes", "8");
        try (SinkHarness sink =
                new SinkHarness(4, Duration.ofMinutes(10), Duration.ofMillis(300), Duration.ofSeconds(10), settings)) {
            sink.database.hold();
            sink.put(SinkHarness.records(P1, 0, 5));
            sink.streamFailure = SqlOutcome.SCHEMA;
            SinkRecord head = row(1, 10, "too long ", "for memory").get(0);
            assertThatThrownBy(() -> sink.put(head))
                    .as("it is not known what the flush comes to")
                    .isInstanceOf(RetriableException.class);
            assertThat(sink.context.rewinds).isEmpty();
            sink.database.release();
            sink.putUntilTaken(List.of(head));
            assertThat(sink.context.rewinds).as("0 to 3 are written").containsEntry(P1, 4L);
        }
    }

    @Test
    void aTableThatChangesAfterABadStreamedRowIsAnotherChange() {
        Map<String, String> settings = Map.of("chunk.buffer.row.bytes", "8");
        Duration bound = Duration.ofSeconds(10);
        ErrantRecordReporter safe = (record, error) -> CompletableFuture.completedFuture(null);
        try (SinkHarness sink = new SinkHarness(1000, Duration.ofMinutes(10), bound, bound, settings, safe)) {
            SinkRecord bad = row(1, 10, "too long ", "for memory").get(0);
            sink.streamFailure = SqlOutcome.SCHEMA;
            sink.put(bad);
            assertThat(sink.context.rewinds).containsEntry(P0, 10L);
            sink.streamFailure = SqlOutcome.DATA;
            sink.put(bad);
            sink.context.rewinds.clear();
            sink.streamFailure = SqlOutcome.SCHEMA;
            sink.put(row(2, 12, "too long ", "for memory").get(0));
            assertThat(sink.context.rewinds).as("read again for the new change").containsKey(P0);
        }
    }

    private static SinkRecord head(SlicedColumn... columns) {
        BlobManifest manifest = new BlobManifest(List.of(columns), "(0,1)");
        return slice(P0, 10, "first", new BlobSequence(BlobAttempt.of(1, new BlobToken(1, 1)), manifest, 9_999));
    }

    private static List<SinkRecord> row(int split, long offset, String... slices) {
        return row(new BlobToken(1, 1), split, offset, slices);
    }

    private static List<SinkRecord> row(BlobToken token, int split, long offset, String... slices) {
        String whole = String.join("", slices);
        BlobManifest manifest = new BlobManifest(List.of(new SlicedColumn("note", whole.length())), "(0,1)");
        BlobSequence sequence = new BlobSequence(BlobAttempt.of(split, token), manifest, slices.length);
        List<SinkRecord> records = new ArrayList<>();
        for (String slice : slices) {
            records.add(slice(P0, offset + records.size(), slice, sequence));
        }
        return records;
    }

    private static SinkRecord slice(TopicPartition partition, long offset, String slice, BlobSequence sequence) {
        Struct value = new Struct(SCHEMA).put("id", 1L).put("note", slice);
        SinkRecord record = new SinkRecord(partition.topic(), partition.partition(), null, null, SCHEMA, value, offset);
        record.headers()
                .addString(
                        BlobChunk.HEADER,
                        sequence.next(slice.getBytes(StandardCharsets.UTF_8)).format());
        return record;
    }
}
