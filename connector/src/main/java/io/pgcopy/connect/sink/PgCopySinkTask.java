/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.sink;

import io.pgcopy.connect.config.SinkConfig;
import io.pgcopy.connect.metrics.MetricsRegistration;
import io.pgcopy.connect.metrics.SinkMetrics;
import java.util.Collection;
import java.util.Map;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.connect.errors.ConnectException;
import org.apache.kafka.connect.sink.SinkRecord;
import org.apache.kafka.connect.sink.SinkTask;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Writes records to PostgreSQL by binary COPY. Only wires its parts together and passes the framework's calls on. */
public final class PgCopySinkTask extends SinkTask {
    private static final Logger LOG = LoggerFactory.getLogger(PgCopySinkTask.class);

    private final FlushListener listener;
    private final TupleLimit tuple;
    private @Nullable SinkWriter writer;
    private @Nullable MetricsRegistration registration;

    public PgCopySinkTask() {
        this((stage, batch) -> LOG.trace("flush of {} records: {}", batch.records(), stage), TupleLimit.OF_THE_SERVER);
    }

    PgCopySinkTask(FlushListener listener, TupleLimit tuple) {
        this.listener = listener;
        this.tuple = tuple;
    }

    @Override
    public void start(Map<String, String> properties) {
        SinkConfig config = SinkConfig.from(properties);
        config.connection().exposure().ifPresent(LOG::warn);
        SinkMetrics metrics = new SinkMetrics();
        registration = MetricsRegistration.of(
                "sink-task-metrics",
                properties.getOrDefault("name", "connector"),
                Integer.parseInt(properties.getOrDefault(SinkAssembly.TASK_NUMBER, "0")),
                metrics);
        writer = SinkAssembly.of(config, properties, context, tuple).start(listener, metrics);
    }

    @Override
    public void open(Collection<TopicPartition> partitions) {
        writer().open(partitions);
    }

    @Override
    public void put(Collection<SinkRecord> records) {
        writer().put(records);
    }

    @Override
    public Map<TopicPartition, OffsetAndMetadata> preCommit(Map<TopicPartition, OffsetAndMetadata> offsets) {
        return writer().preCommit(offsets);
    }

    @Override
    public void close(Collection<TopicPartition> partitions) {
        writer().close(partitions);
    }

    @Override
    public void stop() {
        // Called too where start failed half-way.
        if (writer != null) {
            writer.close();
        }
        if (registration != null) {
            registration.close();
        }
    }

    @Override
    public String version() {
        return new PgCopySinkConnector().version();
    }

    private SinkWriter writer() {
        if (writer == null) {
            throw new ConnectException("The task was not started.");
        }
        return writer;
    }
}
