/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.integration.sink;

import io.pgcopy.integration.fixture.SinkContext;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.connect.sink.ErrantRecordReporter;
import org.apache.kafka.connect.sink.SinkRecord;
import org.jspecify.annotations.Nullable;

/** A task's side of the framework: keeps what the task asks for, and the bad records that it reports. */
final class DrivenContext extends SinkContext {
    final Map<SinkRecord, Throwable> reported = Collections.synchronizedMap(new LinkedHashMap<>());
    final Map<TopicPartition, Long> rewinds = new HashMap<>();
    int wentBack;
    final Set<TopicPartition> assigned = new HashSet<>();
    private final Map<String, String> settings;
    private final boolean tolerant;

    DrivenContext(Map<String, String> settings, boolean tolerant) {
        this.settings = settings;
        this.tolerant = tolerant;
    }

    List<String> messages() {
        synchronized (reported) {
            return new ArrayList<>(
                    reported.values().stream().map(Throwable::getMessage).toList());
        }
    }

    @Override
    public Map<String, String> configs() {
        return settings;
    }

    @Override
    public void offset(Map<TopicPartition, Long> offsets) {
        wentBack += offsets.isEmpty() ? 0 : 1;
        rewinds.putAll(offsets);
    }

    @Override
    public Set<TopicPartition> assignment() {
        return assigned;
    }

    @Override
    public @Nullable ErrantRecordReporter errantRecordReporter() {
        if (!tolerant) {
            return null;
        }
        return (record, error) -> {
            reported.put(record, error);
            return CompletableFuture.completedFuture(null);
        };
    }
}
