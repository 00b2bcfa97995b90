/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.integration.sink;

import io.pgcopy.connect.sink.PgCopySinkTask;
import io.pgcopy.integration.fixture.Await;
import io.pgcopy.integration.fixture.Database;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.connect.errors.RetriableException;
import org.apache.kafka.connect.sink.SinkRecord;

/**
 * Runs one sink task as the framework does: rewinds before a poll, the same batch again after a retriable
 * failure, offsets asked for and kept. What it commits outlives it, as in Kafka.
 */
final class SinkDriver implements AutoCloseable {
    private static final int POLL = 500;

    final DrivenContext context;
    final Map<TopicPartition, Long> committed;
    private final PgCopySinkTask task;
    private final TopicLog log;
    private final Map<TopicPartition, Long> positions = new HashMap<>();
    private final Map<TopicPartition, Long> delivered = new HashMap<>();
    private List<SinkRecord> retained = List.of();

    SinkDriver(Map<String, String> settings, TopicLog log, Map<TopicPartition, Long> committed, boolean tolerant) {
        this(new PgCopySinkTask(), settings, log, committed, tolerant);
    }

    SinkDriver(
            PgCopySinkTask task,
            Map<String, String> settings,
            TopicLog log,
            Map<TopicPartition, Long> committed,
            boolean tolerant) {
        this.task = task;
        this.context = new DrivenContext(settings, tolerant);
        this.log = log;
        this.committed = committed;
        task.initialize(context);
        task.start(settings);
    }

    static SinkDriver of(Database database, TopicLog log, Map<String, String> more) {
        return new SinkDriver(settings(database, more), log, new HashMap<>(), false);
    }

    static SinkDriver tolerant(Database database, TopicLog log, Map<String, String> more) {
        return new SinkDriver(settings(database, more), log, new HashMap<>(), true);
    }

    static Map<String, String> settings(Database database, Map<String, String> more) {
        Map<String, String> settings = new HashMap<>();
        settings.put("name", "driven");
        settings.put("connection.url", database.url());
        settings.put("connection.user", database.user());
        settings.put("connection.password", database.password());
        settings.put("retry.backoff.ms", "50");
        settings.put("retry.backoff.max.ms", "200");
        settings.putAll(more);
        return settings;
    }

    /** Assigns partitions: reading begins at what is committed, unless the task asks for another place. */
    void open(Collection<TopicPartition> partitions) {
        for (TopicPartition partition : partitions) {
            positions.put(partition, committed.getOrDefault(partition, 0L));
            delivered.put(partition, committed.getOrDefault(partition, 0L));
            context.assigned.add(partition);
        }
        task.open(partitions);
        rewind();
    }

    void openAll() {
        open(log.partitions());
    }

    /** One round of the framework's loop, without a commit. */
    void poll() {
        rewind();
        List<SinkRecord> records = new ArrayList<>(retained);
        if (records.isEmpty()) {
            positions.forEach((partition, position) -> records.addAll(log.read(partition, position, POLL)));
            records.forEach(record -> positions.put(
                    new TopicPartition(record.originalTopic(), record.originalKafkaPartition()),
                    record.originalKafkaOffset() + 1));
        }
        try {
            task.put(records);
            retained = List.of();
            delivered.putAll(positions);
        } catch (RetriableException e) {
            retained = records;
        }
    }

    void commit() {
        Map<TopicPartition, OffsetAndMetadata> consumed = new HashMap<>();
        delivered.forEach((partition, position) -> consumed.put(partition, new OffsetAndMetadata(position)));
        task.preCommit(consumed).forEach((partition, offset) -> committed.put(partition, offset.offset()));
    }

    /** Polls and commits until all that the log has is committed. */
    void drain() {
        long deadline = System.nanoTime() + Await.LIMIT.toNanos();
        while (!isDrained()) {
            if (System.nanoTime() > deadline) {
                throw new AssertionError("not drained: committed " + committed);
            }
            poll();
            commit();
        }
    }

    boolean isDrained() {
        return positions.keySet().stream().allMatch(p -> Objects.equals(committed.getOrDefault(p, 0L), log.end(p)));
    }

    void revoke(Collection<TopicPartition> partitions) {
        commit();
        lose(partitions);
    }

    /** What happens when the session with the group is lost: no commit. */
    void lose(Collection<TopicPartition> partitions) {
        task.close(partitions);
        positions.keySet().removeAll(partitions);
        delivered.keySet().removeAll(partitions);
        context.assigned.removeAll(partitions);
    }

    @Override
    public void close() {
        task.stop();
    }

    private void rewind() {
        if (retained.isEmpty()) {
            context.rewinds.forEach((partition, offset) -> positions.replace(partition, offset));
            context.rewinds.forEach((partition, offset) -> delivered.replace(partition, offset));
        }
        context.rewinds.clear();
    }
}
