/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.integration.benchmark.storage;

import io.pgcopy.integration.fixture.PluginPath;
import java.io.IOException;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.metrics.PluginMetrics;
import org.apache.kafka.connect.sink.ErrantRecordReporter;
import org.apache.kafka.connect.sink.SinkRecord;
import org.apache.kafka.connect.sink.SinkTask;
import org.apache.kafka.connect.sink.SinkTaskContext;
import org.jspecify.annotations.Nullable;

/**
 * One task of the packaged sink, fed without a worker and a broker: what these would add to the time and to the
 * noise says nothing about storage.
 */
final class PluginTask implements AutoCloseable {
    private static final String SINK_TASK = "io.pgcopy.connect.sink.PgCopySinkTask";

    private final TopicPartition partition;
    private final URLClassLoader plugin;
    private final SinkTask task;

    PluginTask(Map<String, String> settings, TopicPartition partition)
            throws IOException, ReflectiveOperationException {
        this.partition = partition;
        this.plugin = new URLClassLoader(jars(), PluginTask.class.getClassLoader());
        this.task =
                (SinkTask) plugin.loadClass(SINK_TASK).getDeclaredConstructor().newInstance();
        task.initialize(new Context(settings, Set.of(partition)));
        task.start(settings);
        task.open(Set.of(partition));
    }

    void put(Iterable<SinkRecord> records) {
        for (SinkRecord record : records) {
            task.put(Set.of(record));
        }
    }

    /** Waits until all that was put is committed in the database. */
    void commit(long nextOffset) {
        Map<TopicPartition, OffsetAndMetadata> consumed = Map.of(partition, new OffsetAndMetadata(nextOffset));
        long committed;
        do {
            OffsetAndMetadata offset = task.preCommit(consumed).get(partition);
            committed = offset == null ? 0 : offset.offset();
            task.put(Set.of());
        } while (committed < nextOffset);
    }

    @Override
    public void close() throws IOException {
        task.stop();
        plugin.close();
    }

    private static URL[] jars() throws IOException {
        try (Stream<Path> files = Files.walk(PluginPath.unpacked())) {
            return files.filter(file -> file.toString().contains("connector"))
                    .filter(file -> file.toString().endsWith(".jar"))
                    .map(PluginTask::url)
                    .toArray(URL[]::new);
        }
    }

    private static URL url(Path file) {
        try {
            return file.toUri().toURL();
        } catch (MalformedURLException e) {
            throw new IllegalStateException(e);
        }
    }

    private record Context(Map<String, String> configs, Set<TopicPartition> assignment) implements SinkTaskContext {
        @Override
        public void offset(Map<TopicPartition, Long> offsets) {
            throw new IllegalStateException("the sink went back to " + offsets + ": see its log");
        }

        @Override
        public void offset(TopicPartition at, long offset) {
            offset(Map.of(at, offset));
        }

        @Override
        public void timeout(long millis) {
            // Asked for so that the framework calls again in time; here the next record follows at once.
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
            return null;
        }

        @Override
        public PluginMetrics pluginMetrics() {
            throw new NoSuchMethodError("as before Connect 4.1");
        }
    }
}
