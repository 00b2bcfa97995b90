package io.pgcopy.connect.source;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.apache.kafka.connect.errors.ConnectException;
import org.apache.kafka.connect.source.SourceRecord;
import org.jspecify.annotations.Nullable;

/**
 * Records read ahead, bounded in bytes: one thread puts, one polls. A record larger than the bound passes
 * when nothing else is held. What is put goes into batches that a poll hands over whole, without a copy.
 */
final class RecordQueue {
    private static final class Batch {
        final List<SourceRecord> records = new ArrayList<>();
        long bytes;
    }

    private final long maxBytes;
    private final long batchMaxBytes;

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final Deque<Batch> batches = new ArrayDeque<>();
    private long bytes;
    private boolean finished;
    private @Nullable Throwable failure;

    RecordQueue(long maxBytes, long batchMaxBytes) {
        this.maxBytes = maxBytes;
        this.batchMaxBytes = batchMaxBytes;
    }

    /** Adds a record; waits while the queue is full. */
    void put(SourceRecord record, long size) throws InterruptedException {
        lock.lockInterruptibly();
        try {
            while (bytes > 0 && bytes + size > maxBytes) {
                changed.await();
            }
            boolean wasEmpty = batches.isEmpty();
            Batch batch = wasEmpty ? null : batches.getLast();
            if (batch == null || batch.bytes + size > batchMaxBytes) {
                batch = new Batch();
                batches.add(batch);
            }
            batch.records.add(record);
            batch.bytes += size;
            bytes += size;
            if (wasEmpty) {
                changed.signalAll();
            }
        } finally {
            lock.unlock();
        }
    }

    /** No more records will come. */
    void finish() {
        end(null);
    }

    /** No more records will come, and here is why; the polling thread gets it after the records before. */
    void fail(Throwable reason) {
        end(reason);
    }

    /**
     * The oldest records, at most {@code batchMaxBytes} of them; waits a while for the first, null if none came.
     *
     * @throws ConnectException where reading has failed
     */
    @Nullable List<SourceRecord> poll(long maxWaitMillis) throws InterruptedException {
        lock.lockInterruptibly();
        try {
            long nanos = TimeUnit.MILLISECONDS.toNanos(maxWaitMillis);
            while (batches.isEmpty() && failure == null && nanos > 0) {
                nanos = changed.awaitNanos(nanos);
            }
            Batch batch = batches.poll();
            if (batch != null) {
                bytes -= batch.bytes;
                changed.signalAll();
                return batch.records;
            }
            if (failure != null) {
                throw new ConnectException(failure.getMessage(), failure);
            }
            return null;
        } finally {
            lock.unlock();
        }
    }

    /** Whether the last record has been polled and no more will come. */
    boolean drained() {
        lock.lock();
        try {
            return finished && batches.isEmpty();
        } finally {
            lock.unlock();
        }
    }

    /** Bytes held. */
    long bytes() {
        lock.lock();
        try {
            return bytes;
        } finally {
            lock.unlock();
        }
    }

    private void end(@Nullable Throwable reason) {
        lock.lock();
        try {
            finished = true;
            failure = reason;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }
}
