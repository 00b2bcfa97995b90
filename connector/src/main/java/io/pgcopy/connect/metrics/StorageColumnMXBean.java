/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.metrics;

/** What the sink has found out about one column's storage, as JMX shows it. */
public interface StorageColumnMXBean {
    /** {@code UNKNOWN}, {@code WASTED}, {@code PAYS}, {@code IDLE} or {@code MIXED}. */
    String getFinding();

    /** Values sampled since the task began. */
    long getSampledValues();

    /** Share of the bytes that pglz would save, from 0 to 1. */
    double getSavedShare();

    /** Share of the bytes that pglz would work on and then give up, from 0 to 1. */
    double getWastedShare();

    /** Server CPU in milliseconds per MB that compression costs in the connector's transactions. */
    double getCompressionCpuMillisPerMb();

    /** Milliseconds of the task's own time that sampling this column has taken. */
    double getSamplingMillis();

    /** The column's storage, {@code EXTENDED} for example; of the first partition that has rows. */
    String getStorage();

    /** What compresses the column's values in the connector's transactions: {@code PGLZ} or {@code LZ4}. */
    String getCompression();

    /** The statements that would suit the column's storage to its data; empty where there is nothing to do. */
    String getAdvice();
}
