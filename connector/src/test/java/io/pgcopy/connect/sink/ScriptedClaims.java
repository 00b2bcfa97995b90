/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.sink;

import io.pgcopy.connect.db.DatabaseException;
import io.pgcopy.connect.db.SqlOutcome;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.TopicPartition;

/** A ledger that says what a test tells it to. */
final class ScriptedClaims implements PartitionClaims {
    final Map<TopicPartition, Long> offsets = new HashMap<>();
    final List<Collection<TopicPartition>> claimed = new ArrayList<>();
    final List<TopicPartition> released = new ArrayList<>();
    boolean needed;
    int outages;

    @Override
    public boolean needed() {
        return needed;
    }

    @Override
    public Map<TopicPartition, Long> claim(Collection<TopicPartition> partitions) {
        if (outages > 0) {
            outages--;
            throw new DatabaseException("scripted outage", SqlOutcome.CONNECTION, "08006", -1, null);
        }
        claimed.add(partitions);
        Map<TopicPartition, Long> found = new HashMap<>();
        partitions.forEach(partition -> found.put(partition, offsets.getOrDefault(partition, -1L)));
        return found;
    }

    @Override
    public void release(Collection<TopicPartition> partitions) {
        released.addAll(partitions);
    }
}
