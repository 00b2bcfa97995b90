/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.sink;

import java.time.Duration;
import org.apache.kafka.connect.sink.SinkRecord;

/** The batch that a task gathers, as chunked rows see it. */
interface MainBatch {
    /**
     * Adds a row that is whole.
     *
     * @throws org.apache.kafka.connect.errors.RetriableException where it cannot be taken for now
     */
    void write(SinkRecord record);

    /** Writes all that was gathered; false where the database does not take it for now. */
    boolean settle();

    /** How long the task may wait for something, in this call of the framework. */
    Duration timeLeft();

    /**
     * A row of its own transaction was encoded for a table that has changed since: all is read again for the table as
     * it is. False where that was done for the last one already, and did not help.
     */
    boolean replan(String why);

    /** A row of its own transaction is written, or bad by itself: a table that changes after it is another change. */
    void streamed();

    /** Notes that a row of its own transaction failed in a way that concerns the task's partitions as a whole. */
    void fail(RuntimeException failure);
}
