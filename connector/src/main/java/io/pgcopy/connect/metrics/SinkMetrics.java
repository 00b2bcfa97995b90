/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.metrics;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;

/** What one sink task has done since its start. Written by its own threads, read by anybody. */
public final class SinkMetrics implements SinkMetricsMBean {
    private final AtomicLong rows = new AtomicLong();
    private final AtomicLong bytes = new AtomicLong();
    private final AtomicLong flushes = new AtomicLong();
    private final AtomicLong flushNanos = new AtomicLong();
    private final AtomicLong retries = new AtomicLong();
    private final AtomicLong tombstones = new AtomicLong();
    private final AtomicLong badRecords = new AtomicLong();
    private final AtomicLong dropped = new AtomicLong();
    private final AtomicLong older = new AtomicLong();
    private volatile boolean paused;

    /** One transaction is committed. */
    public void flushed(long rowCount, long byteCount, Duration time) {
        rows.addAndGet(rowCount);
        bytes.addAndGet(byteCount);
        flushes.incrementAndGet();
        flushNanos.addAndGet(time.toNanos());
    }

    /** A row that was written while it arrived is committed, by a transaction of its own. */
    public void streamed(long byteCount) {
        rows.incrementAndGet();
        bytes.addAndGet(byteCount);
    }

    /** The database failed, and another attempt follows. */
    public void retry() {
        retries.incrementAndGet();
        paused = true;
    }

    /** An attempt is under way, or none is needed any more. */
    public void goOn() {
        paused = false;
    }

    public void tombstoneSkipped() {
        tombstones.incrementAndGet();
    }

    public void badRecord() {
        badRecords.incrementAndGet();
    }

    public void rowDropped() {
        dropped.incrementAndGet();
    }

    /** How many there were before. */
    public long rowOlder() {
        return older.getAndIncrement();
    }

    @Override
    public long getRowsWritten() {
        return rows.get();
    }

    @Override
    public long getBytesWritten() {
        return bytes.get();
    }

    @Override
    public long getFlushes() {
        return flushes.get();
    }

    @Override
    public long getFlushMillis() {
        return Duration.ofNanos(flushNanos.get()).toMillis();
    }

    @Override
    public long getRetries() {
        return retries.get();
    }

    @Override
    public long getTombstonesSkipped() {
        return tombstones.get();
    }

    @Override
    public long getBadRecords() {
        return badRecords.get();
    }

    @Override
    public long getRowsDropped() {
        return dropped.get();
    }

    @Override
    public long getRowsOlder() {
        return older.get();
    }

    @Override
    public boolean isPaused() {
        return paused;
    }
}
