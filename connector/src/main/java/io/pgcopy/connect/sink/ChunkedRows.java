/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.sink;

import io.pgcopy.connect.blob.BlobBudget;
import io.pgcopy.connect.blob.BlobCheckpoint;
import io.pgcopy.connect.blob.BlobChunk;
import io.pgcopy.connect.blob.BlobLimits;
import io.pgcopy.connect.blob.BlobTracker;
import java.nio.ByteBuffer;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.connect.errors.DataException;
import org.apache.kafka.connect.header.Header;
import org.apache.kafka.connect.sink.SinkRecord;
import org.jspecify.annotations.Nullable;

/**
 * Tells slices of chunked rows from whole records, and leads each partition that has any through its tracker.
 * A partition without chunked rows costs nothing but the look at its records' headers. Confined to the task's
 * thread.
 */
final class ChunkedRows implements AutoCloseable {
    /** What the writer is to do with a record. */
    enum Verdict {
        /** A partition without chunked rows: the usual way. */
        ORDINARY,
        /** A whole row whose turn it is, by the tracker's word. */
        WRITE,
        /** Nothing: a slice, or a row that is done with or waits. */
        TAKEN
    }

    // Of the time between two rounds no more counts as waiting for slices: the task itself may have been held up.
    private static final long MAX_ROUND_NANOS = TimeUnit.SECONDS.toNanos(10);

    private final BlobLimits limits;
    private final BlobBudget budget;
    private final ChunkParts parts;
    private final Map<TopicPartition, BlobTracker<SinkRecord>> trackers = new HashMap<>();
    private final Map<TopicPartition, Refusals> refusals = new HashMap<>();

    private long nowMs;
    // In nanoseconds: rounds of a busy task are shorter than a millisecond, and all of them count.
    private long activeNanos;
    private long roundNanos = System.nanoTime();

    ChunkedRows(BlobLimits limits, BlobBudget budget, ChunkParts parts) {
        this.limits = limits;
        this.budget = budget;
        this.parts = parts;
    }

    /** Takes partitions up where the database says they were left, given the offsets that it has; where to read. */
    Map<TopicPartition, Long> restore(Map<TopicPartition, Long> offsets) {
        Map<TopicPartition, Long> reading = new HashMap<>(offsets);
        parts.marks().load(offsets).forEach((partition, stored) -> {
            long offset = offsets.getOrDefault(partition, HeldPartition.NOTHING);
            BlobCheckpoint from = stored.at(offset);
            forget(partition);
            trackers.put(partition, tracker(partition, from));
            // Where nothing but rows of their own transactions was written, Kafka says where to begin.
            if (offset != HeldPartition.NOTHING) {
                reading.put(partition, from.safe());
            }
        });
        return reading;
    }

    /**
     * Takes the next record.
     *
     * @throws DataException where its header is not what the source writes
     */
    Verdict take(TopicPartition partition, SinkRecord record) {
        Header header = record.headers().isEmpty() ? null : record.headers().lastWithName(BlobChunk.HEADER);
        BlobTracker<SinkRecord> tracker = trackers.get(partition);
        long offset = record.originalKafkaOffset();
        if (header == null) {
            if (tracker == null) {
                return Verdict.ORDINARY;
            }
            return tracker.plain(offset, tracker.ordersKeys() ? key(record) : null) ? Verdict.WRITE : Verdict.TAKEN;
        }
        if (!(header.value() instanceof String text)) {
            throw new DataException("expected a string in the header " + BlobChunk.HEADER + "; which header converter"
                    + " changed it?");
        }
        BlobChunk chunk = BlobChunk.parse(text);
        if (tracker == null) {
            tracker = tracker(partition, null);
            trackers.put(partition, tracker);
        }
        tracker.slice(offset, chunk, chunk.head() ? key(record) : null, record, nowMs);
        return Verdict.TAKEN;
    }

    /** A row that came in slices and went into a batch was refused there; all is read again after it. */
    void refuse(RefusedRow row) {
        refusals(row.partition()).add(row.attempt(), row.offset(), row.reason());
    }

    /** A row that was to be written could not be, and will be delivered again. */
    void retract(TopicPartition partition, SinkRecord record) {
        BlobTracker<SinkRecord> tracker = trackers.get(partition);
        if (tracker != null) {
            tracker.retract(record.originalKafkaOffset());
        }
    }

    /** Whether a batch may go to the database: its checkpoint tells of rows that are given up, and nothing would ever report them again. */
    boolean areReported() {
        return !parts.marks().keeps()
                || trackers.isEmpty()
                || parts.reports().await(parts.main().timeLeft());
    }

    /** Gives the batch, which goes to the database now, what it must know of chunked rows. */
    void handOver(Batch batch) {
        trackers.forEach((partition, tracker) -> {
            if (tracker.begun()) {
                batch.checkpoint(partition, tracker.handOver());
            }
        });
    }

    void committed() {
        parts.reports().flushed();
        trackers.values().forEach(BlobTracker::batchCommitted);
    }

    /** Keeps Kafka's offsets below the first row that is not written yet. */
    Map<TopicPartition, OffsetAndMetadata> limit(Map<TopicPartition, OffsetAndMetadata> committable) {
        if (trackers.isEmpty()) {
            return committable;
        }
        if (!parts.reports().await(parts.main().timeLeft())) {
            return Map.of();
        }
        Map<TopicPartition, OffsetAndMetadata> limited = new HashMap<>(committable);
        trackers.forEach((partition, tracker) -> {
            if (tracker.begun()) {
                long safe = tracker.safeOffset();
                refusals(partition).settle(safe);
                limited.computeIfPresent(
                        partition, (same, offset) -> offset.offset() <= safe ? offset : new OffsetAndMetadata(safe));
            }
        });
        return limited;
    }

    /** Ends a round of records: where partitions are to be read again. */
    Map<TopicPartition, Long> rewinds() {
        tick();
        Map<TopicPartition, Long> rewinds = new HashMap<>();
        trackers.forEach((partition, tracker) -> {
            OptionalLong offset = tracker.begun() ? tracker.rewind() : OptionalLong.empty();
            offset.ifPresent(again -> rewinds.put(partition, again));
        });
        return rewinds;
    }

    /** Ends all streams for now, since a table that one may hold has to change. */
    void yieldStreams(String why) {
        trackers.values().forEach(tracker -> tracker.yieldStreams(why));
    }

    /** Whether any partition has had rows in slices, each of which may wait for the database. */
    boolean areThere() {
        return !trackers.isEmpty();
    }

    /** Whether some row is incomplete or waits, so that the task must be called again soon. */
    boolean waits() {
        return trackers.values().stream().anyMatch(BlobTracker::ordersKeys);
    }

    void close(Collection<TopicPartition> partitions) {
        for (TopicPartition partition : partitions) {
            forget(partition);
            refusals.remove(partition);
        }
    }

    private void forget(TopicPartition partition) {
        BlobTracker<SinkRecord> tracker = trackers.remove(partition);
        if (tracker != null) {
            tracker.close();
        }
    }

    /** Forgets everything, since partitions are read again from these offsets; or from where rows are not written. */
    Map<TopicPartition, Long> reset(Map<TopicPartition, Long> offsets) {
        Map<TopicPartition, Long> reading = new HashMap<>(offsets);
        trackers.forEach((partition, tracker) -> {
            if (tracker.begun()) {
                reading.merge(partition, tracker.safeOffset(), Math::min);
            }
            tracker.close();
        });
        trackers.clear();
        return parts.marks().keeps() ? restore(offsets) : reading;
    }

    @Override
    public void close() {
        parts.lanes().close();
    }

    private BlobTracker<SinkRecord> tracker(TopicPartition partition, @Nullable BlobCheckpoint from) {
        return new BlobTracker<>(new PartitionChunks(partition, parts, refusals(partition)), budget, limits, from);
    }

    private Refusals refusals(TopicPartition partition) {
        return refusals.computeIfAbsent(partition, same -> new Refusals());
    }

    private void tick() {
        long now = System.nanoTime();
        activeNanos += Math.min(MAX_ROUND_NANOS, now - roundNanos);
        roundNanos = now;
        nowMs = TimeUnit.NANOSECONDS.toMillis(activeNanos);
        parts.lanes().tick();
        trackers.values().forEach(tracker -> tracker.tick(nowMs));
    }

    private @Nullable Object key(SinkRecord record) {
        if (!parts.ordered()) {
            return null;
        }
        return record.key() instanceof byte[] bytes ? ByteBuffer.wrap(bytes) : record.key();
    }
}
