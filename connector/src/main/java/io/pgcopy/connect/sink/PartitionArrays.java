/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.sink;

import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import org.apache.kafka.common.TopicPartition;

/** Partitions in the one order in which their rows are locked, as the parallel arrays that SQL takes. */
record PartitionArrays(List<TopicPartition> partitions) {
    private static final Comparator<TopicPartition> ORDER =
            Comparator.comparing(TopicPartition::topic).thenComparing(TopicPartition::partition);

    static PartitionArrays of(Collection<TopicPartition> partitions) {
        return new PartitionArrays(partitions.stream().sorted(ORDER).toList());
    }

    List<String> topics() {
        return partitions.stream().map(TopicPartition::topic).toList();
    }

    List<String> numbers() {
        return partitions.stream()
                .map(partition -> Integer.toString(partition.partition()))
                .toList();
    }
}
