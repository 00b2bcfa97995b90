/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.integration.source;

import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.metrics.PluginMetrics;
import org.apache.kafka.connect.source.SourceRecord;
import org.apache.kafka.connect.source.SourceTaskContext;
import org.apache.kafka.connect.storage.OffsetStorageReader;
import org.jspecify.annotations.Nullable;

/** A worker's memory of offsets: what the last record of each partition said. */
final class InMemoryContext implements SourceTaskContext {
    private final Map<Map<String, ?>, Map<String, Object>> offsets = new HashMap<>();

    /** What a worker does once the records are safe in Kafka. */
    void commit(List<SourceRecord> records) {
        for (SourceRecord record : records) {
            offsets.put(record.sourcePartition(), new HashMap<>(record.sourceOffset()));
        }
    }

    Map<Map<String, ?>, Map<String, Object>> offsets() {
        return offsets;
    }

    @Override
    public Map<String, String> configs() {
        return Map.of();
    }

    @Override
    public OffsetStorageReader offsetStorageReader() {
        return new OffsetStorageReader() {
            @Override
            public <T> @Nullable Map<String, Object> offset(Map<String, T> partition) {
                return offsets.get(partition);
            }

            @Override
            public <T> Map<Map<String, T>, Map<String, Object>> offsets(Collection<Map<String, T>> partitions) {
                Map<Map<String, T>, Map<String, Object>> found = new HashMap<>();
                for (Map<String, T> partition : partitions) {
                    if (offsets.containsKey(partition)) {
                        found.put(partition, offsets.get(partition));
                    }
                }
                return found;
            }
        };
    }

    @Override
    public PluginMetrics pluginMetrics() {
        throw new UnsupportedOperationException("no metrics here");
    }
}
