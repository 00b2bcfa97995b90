/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.sink;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.metrics.PluginMetrics;
import org.apache.kafka.connect.sink.ErrantRecordReporter;
import org.apache.kafka.connect.sink.SinkTaskContext;
import org.jspecify.annotations.Nullable;

/** Remembers what a sink task asks of the framework. */
final class RecordingContext implements SinkTaskContext {
    final Map<String, String> settings = new HashMap<>();
    final Map<TopicPartition, Long> rewinds = new HashMap<>();
    /** Of these what the framework has not done yet. */
    final Map<TopicPartition, Long> asked = new HashMap<>();

    final Set<TopicPartition> assigned = new HashSet<>();
    long timeout = -1;

    @Nullable
    ErrantRecordReporter reporter;

    @Override
    public Map<String, String> configs() {
        return settings;
    }

    @Override
    public void offset(Map<TopicPartition, Long> offsets) {
        rewinds.putAll(offsets);
        asked.putAll(offsets);
    }

    @Override
    public void offset(TopicPartition partition, long offset) {
        offset(Map.of(partition, offset));
    }

    @Override
    public void timeout(long millis) {
        timeout = millis;
    }

    @Override
    public Set<TopicPartition> assignment() {
        return assigned;
    }

    @Override
    public void pause(TopicPartition... partitions) {
        throw new UnsupportedOperationException();
    }

    @Override
    public void resume(TopicPartition... partitions) {
        throw new UnsupportedOperationException();
    }

    @Override
    public void requestCommit() {
        throw new UnsupportedOperationException();
    }

    @Override
    public @Nullable ErrantRecordReporter errantRecordReporter() {
        return reporter;
    }

    @Override
    public PluginMetrics pluginMetrics() {
        throw new UnsupportedOperationException();
    }
}
