/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.metrics;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Findings about the storage of a task's target columns, one MXBean of type {@code sink-storage} a column. */
public final class StorageMetrics implements AutoCloseable {
    private record Name(String table, String column) {}

    private final ColumnMetrics columns;
    private final Map<Name, Bean> beans = new ConcurrentHashMap<>();

    public StorageMetrics(String connector, int task) {
        this.columns = new ColumnMetrics("sink-storage", connector, task);
    }

    /** Shows what is known of a column now. */
    public void show(String table, String column, StorageColumn now) {
        Bean known = beans.get(new Name(table, column));
        if (known != null) {
            known.now = now;
            return;
        }
        Bean bean = new Bean(now);
        beans.put(new Name(table, column), bean);
        columns.show(table, column, bean);
    }

    @Override
    public void close() {
        columns.close();
        beans.clear();
    }

    private static final class Bean implements StorageColumnMXBean {
        private volatile StorageColumn now;

        Bean(StorageColumn now) {
            this.now = now;
        }

        @Override
        public String getFinding() {
            return now.finding();
        }

        @Override
        public long getSampledValues() {
            return now.sampledValues();
        }

        @Override
        public double getSavedShare() {
            return now.savedShare();
        }

        @Override
        public double getWastedShare() {
            return now.wastedShare();
        }

        @Override
        public double getCompressionCpuMillisPerMb() {
            return now.compressionCpuMillisPerMb();
        }

        @Override
        public double getSamplingMillis() {
            return now.samplingMillis();
        }

        @Override
        public String getStorage() {
            return now.storage();
        }

        @Override
        public String getCompression() {
            return now.compression();
        }

        @Override
        public String getAdvice() {
            return now.advice();
        }
    }
}
