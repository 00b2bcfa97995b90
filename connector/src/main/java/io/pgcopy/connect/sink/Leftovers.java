/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.sink;

import java.util.Collection;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.connect.sink.SinkRecord;

/**
 * Records that the framework is to deliver once more, and which of them must not be taken then: those of partitions that
 * were given back and came again meanwhile. Kafka delivers these from where they are committed, so what comes of the old
 * delivery leaves a gap. The framework forgets them by the name of their topic, which a transformation may have changed.
 * Confined to the task's thread.
 */
final class Leftovers {
    private Collection<SinkRecord> refused = List.of();
    // By object: the framework delivers the same, and others may be equal to them.
    private final Set<SinkRecord> stale = Collections.newSetFromMap(new IdentityHashMap<>());

    /** These records are delivered once more. */
    void refuse(Collection<SinkRecord> records) {
        refused = records;
    }

    /** The framework has no record of before any more. */
    void forget() {
        refused = List.of();
        stale.clear();
    }

    /** Whether records are to be delivered once more. */
    boolean areThere() {
        return !refused.isEmpty();
    }

    /** These partitions begin anew. */
    void open(Collection<TopicPartition> partitions) {
        for (SinkRecord record : refused) {
            if (partitions.contains(RecordPosition.partitionOf(record))) {
                stale.add(record);
            }
        }
    }

    /** What was delivered, without what must not be taken. */
    Collection<SinkRecord> current(Collection<SinkRecord> delivered) {
        return stale.isEmpty()
                ? delivered
                : delivered.stream().filter(record -> !stale.contains(record)).toList();
    }
}
