/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.sink;

import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.connect.sink.SinkRecord;
import org.jspecify.annotations.Nullable;

/** The partitions assigned to the task, by their original topic. Confined to the task's thread. */
final class HeldPartitions {
    private final Map<TopicPartition, HeldPartition> held = new HashMap<>();
    private @Nullable HeldPartition last;

    void open(Collection<TopicPartition> partitions, boolean claimed) {
        partitions.forEach(partition -> held.put(partition, new HeldPartition(partition, claimed)));
        last = null;
    }

    void close(Collection<TopicPartition> partitions) {
        partitions.forEach(held::remove);
        last = null;
    }

    /** Leaves it to the next claims what the database has of each. */
    void disown() {
        held.values().forEach(HeldPartition::disown);
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

    /** The partition of this id; null where the task does not hold it any more. */
    @Nullable
    HeldPartition get(TopicPartition id) {
        return held.get(id);
    }

    /** Which of the partitions of these records are to be claimed first. */
    Set<TopicPartition> unclaimed(Collection<SinkRecord> records) {
        if (held.values().stream().allMatch(HeldPartition::isClaimed)) {
            return Set.of();
        }
        return records.stream()
                .map(this::of)
                .filter(partition -> partition != null && !partition.isClaimed())
                .map(HeldPartition::id)
                .collect(Collectors.toSet());
    }

    /** Takes the database's word for where partitions stand. */
    void claim(Map<TopicPartition, Long> offsets) {
        offsets.forEach((id, offset) -> {
            HeldPartition partition = held.get(id);
            if (partition != null) {
                partition.claim(offset);
            }
        });
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

    /** Forgets what was taken and not committed; where each partition is to be read again. One that another task
     * owns is read again too: if this task still gets its records, it claims it anew, and the other was a zombie. */
    Map<TopicPartition, Long> rewind() {
        Map<TopicPartition, Long> offsets = new HashMap<>();
        held.values().forEach(partition -> {
            long offset = partition.rewind();
            if (offset != HeldPartition.NOTHING) {
                offsets.put(partition.id(), offset);
            }
        });
        return offsets;
    }

    /** Where each partition goes on, if these records are dropped. */
    Map<TopicPartition, Long> positions(Collection<SinkRecord> dropped) {
        Map<TopicPartition, Long> offsets = new HashMap<>();
        for (SinkRecord record : dropped) {
            HeldPartition partition = of(record);
            if (partition != null) {
                offsets.merge(partition.id(), record.originalKafkaOffset(), Math::min);
            }
        }
        held.values().stream().filter(HeldPartition::isClaimed).forEach(partition -> {
            if (partition.position() != HeldPartition.NOTHING) {
                offsets.put(partition.id(), partition.position());
            }
        });
        return offsets;
    }
}
