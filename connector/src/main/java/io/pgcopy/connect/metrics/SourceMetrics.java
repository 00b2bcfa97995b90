/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.metrics;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;

/** What one source task has done since its start. Written by the reading thread, read by anybody. */
public final class SourceMetrics implements SourceMetricsMBean {
    private final AtomicLong records = new AtomicLong();
    private final AtomicLong bytes = new AtomicLong();
    private final AtomicLong splitsDone = new AtomicLong();
    private final AtomicLong rowsChunked = new AtomicLong();
    private final AtomicLong rowsNulled = new AtomicLong();
    private final AtomicLong rowsSkipped = new AtomicLong();
    private final AtomicLong retries = new AtomicLong();
    private final int splits;
    private final LongSupplier queueBytes;
    private final ColumnMetrics columns;
    private final Map<String, Long> expected = new ConcurrentHashMap<>();

    /**
     * @param splits how many the task is to read
     * @param queueBytes how much has been read and not been polled
     * @param columns where what is known of single columns is shown
     */
    public SourceMetrics(int splits, LongSupplier queueBytes, ColumnMetrics columns) {
        this.splits = splits;
        this.queueBytes = queueBytes;
        this.columns = columns;
    }

    /** How much there is to read of a split that is begun, as far as a sample tells. */
    public void expect(String split, long size) {
        expected.put(split, size);
    }

    public ColumnMetrics columns() {
        return columns;
    }

    /** One more record. Only one thread calls this, so no read-modify-write need be atomic. */
    public void record(long size) {
        records.lazySet(records.getPlain() + 1);
        bytes.lazySet(bytes.getPlain() + size);
    }

    public void splitDone() {
        splitsDone.incrementAndGet();
    }

    public void rowChunked() {
        rowsChunked.incrementAndGet();
    }

    public void rowNulled() {
        rowsNulled.incrementAndGet();
    }

    public void rowSkipped() {
        rowsSkipped.incrementAndGet();
    }

    public void retry() {
        retries.incrementAndGet();
    }

    @Override
    public long getRecordsRead() {
        return records.get();
    }

    @Override
    public long getBytesRead() {
        return bytes.get();
    }

    @Override
    public long getBytesExpected() {
        return expected.values().stream().mapToLong(Long::longValue).sum();
    }

    @Override
    public int getSplits() {
        return splits;
    }

    @Override
    public long getSplitsDone() {
        return splitsDone.get();
    }

    @Override
    public long getQueueBytes() {
        return queueBytes.getAsLong();
    }

    @Override
    public long getRowsChunked() {
        return rowsChunked.get();
    }

    @Override
    public long getRowsNulled() {
        return rowsNulled.get();
    }

    @Override
    public long getRowsSkipped() {
        return rowsSkipped.get();
    }

    @Override
    public long getRetries() {
        return retries.get();
    }
}
