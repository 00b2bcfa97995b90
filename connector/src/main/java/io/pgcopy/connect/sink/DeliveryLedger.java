/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.sink;

import io.pgcopy.connect.db.Session;
import java.util.Collection;
import java.util.Map;
import org.apache.kafka.common.TopicPartition;

/** What the database itself remembers of offsets: all ({@link OffsetLedger}) or nothing. */
sealed interface DeliveryLedger permits OffsetLedger, NoLedger {
    /** Makes partitions this task's; for each the next offset to write, or -1 where nothing was ever written. */
    Map<TopicPartition, Long> claim(Session session, Collection<TopicPartition> partitions);

    /** Forgets partitions that the task does not hold any more. */
    void release(Collection<TopicPartition> partitions);

    /**
     * Moves the offsets within the transaction that wrote the batch.
     *
     * @throws FencedException where another task owns a partition of it
     * @throws RewindException where the database is not where the task thought
     */
    void advance(Session session, Batch batch);

    /** Notes that the transaction is committed. */
    void advanced(Batch batch);

    /** Whether a batch is committed whose transaction ended without an answer. */
    boolean resolve(Session session, Batch batch);
}
