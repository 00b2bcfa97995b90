/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.integration.sink;

import io.pgcopy.integration.fixture.SinkContext;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Future;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.connect.sink.ErrantRecordReporter;
import org.apache.kafka.connect.sink.SinkRecord;
import org.jspecify.annotations.Nullable;

/** A task's side of the framework: keeps what the task asks for, and the bad records that it reports. */
final class DrivenContext extends SinkContext {
    /** In their order, and twice what was reported twice. */
    final List<Report> reported = new CopyOnWriteArrayList<>();

    final Map<TopicPartition, Long> rewinds = new HashMap<>();
    int wentBack;
    final Set<TopicPartition> assigned = new HashSet<>();
    private final Map<String, String> settings;
    private final boolean tolerant;
    private volatile Future<@Nullable Void> answer = CompletableFuture.completedFuture(null);

    /** A record that the task has handed to the dead letter queue, and why. */
    record Report(SinkRecord record, Throwable error) {}

    DrivenContext(Map<String, String> settings, boolean tolerant) {
        this.settings = settings;
        this.tolerant = tolerant;
    }

    List<String> messages() {
        return reported.stream().map(report -> report.error().getMessage()).toList();
    }

    List<SinkRecord> bad() {
        return reported.stream().map(Report::record).toList();
    }

    /** From now on the dead letter queue has a record when this says so. */
    void answerReportsBy(Future<@Nullable Void> other) {
        answer = other;
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
            reported.add(new Report(record, error));
            return answer;
        };
    }
}
