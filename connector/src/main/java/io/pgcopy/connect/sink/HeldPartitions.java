/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.sink;

import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.ObjLongConsumer;
import java.util.stream.Collectors;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.connect.sink.SinkRecord;
import org.jspecify.annotations.Nullable;

/** The partitions assigned to the task, by their original topic. Confined to the task's thread. */
final class HeldPartitions {
    private final Map<TopicPartition, HeldPartition> held = new HashMap<>();
    private @Nullable HeldPartition last;

    /** {@code amidRedelivery}: whether the framework counts records as consumed that may be these partitions', and may be lost. */
    void open(Collection<TopicPartition> partitions, boolean claimed, boolean amidRedelivery) {
        partitions.forEach(partition -> held.put(partition, new HeldPartition(partition, claimed, amidRedelivery)));
        last = null;
    }

    void close(Collection<TopicPartition> partitions) {
        partitions.forEach(held::remove);
        last = null;
    }

    boolean isEmpty() {
        return held.isEmpty();
    }

    /** Leaves it to the next claims what the database has of each; the partitions. */
    Set<TopicPartition> disown() {
        held.values().forEach(HeldPartition::disown);
        return held.keySet();
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

    /** Takes the database's word for where partitions stand, which are the task's from here on. */
    void claim(Map<TopicPartition, Long> offsets) {
        each(offsets, HeldPartition::claim);
    }

    /** Takes the database's word for partitions that it moved by itself. */
    void moveTo(Map<TopicPartition, Long> offsets) {
        each(offsets, HeldPartition::moveTo);
    }

    /** Goes back to rows that wait in Kafka, among others that are written. */
    void readAgain(Map<TopicPartition, Long> offsets) {
        each(offsets, HeldPartition::readAgain);
    }

    /** Goes back to where all from these offsets on is written anew. */
    void readFrom(Map<TopicPartition, Long> offsets) {
        each(offsets, HeldPartition::readFrom);
    }

    /** Notes what a flush wrote, but for some partitions of which it says nothing any more. */
    void commit(Map<TopicPartition, Long> nextOffsets, Set<TopicPartition> except) {
        nextOffsets.forEach((id, next) -> {
            HeldPartition partition = held.get(id);
            if (partition != null && !except.contains(id)) {
                partition.commit(next);
            }
        });
    }

    /** Gives up partitions that another task owns; throws where that happens too often. */
    void fence(FencedException fenced, int limit) {
        for (TopicPartition id : fenced.partitions()) {
            HeldPartition partition = held.get(id);
            if (partition != null && partition.fence() > limit) {
                throw fenced;
            }
        }
    }

    /**
     * What Kafka may be told: what the database has, but nothing beyond what the framework counts as consumed,
     * since it complains of that. Of a partition that is done with that is all that was consumed: records that a
     * transformation left out are not waited for.
     *
     * @param taken everything that was consumed and came here
     */
    Map<TopicPartition, OffsetAndMetadata> committable(Map<TopicPartition, OffsetAndMetadata> consumed, boolean taken) {
        Map<TopicPartition, OffsetAndMetadata> offsets = new HashMap<>();
        for (HeldPartition partition : held.values()) {
            OffsetAndMetadata limit = consumed.get(partition.id());
            boolean done = taken && partition.isDone();
            if (limit != null && (done || partition.hasCommitted())) {
                long offset = done ? limit.offset() : Math.min(partition.committed(), limit.offset());
                offsets.put(partition.id(), new OffsetAndMetadata(offset));
            }
        }
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

    /** The offset of the record to come, of each partition that may be written and has one. */
    Map<TopicPartition, Long> positions() {
        Map<TopicPartition, Long> offsets = new HashMap<>();
        held.values().stream().filter(HeldPartition::isClaimed).forEach(partition -> {
            if (partition.position() != HeldPartition.NOTHING) {
                offsets.put(partition.id(), partition.position());
            }
        });
        return offsets;
    }

    /** Notes that Kafka reads from where it was asked to, so that nothing that was dropped is left behind. */
    void join() {
        held.values().forEach(HeldPartition::join);
    }

    /** Notes that these records were not taken and come again, though the framework counts them as consumed. */
    void drop(Collection<SinkRecord> records) {
        for (SinkRecord record : records) {
            HeldPartition partition = of(record);
            if (partition != null) {
                partition.drop();
            }
        }
    }

    /** Where each partition goes on if these records are dropped: where that is known, or else at its first record. */
    Map<TopicPartition, Long> withFirsts(Map<TopicPartition, Long> known, Collection<SinkRecord> dropped) {
        Map<TopicPartition, Long> offsets = new HashMap<>(known);
        for (SinkRecord record : dropped) {
            HeldPartition partition = of(record);
            if (partition != null && !known.containsKey(partition.id())) {
                offsets.merge(partition.id(), record.originalKafkaOffset(), Math::min);
            }
        }
        return offsets;
    }

    private void each(Map<TopicPartition, Long> offsets, ObjLongConsumer<HeldPartition> change) {
        offsets.forEach((id, offset) -> {
            HeldPartition partition = held.get(id);
            if (partition != null) {
                change.accept(partition, offset);
            }
        });
    }
}
