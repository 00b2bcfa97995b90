/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.sink;

import io.pgcopy.connect.config.FlushConfig;
import io.pgcopy.connect.db.DatabaseException;
import java.time.Duration;
import java.util.Collection;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.connect.errors.DataException;
import org.apache.kafka.connect.errors.RetriableException;
import org.apache.kafka.connect.sink.SinkRecord;

/**
 * The batch that is being filled, and the one before it, which the flusher writes meanwhile. What goes wrong
 * is left to the {@link Setback}. Confined to the task's thread.
 */
final class Gathering implements MainBatch {
    private final FlushConfig config;
    private final RecordEncoder encoder;
    private final Flusher flusher;
    private final Supplier<Batch> batches;
    private final HeldPartitions partitions;
    private final Setback setback;
    private final ChunkedRows chunks;
    // Partitions of which the flush that was handed over says nothing any more.
    private final Set<TopicPartition> outdated = new HashSet<>();
    private Batch batch;

    Gathering(FlushConfig config, SinkParts parts, HeldPartitions partitions, Setback setback) {
        this.config = config;
        this.encoder = parts.encoder();
        this.flusher = parts.flusher();
        this.batches = parts.batches();
        this.partitions = partitions;
        this.setback = setback;
        this.batch = batches.get();
        this.chunks = parts.chunks().apply(this);
    }

    /** Rows of many records that go by this batch. */
    ChunkedRows chunks() {
        return chunks;
    }

    /** Adds a record's row; where the batch is full it is handed over before. Does nothing where that fails. */
    void add(SinkRecord record) {
        if (batch.bytes() >= config.batchBytes() || batch.records() >= config.maxRecords()) {
            handOver();
        }
        if (!setback.pending() && !encode(record)) {
            handOver();
            if (!setback.pending()) {
                encode(record);
            }
        }
    }

    /** Notes a record that leaves no row here. */
    void pass(SinkRecord record) {
        batch.pass(RecordPosition.of(record));
    }

    /** Reports a record that is no row at all. */
    void refuse(SinkRecord record, DataException error) {
        encoder.refuse(record, error, batch);
    }

    /** Hands over what has waited for long enough, unless a flush is under way still. */
    void handOverInTime() {
        if (batch.age().compareTo(config.interval()) >= 0 && !flusher.isBusy()) {
            handOver();
        }
    }

    /** Writes all that was gathered, as far as the database lets it now. */
    void flush() {
        flusher.await();
        collect();
        if (!setback.pending() && !batch.isEmpty() && !flusher.isBusy() && chunks.areReported()) {
            handOver();
            flusher.await();
            collect();
        }
    }

    /** Ends what is under way; false where it does not end and was given up, so that nobody knows what it came to. */
    boolean settled() {
        flusher.await();
        if (flusher.isBusy() && flusher.abandon()) {
            outdated.clear();
            return false;
        }
        collect();
        return true;
    }

    /** Whether nothing is under way: what is asked for again then is what the database lacks. */
    boolean landed() {
        flusher.await();
        collect();
        return !flusher.isBusy();
    }

    /** Takes notice of a flush that is over. */
    void collect() {
        try {
            Optional<Batch> written = flusher.collect();
            written.ifPresent(done -> {
                setback.wrote();
                partitions.commit(done.nextOffsets(), outdated);
                outdated.clear();
                chunks.committed();
            });
        } catch (DatabaseException e) {
            outdated.clear();
            setback.meetFlush(e);
        } catch (RefusedRowsException e) {
            outdated.clear();
            e.rows().forEach(chunks::refuse);
            setback.meet(new RewindException("its records are reported: " + e.getMessage()));
        } catch (RuntimeException e) {
            outdated.clear();
            setback.meet(e);
        }
    }

    /** Forgets what was gathered of partitions that the task loses. */
    void drop(Collection<TopicPartition> lost) {
        lost.forEach(batch::drop);
        if (batch.isEmpty()) {
            batch = batches.get();
        }
    }

    /** Forgets all that was gathered, and what tables look like. */
    void discard() {
        batch = batches.get();
        encoder.invalidate();
    }

    /** A partition begins anew: what the flush that is under way, or over and not noticed yet, has of it counts no more. */
    void outdate(TopicPartition partition) {
        if (flusher.holdsBatch()) {
            outdated.add(partition);
        }
    }

    /** How long the task may wait for records before it must look after the batch. */
    Duration patience(Duration whileBusy) {
        Duration left = config.interval().minus(batch.age());
        Duration least = flusher.isBusy() ? whileBusy : Duration.ofMillis(1);
        return left.compareTo(least) < 0 ? least : left;
    }

    boolean isEmpty() {
        return batch.isEmpty();
    }

    @Override
    public void write(SinkRecord record) {
        add(record);
        if (setback.pending()) {
            throw new RetriableException("The batch before failed.");
        }
    }

    @Override
    public boolean settle() {
        if (!setback.pending() && !batch.isEmpty()) {
            handOver();
        }
        flusher.await();
        collect();
        return !setback.pending() && !flusher.isBusy();
    }

    @Override
    public Duration timeLeft() {
        return flusher.timeLeft();
    }

    @Override
    public void fail(RuntimeException failure) {
        setback.meet(failure);
    }

    @Override
    public boolean replan(String why) {
        return setback.meetStream(why);
    }

    @Override
    public void streamed() {
        setback.streamed();
    }

    private boolean encode(SinkRecord record) {
        try {
            return encoder.encode(record, batch);
        } catch (RetriableException e) {
            if (e.getCause() instanceof DatabaseException cause && cause.isLockTimeout()) {
                // A row that is written while it arrives holds its table, and no slice comes before this record is
                // taken.
                chunks.yieldStreams("its table is to get new columns");
            }
            throw e;
        }
    }

    private void handOver() {
        flusher.await();
        if (flusher.isBusy()) {
            if (flusher.isLockedOut()) {
                // A row that is written while it arrives holds its table and its key, and no slice comes before these
                // records are taken.
                chunks.yieldStreams("a flush waits for a lock");
            }
            throw new RetriableException("The database is not available; its flush is tried again.");
        }
        collect();
        if (!setback.pending()) {
            if (!chunks.areReported()) {
                throw new RetriableException(
                        "The dead letter queue has not taken all slices yet; they are waited for.");
            }
            chunks.handOver(batch);
            flusher.submit(batch);
            batch = batches.get();
        }
    }
}
