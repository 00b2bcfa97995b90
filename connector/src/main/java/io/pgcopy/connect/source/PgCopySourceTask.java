/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.source;

import io.pgcopy.connect.PluginVersion;
import io.pgcopy.connect.config.SourceConfig;
import io.pgcopy.connect.db.ConnectionFactory;
import java.util.ArrayList;
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
        ConnectionFactory connections = SourceSessions.factory(config.connection());
        String database = config.connection().database();
        List<TableSplit> open =
                openSplits(task.splits(), database, config.runs().id());
        RecordQueue records = new RecordQueue(
                config.reads().prefetchMaxBytes(), config.reads().pollMaxBytes());
        SplitReading thread = new SplitReading(open, config, database, connections, name, records);
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
    }

    private List<TableSplit> openSplits(List<TableSplit> splits, String database, String run) {
        List<Map<String, Object>> partitions = splits.stream()
                .map(split -> SourceOffset.partition(database, split))
                .toList();
        Map<Map<String, Object>, Map<String, Object>> offsets =
                context.offsetStorageReader().offsets(partitions);
        List<TableSplit> open = new ArrayList<>();
        for (TableSplit split : splits) {
            if (SourceOffset.isDone(offsets.get(SourceOffset.partition(database, split)), run)) {
                LOG.info("{}: {} was read before; set another run.id to read it again", name, split);
            } else {
                open.add(split);
            }
        }
        LOG.info("{}: {} of {} splits are to be read", name, open.size(), splits.size());
        return open;
    }
}
