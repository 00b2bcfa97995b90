/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.metrics;

/** A source task's attributes in JMX; the names are JMX's form of it. */
public interface SourceMetricsMBean {
    /** Records read from the database; a row in slices counts once a slice. */
    long getRecordsRead();

    /** Bytes of these records, about as they lie in memory. */
    long getBytesRead();

    /** What {@link #getBytesRead} will be when the splits begun so far are done, foreseen from samples of their rows. */
    long getBytesExpected();

    /** Splits that the task has to read. */
    int getSplits();

    /** Splits read to their end. */
    long getSplitsDone();

    /** Bytes read ahead of the worker. */
    long getQueueBytes();

    /** Rows sent as several records. */
    long getRowsChunked();

    /** Rows sent with null in the place of a large value. */
    long getRowsNulled();

    /** Rows not sent, because they are too large. */
    long getRowsSkipped();

    /** Attempts after a lost connection or another failure that passes. */
    long getRetries();
}
