/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.sink;

import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.connect.sink.SinkRecord;
import org.jspecify.annotations.Nullable;

/** The partitions assigned to the task, by their original topic. Confined to the task's thread. */
final class HeldPartitions {
    private final Map<TopicPartition, HeldPartition> held = new HashMap<>();
    private @Nullable HeldPartition last;

    void open(Collection<TopicPartition> partitions) {
        partitions.forEach(partition -> held.put(partition, new HeldPartition(partition)));
        last = null;
    }

    void close(Collection<TopicPartition> partitions) {
        partitions.forEach(held::remove);
        last = null;
    }

    /** The partition a record came from; null where the task does not hold it any more. */
    @Nullable
    HeldPartition of(SinkRecord record) {
        HeldPartition recent = last;
        if (recent == null
                || recent.id().partition() != record.originalKafkaPartition()
                || !recent.id().topic().equals(record.originalTopic())) {
            recent = held.get(RecordPosition.partitionOf(record));
            last = recent;
        }
        return recent;
    }

    void commit(Map<TopicPartition, Long> nextOffsets) {
        nextOffsets.forEach((id, next) -> {
            HeldPartition partition = held.get(id);
            if (partition != null) {
                partition.commit(next);
            }
        });
    }

    /**
     * What Kafka may be told: what the database has, but nothing beyond what the framework counts as consumed,
     * since it complains of that.
     */
    Map<TopicPartition, OffsetAndMetadata> committable(Map<TopicPartition, OffsetAndMetadata> consumed) {
        Map<TopicPartition, OffsetAndMetadata> offsets = new HashMap<>();
        held.values().stream().filter(HeldPartition::hasCommitted).forEach(partition -> {
            OffsetAndMetadata limit = consumed.get(partition.id());
            if (limit != null) {
                long offset = Math.min(partition.committed(), limit.offset());
                offsets.put(partition.id(), new OffsetAndMetadata(offset));
            }
        });
        return offsets;
    }

    /** Forgets what was taken and not committed; where each partition is to be read again. */
    Map<TopicPartition, Long> rewind() {
        Map<TopicPartition, Long> offsets = new HashMap<>();
        held.values().forEach(partition -> {
            long offset = partition.rewind();
            if (offset >= 0) {
                offsets.put(partition.id(), offset);
            }
        });
        return offsets;
    }
}
