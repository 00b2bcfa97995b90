/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.metrics;

/** A sink task's attributes in JMX; the names are JMX's form of it. */
public interface SinkMetricsMBean {
    /**
     * Rows committed: inserts, updates and deletes that were sent, whether they changed anything or not; rows that were
     * written while they arrived among them.
     */
    long getRowsWritten();

    /** Bytes of these rows as they were sent; of those written while they arrived, their large values. */
    long getBytesWritten();

    /** Transactions committed, without those of rows that were written while they arrived. */
    long getFlushes();

    /** Milliseconds that they took, their failed attempts and waits included. */
    long getFlushMillis();

    /** Attempts after a lost connection or another failure that passes. */
    long getRetries();

    /** Records without a value that were left out, since deletes are off. */
    long getTombstonesSkipped();

    /** Records reported as bad, those of attempts that were not committed included. */
    long getBadRecords();

    /** Rows in slices that could not be put together and were left out, since {@code chunk.incomplete.policy} is drop. */
    long getRowsDropped();

    /** Rows in slices that were left out, since their reader had begun anew before: they came once more, from another attempt. */
    long getRowsOlder();

    /** Whether the task waits for a database that failed; the worker then delivers nothing more to it. */
    boolean isPaused();
}
