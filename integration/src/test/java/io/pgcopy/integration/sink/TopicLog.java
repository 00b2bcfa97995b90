/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.integration.sink;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.sink.SinkRecord;
import org.jspecify.annotations.Nullable;

/** What a broker would hold: records by partition, the index being the offset. Safe for several threads. */
final class TopicLog {
    private final Map<TopicPartition, List<SinkRecord>> records = new LinkedHashMap<>();

    synchronized TopicLog add(TopicPartition partition, Struct value) {
        return add(partition, null, null, value.schema(), value);
    }

    synchronized TopicLog add(
            TopicPartition partition,
            @Nullable Schema keySchema,
            @Nullable Object key,
            @Nullable Schema schema,
            @Nullable Object value) {
        List<SinkRecord> log = records.computeIfAbsent(partition, p -> new ArrayList<>());
        log.add(new SinkRecord(partition.topic(), partition.partition(), keySchema, key, schema, value, log.size()));
        return this;
    }

    /** Adds a record with a header. */
    synchronized TopicLog add(TopicPartition partition, Struct value, String header, String content) {
        add(partition, value);
        List<SinkRecord> log = records.get(partition);
        log.get(log.size() - 1).headers().addString(header, content);
        return this;
    }

    synchronized Set<TopicPartition> partitions() {
        return Set.copyOf(records.keySet());
    }

    synchronized long end(TopicPartition partition) {
        return records.getOrDefault(partition, List.of()).size();
    }

    synchronized List<SinkRecord> read(TopicPartition partition, long from, int max) {
        List<SinkRecord> log = records.getOrDefault(partition, List.of());
        int first = (int) Math.min(from, log.size());
        return List.copyOf(log.subList(first, Math.min(first + max, log.size())));
    }
}
