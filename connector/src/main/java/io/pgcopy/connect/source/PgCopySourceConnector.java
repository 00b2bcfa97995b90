/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.source;

import io.pgcopy.connect.PluginVersion;
import io.pgcopy.connect.config.SourceConfig;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.config.Config;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.connect.connector.Task;
import org.apache.kafka.connect.source.ExactlyOnceSupport;
import org.apache.kafka.connect.source.SourceConnector;

/** Copies tables of a PostgreSQL database to topics, by binary COPY. */
public final class PgCopySourceConnector extends SourceConnector {
    private Map<String, String> properties = Map.of();
    private List<SizedSplit> splits = List.of();

    @Override
    public String version() {
        return PluginVersion.current();
    }

    @Override
    public ConfigDef config() {
        return SourceConfig.definition();
    }

    @Override
    public Config validate(Map<String, String> connectorConfigs) {
        return SourceValidation.of(connectorConfigs);
    }

    @Override
    public void start(Map<String, String> props) {
        properties = new HashMap<>(props);
        splits = SourcePlan.splits(SourceConfig.from(props), SourceSessions.name(props));
    }

    @Override
    public Class<? extends Task> taskClass() {
        return PgCopySourceTask.class;
    }

    @Override
    public List<Map<String, String>> taskConfigs(int maxTasks) {
        List<Map<String, String>> tasks = new ArrayList<>();
        for (List<TableSplit> share : SplitPlanner.spread(splits, maxTasks)) {
            tasks.add(new SourceTaskConfig(tasks.size(), share).addTo(properties));
        }
        return tasks;
    }

    @Override
    public void stop() {
        splits = List.of();
    }

    // A table whose reading was interrupted is read again from its beginning: its first rows come twice.
    @Override
    public ExactlyOnceSupport exactlyOnceSupport(Map<String, String> connectorConfig) {
        return ExactlyOnceSupport.UNSUPPORTED;
    }

    @Override
    public boolean alterOffsets(Map<String, String> connectorConfig, Map<Map<String, ?>, Map<String, ?>> offsets) {
        offsets.forEach(SourceOffset::check);
        return true;
    }
}
