/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.sink;

import io.pgcopy.connect.db.Session;
import java.util.Collection;
import java.util.Map;
import org.apache.kafka.common.TopicPartition;

/** At least once: offsets are Kafka's alone, and what was perhaps committed is written again. */
final class NoLedger implements DeliveryLedger {
    @Override
    public Map<TopicPartition, Long> claim(Session session, Collection<TopicPartition> partitions) {
        return Map.of();
    }

    @Override
    public void release(Collection<TopicPartition> partitions) {}

    @Override
    public void advance(Session session, Batch batch) {}

    @Override
    public void advanced(Batch batch) {}

    @Override
    public boolean resolve(Session session, Batch batch) {
        return false;
    }
}
