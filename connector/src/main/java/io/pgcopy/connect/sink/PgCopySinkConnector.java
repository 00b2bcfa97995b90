/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.sink;

import io.pgcopy.connect.PluginVersion;
import io.pgcopy.connect.config.DeliveryConfig;
import io.pgcopy.connect.config.SinkConfig;
import io.pgcopy.connect.db.Session;
import io.pgcopy.connect.db.Statements;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.config.Config;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.connect.connector.Task;
import org.apache.kafka.connect.sink.SinkConnector;

/** Writes topics to PostgreSQL tables by binary COPY. */
public final class PgCopySinkConnector extends SinkConnector {
    private Map<String, String> properties = Map.of();

    @Override
    public void start(Map<String, String> settings) {
        SinkConfig.from(settings);
        properties = Map.copyOf(settings);
    }

    @Override
    public Class<? extends Task> taskClass() {
        return PgCopySinkTask.class;
    }

    @Override
    public List<Map<String, String>> taskConfigs(int maxTasks) {
        List<Map<String, String>> tasks = new ArrayList<>();
        for (int task = 0; task < maxTasks; task++) {
            Map<String, String> settings = new HashMap<>(properties);
            settings.put(SinkAssembly.TASK_NUMBER, Integer.toString(task));
            tasks.add(settings);
        }
        return tasks;
    }

    @Override
    public void stop() {
        // Nothing is held between calls.
    }

    @Override
    public ConfigDef config() {
        return SinkConfig.definition();
    }

    @Override
    public Config validate(Map<String, String> settings) {
        return SinkValidation.of(settings);
    }

    /**
     * Where the database keeps the offsets they are changed there, before Kafka's own; otherwise Kafka's are
     * the only ones.
     */
    @Override
    public boolean alterOffsets(Map<String, String> settings, Map<TopicPartition, Long> offsets) {
        SinkConfig config = SinkConfig.from(settings);
        DeliveryConfig delivery = config.delivery();
        if (delivery.exactlyOnce()) {
            try (Session session = SinkAssembly.factory(config.connection()).open("pgcopy-offsets")) {
                String begin = Statements.beginWrite(config.flush().timeout());
                new LedgerTable(delivery).alter(session, begin, SinkAssembly.ledgerId(delivery, settings), offsets);
            }
        }
        return true;
    }

    @Override
    public String version() {
        return PluginVersion.current();
    }
}
