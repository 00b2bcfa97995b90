/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.source;

import io.pgcopy.connect.PluginVersion;
import io.pgcopy.connect.config.SourceConfig;
import io.pgcopy.connect.metrics.ColumnMetrics;
import io.pgcopy.connect.metrics.MetricsRegistration;
import io.pgcopy.connect.metrics.SourceMetrics;
import java.util.List;
import java.util.Map;
import org.apache.kafka.connect.source.SourceRecord;
import org.apache.kafka.connect.source.SourceTask;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Hands over the records of its splits, which a thread of its own reads ahead. */
public final class PgCopySourceTask extends SourceTask {
    private static final Logger LOG = LoggerFactory.getLogger(PgCopySourceTask.class);
    // Short enough for a worker that wants to stop the task between two polls.
    private static final long POLL_WAIT_MILLIS = 500;

    private String name = "";
    private @Nullable RecordQueue queue;
    private @Nullable SplitReading reading;
    private @Nullable MetricsRegistration registration;
    private @Nullable ColumnMetrics columns;
    private boolean completionLogged;

    @Override
    public String version() {
        return PluginVersion.current();
    }

    @Override
    public void start(Map<String, String> properties) {
        SourceConfig config = SourceConfig.from(properties);
        SourceTaskConfig task = SourceTaskConfig.from(properties);
        name = SourceSessions.name(properties, task.number());
        config.connection().exposure().ifPresent(exposure -> LOG.warn("{}: {}", name, exposure));
        TaskSplits splits = TaskSplits.of(task.splits(), config, context.offsetStorageReader());
        LOG.info(
                "{}: {} of {} splits are to be read",
                name,
                splits.open().size(),
                task.splits().size());
        RecordQueue records = new RecordQueue(
                config.reads().prefetchMaxBytes(), config.reads().pollMaxBytes());
        String connector = properties.getOrDefault("name", "connector");
        ColumnMetrics shown = new ColumnMetrics("source-storage", connector, task.number());
        SourceMetrics metrics = new SourceMetrics(splits.open().size(), records::bytes, shown);
        registration = MetricsRegistration.of("source-task-metrics", connector, task.number(), metrics);
        SplitReading thread =
                new SplitReading(splits, config, new SplitOpening(config, connector, metrics), name, records, metrics);
        columns = shown;
        queue = records;
        reading = thread;
        thread.start();
    }

    @Override
    public @Nullable List<SourceRecord> poll() throws InterruptedException {
        RecordQueue records = queue;
        if (records == null) {
            return null;
        }
        List<SourceRecord> batch = records.poll(POLL_WAIT_MILLIS);
        if (batch == null && !completionLogged && records.drained()) {
            completionLogged = true;
            LOG.info("{}: run complete, all tables of this task have been read", name);
        }
        return batch;
    }

    @Override
    public void stop() {
        if (reading != null) {
            reading.stop();
            LOG.info("{}: stopped", name);
        }
        if (registration != null) {
            registration.close();
        }
        if (columns != null) {
            columns.close();
        }
    }
}
