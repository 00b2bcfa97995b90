/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.sink;

import java.util.Collection;
import java.util.Map;
import org.apache.kafka.common.TopicPartition;

/** Makes partitions the task's own in the database, where it is the database that keeps the offsets. */
interface PartitionClaims {
    /** Whether partitions must be claimed at all. */
    boolean needed();

    /**
     * Claims partitions; for each the offset that the database has, or -1.
     *
     * @throws io.pgcopy.connect.db.DatabaseException where that fails, for now or for good
     */
    Map<TopicPartition, Long> claim(Collection<TopicPartition> partitions);

    void release(Collection<TopicPartition> partitions);
}
