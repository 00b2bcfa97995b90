/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.integration.sink;

import io.pgcopy.integration.Kit;
import io.pgcopy.integration.fixture.Await;
import io.pgcopy.integration.fixture.ClusterOptions;
import io.pgcopy.integration.fixture.ConnectCluster;
import io.pgcopy.integration.fixture.Database;
import io.pgcopy.integration.fixture.PluginPath;
import io.pgcopy.integration.fixture.Workspace;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

/**
 * Debezium's own transformation in front of the sink. Part of {@code mvn -Pmatrix verify}, which fetches it into
 * {@code target/matrix/plugins}.
 */
class DebeziumUnwrapIT {
    private static final String NAME = "debezium-unwrap";

    @Test
    void followsChangeEventsThatDebeziumHasUnwrapped() {
        Database db = Kit.server().createDatabase("debezium_unwrap");
        db.execute(ChangeEvents.TABLE);
        String plugins = PluginPath.unpacked() + "," + Workspace.target().resolve("matrix/plugins");
        try (ConnectCluster cluster = ConnectCluster.start(ClusterOptions.named(NAME)
                .withWorker(worker -> worker.with("plugin.path", plugins).with("plugin.discovery", "hybrid_warn")))) {
            cluster.topics().create(NAME, 1, Map.of());
            try (Produced produced = new Produced(cluster)) {
                ChangeEvents.send(produced, NAME);
            }
            cluster.rest().put(NAME, sink(db));
            Await.until(
                    ChangeEvents.EXPECTED,
                    () -> {
                        cluster.rest().refuseFailure(NAME);
                        return ChangeEvents.EXPECTED.equals(
                                db.rows(ChangeEvents.ORDERS).get(0).get(0));
                    },
                    () -> db.rows(ChangeEvents.ORDERS)
                            + cluster.worker().process().tail());
        }
    }

    private static Map<String, String> sink(Database db) {
        Map<String, String> config = new LinkedHashMap<>();
        config.put("connector.class", "PgCopySink");
        config.put("tasks.max", "1");
        config.put("topics", NAME);
        config.put("connection.url", db.url());
        config.put("connection.user", db.user());
        config.put("connection.password", db.password());
        config.put("table.name.format", "public.orders");
        config.put("insert.mode", "upsert");
        config.put("delete.enabled", "true");
        config.put("consumer.override.auto.offset.reset", "earliest");
        config.put("transforms", "unwrap");
        config.put("transforms.unwrap.type", "io.debezium.transforms.ExtractNewRecordState");
        return config;
    }
}
