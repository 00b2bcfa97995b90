/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.metrics;

/** What a sample has shown of one column's values when the source began to read the table, as JMX shows it. */
public interface SourceColumnMXBean {
    /** Values sampled, without NULLs. */
    long getSampledValues();

    /** Bytes of a value as it is read, on average. */
    long getRawBytes();

    /** Bytes of a value on disk, on average. */
    long getStoredBytes();

    /** Bytes of the largest value sampled, as it is read. */
    long getLargestBytes();

    /** Share of the values that are compressed on disk, from 0 to 1. */
    double getCompressedShare();
}
