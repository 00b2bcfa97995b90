/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.integration.benchmark;

import io.pgcopy.integration.fixture.PluginPath;
import io.pgcopy.integration.fixture.SinkContext;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.connect.sink.ErrantRecordReporter;
import org.apache.kafka.connect.sink.SinkRecord;
import org.apache.kafka.connect.sink.SinkTask;
import org.jspecify.annotations.Nullable;

/**
 * One task of the packaged sink, fed without a worker and a broker: what these would add to the time and to the
 * noise says nothing about the sink.
 */
public final class PluginTask implements AutoCloseable {
    private static final String SINK_TASK = "io.pgcopy.connect.sink.PgCopySinkTask";

    /** Loaded once, as a worker does: the tasks of later runs find the code compiled. */
    private static final class Plugin {
        static final URLClassLoader LOADER = loader();

        private static URLClassLoader loader() {
            try {
                return new URLClassLoader(jars(), new WithoutDriver(PluginTask.class.getClassLoader()));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    /** The plugin's driver is its own, as in a worker: this one's could not load what the plugin gives it. */
    private static final class WithoutDriver extends ClassLoader {
        WithoutDriver(ClassLoader parent) {
            super(parent);
        }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            if (name.startsWith("org.postgresql.")) {
                throw new ClassNotFoundException(name);
            }
            return super.loadClass(name, resolve);
        }
    }

    private final TopicPartition partition;
    private final SinkTask task;

    public PluginTask(Map<String, String> settings, TopicPartition partition) throws ReflectiveOperationException {
        this(settings, partition, null);
    }

    /** A task with a place to report bad records to. */
    public PluginTask(Map<String, String> settings, TopicPartition partition, @Nullable ErrantRecordReporter reporter)
            throws ReflectiveOperationException {
        this.partition = partition;
        this.task = (SinkTask)
                Plugin.LOADER.loadClass(SINK_TASK).getDeclaredConstructor().newInstance();
        task.initialize(new Context(settings, Set.of(partition), reporter));
        task.start(settings);
        task.open(Set.of(partition));
    }

    public void put(Collection<SinkRecord> records) {
        task.put(records);
    }

    /** Waits until all that was put is committed in the database. */
    public void commit(long nextOffset) {
        Map<TopicPartition, OffsetAndMetadata> consumed = Map.of(partition, new OffsetAndMetadata(nextOffset));
        long committed;
        do {
            OffsetAndMetadata offset = task.preCommit(consumed).get(partition);
            committed = offset == null ? 0 : offset.offset();
            task.put(Set.of());
        } while (committed < nextOffset);
    }

    @Override
    public void close() {
        task.stop();
    }

    private static URL[] jars() throws IOException {
        try (Stream<Path> files = Files.walk(PluginPath.unpacked())) {
            return files.filter(file -> !file.toString().contains("converters"))
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

    private static final class Context extends SinkContext {
        private final Map<String, String> configs;
        private final Set<TopicPartition> assignment;
        private final @Nullable ErrantRecordReporter reporter;

        Context(Map<String, String> configs, Set<TopicPartition> assignment, @Nullable ErrantRecordReporter reporter) {
            this.configs = configs;
            this.assignment = assignment;
            this.reporter = reporter;
        }

        @Override
        public Map<String, String> configs() {
            return configs;
        }

        @Override
        public Set<TopicPartition> assignment() {
            return assignment;
        }

        @Override
        public void offset(Map<TopicPartition, Long> offsets) {
            if (!offsets.isEmpty()) {
                throw new IllegalStateException("the sink went back to " + offsets + ": see its log");
            }
        }

        @Override
        public @Nullable ErrantRecordReporter errantRecordReporter() {
            return reporter;
        }
    }
}
