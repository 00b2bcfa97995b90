/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.sink;

import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.connect.sink.SinkRecord;
import org.jspecify.annotations.Nullable;

/** Up to which offset a batch has each partition. Records come in stretches of one partition: only its end costs. */
final class ReachedOffsets {
    private final Map<TopicPartition, Long> next = new LinkedHashMap<>();
    private @Nullable TopicPartition current;
    private long currentNext;

    /** A record's own partition, the same object for all of a stretch. */
    TopicPartition partition(SinkRecord record) {
        TopicPartition recent = current;
        return recent != null
                        && recent.partition() == record.originalKafkaPartition()
                        && recent.topic().equals(record.originalTopic())
                ? recent
                : RecordPosition.partitionOf(record);
    }

    /** Notes the record at an offset. */
    void reach(TopicPartition partition, long offset) {
        if (!partition.equals(current)) {
            settle();
            current = partition;
        }
        currentNext = offset + 1;
    }

    boolean isEmpty() {
        return current == null && next.isEmpty();
    }

    /** For each partition the offset after its last record. */
    Map<TopicPartition, Long> all() {
        settle();
        current = null;
        return next;
    }

    private void settle() {
        if (current != null) {
            next.put(current, currentNext);
        }
    }
}
