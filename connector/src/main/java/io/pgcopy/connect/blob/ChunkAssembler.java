/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.blob;

import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.apache.kafka.connect.errors.DataException;
import org.jspecify.annotations.Nullable;

/**
 * Puts chunked rows together in the memory of a plain Kafka consumer; one for each partition, each confined to
 * a thread. Give it every record that has the header {@value BlobChunk#HEADER}, in order; commit no offset
 * above {@link #safeOffset}; after each poll call {@link #tick}, and seek to {@link #rewind} where there is one.
 *
 * @param <R> the consumer's record
 */
public final class ChunkAssembler<R> {
    /**
     * A row that is whole.
     *
     * @param head its first record, which carries all columns that were not sliced
     * @param values its sliced columns, by name; text in UTF-8
     */
    public record Row<R>(R head, Map<String, ByteBuffer> values) {}

    /**
     * A row that nobody has sent to its end.
     *
     * @param offset of its first record
     * @param reason which row, how far it came
     */
    public record GivenUp(long offset, String reason) {}

    private final long maxBytes;
    private final LongSupplier nowMs;
    private final Rows rows = new Rows();
    private final BlobTracker<R> tracker;
    private @Nullable ByteBuffer slice;

    /**
     * An assembler of one partition.
     *
     * @param maxBytes memory for rows that are not whole yet; a larger row is refused
     * @param limit after so long without a slice {@link #tick} gives a row up; to be longer than a source's restart
     *     and than the consumer is ever away from the partition
     */
    public ChunkAssembler(long maxBytes, Duration limit) {
        this(maxBytes, limit, () -> TimeUnit.NANOSECONDS.toMillis(System.nanoTime()));
    }

    /** @param nowMs a test's clock */
    ChunkAssembler(long maxBytes, Duration limit, LongSupplier nowMs) {
        long limitMs = limit.toMillis();
        BlobLimits limits = new BlobLimits(maxBytes, maxBytes, 0, limitMs, limitMs);
        tracker = new BlobTracker<>(rows, new BlobBudget(limits), limits, null);
        this.maxBytes = maxBytes;
        this.nowMs = nowMs;
    }

    /**
     * Takes the next slice.
     *
     * @param header the header's value
     * @param content the slice's own bytes: the field of the record's value that the header names; for text in UTF-8
     * @return the row, where this slice made it whole
     * @throws DataException where a slice is missing or changed
     */
    public Optional<Row<R>> add(long offset, String header, R record, byte[] content) {
        slice = ByteBuffer.wrap(content);
        BlobChunk chunk = BlobChunk.parse(header);
        BlobManifest manifest = chunk.manifest();
        if (manifest != null && manifest.bytes() > maxBytes) {
            throw new DataException("chunked row of " + manifest.bytes() + " bytes at offset " + offset
                    + " does not fit into the assembler's " + maxBytes);
        }
        tracker.slice(offset, chunk, null, record, nowMs.getAsLong());
        Row<R> whole = rows.whole;
        rows.whole = null;
        return Optional.ofNullable(whole);
    }

    /** A record without the header was read; true where it is new, and not one that is read again for another's sake. */
    public boolean pass(long offset) {
        return tracker.plain(offset, null);
    }

    /**
     * Gives up the rows of which no slice has come for the limit: their memory is free, and {@link #safeOffset} may
     * pass them.
     *
     * @return these rows
     */
    public List<GivenUp> tick() {
        List<GivenUp> lost = new ArrayList<>();
        rows.lost = lost;
        tracker.tick(nowMs.getAsLong());
        rows.lost = null;
        return lost;
    }

    /** The highest offset that may be committed when all that was returned so far has been dealt with. */
    public long safeOffset() {
        tracker.handOver();
        tracker.batchCommitted();
        return tracker.safeOffset();
    }

    /** Where to read again, since a row that had no room may have it now. */
    public OptionalLong rewind() {
        return tracker.rewind();
    }

    private final class Rows implements BlobRows<R> {
        private final Map<Long, Row<R>> open = new HashMap<>();
        private @Nullable Row<R> whole;
        // Where rows go that are given up for their age; null while records are read.
        private @Nullable List<GivenUp> lost;

        @Override
        public ByteBuffer slice(R record, BlobChunk chunk) {
            return Objects.requireNonNull(slice);
        }

        @Override
        public Outcome begin(PendingBlob blob, R head) {
            Map<String, ByteBuffer> values = new LinkedHashMap<>();
            blob.manifest()
                    .columns()
                    .forEach(column -> values.put(column.name(), ByteBuffer.allocate(Math.toIntExact(column.bytes()))));
            open.put(blob.attempt().id(), new Row<>(head, values));
            return Outcome.DONE;
        }

        @Override
        public Outcome append(PendingBlob blob, BlobChunk chunk, ByteBuffer bytes) {
            Row<R> row = Objects.requireNonNull(open.get(blob.attempt().id()));
            Objects.requireNonNull(row.values.get(chunk.column())).put(bytes.duplicate());
            return Outcome.DONE;
        }

        @Override
        public Outcome finish(PendingBlob blob, R tail) {
            Row<R> row = Objects.requireNonNull(open.remove(blob.attempt().id()));
            row.values.values().forEach(ByteBuffer::flip);
            whole = row;
            return Outcome.DONE;
        }

        @Override
        public void abandon(PendingBlob blob, String why) {
            open.remove(blob.attempt().id());
        }

        @Override
        public Disposition broken(@Nullable PendingBlob blob, long offset, String reason) {
            if (blob != null && lost != null) {
                lost.add(new GivenUp(blob.headOffset(), blob + " " + reason));
                return Disposition.DROP;
            }
            throw new DataException((blob == null ? "record at offset " + offset : blob) + " " + reason);
        }

        @Override
        public void older(BlobAttempt attempt, long headOffset) {
            // A row that a reader sends which should have stopped: the row comes, or came, from the one after it.
        }

        @Override
        public void report(@Nullable PendingBlob blob, R record, String reason) {
            throw new DataException(reason);
        }
    }
}
