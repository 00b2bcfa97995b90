/* SPDX-License-Identifier: Apache-2.0 */
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

    // A poll that finds less waits a moment for more: a wake-up of the other thread costs as much as many rows.
    private static final long WORTH_A_POLL_BYTES = 256 * 1024;
    private static final long LINGER_NANOS = TimeUnit.MILLISECONDS.toNanos(5);

    private final long maxBytes;
    private final long batchMaxBytes;
    private final long worthAPoll;

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final Deque<Batch> batches = new ArrayDeque<>();
    private long bytes;
    private boolean full;
    private boolean finished;
    private @Nullable Throwable failure;

    RecordQueue(long maxBytes, long batchMaxBytes) {
        this.maxBytes = maxBytes;
        this.batchMaxBytes = batchMaxBytes;
        this.worthAPoll = Math.min(WORTH_A_POLL_BYTES, batchMaxBytes / 2);
    }

    /** Adds a record; waits while the queue is full. */
    void put(SourceRecord record, long size) throws InterruptedException {
        lock.lockInterruptibly();
        try {
            while (bytes > 0 && bytes + size > maxBytes) {
                full = true;
                changed.signalAll();
                changed.await();
            }
            full = false;
            long before = bytes;
            Batch batch = batches.peekLast();
            if (batch == null || batch.bytes + size > batchMaxBytes) {
                batch = new Batch();
                batches.add(batch);
            }
            batch.records.add(record);
            batch.bytes += size;
            bytes += size;
            if (before == 0 || (before < worthAPoll && bytes >= worthAPoll)) {
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
    @Nullable
    List<SourceRecord> poll(long maxWaitMillis) throws InterruptedException {
        lock.lockInterruptibly();
        try {
            long nanos = TimeUnit.MILLISECONDS.toNanos(maxWaitMillis);
            while (batches.isEmpty() && failure == null && nanos > 0) {
                nanos = changed.awaitNanos(nanos);
            }
            linger();
            Batch batch = batches.poll();
            if (batch != null) {
                bytes -= batch.bytes;
                full = false;
                // One thread puts: only it can be waiting.
                changed.signal();
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

    private void linger() throws InterruptedException {
        long nanos = LINGER_NANOS;
        while (bytes > 0 && bytes < worthAPoll && !full && !finished && nanos > 0) {
            nanos = changed.awaitNanos(nanos);
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
