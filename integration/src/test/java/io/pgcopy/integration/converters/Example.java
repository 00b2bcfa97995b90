/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.integration.converters;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.pgcopy.integration.Kit;
import io.pgcopy.integration.fixture.Await;
import io.pgcopy.integration.fixture.ConnectCluster;
import io.pgcopy.integration.fixture.Database;
import io.pgcopy.integration.fixture.Workspace;
import io.pgcopy.integration.sample.TableDigest;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.kafka.clients.consumer.ConsumerRecord;

import static org.assertj.core.api.Assertions.assertThat;

/** A pair of {@code config-examples} as it is, but for the addresses, run on a worker that knows its secrets. */
final class Example {
    static final String USER_INFO = "anna:s3cret-of-the-registry";

    private final String name;
    private final String id;
    private final String table;
    private final Database source;
    private final Database target;
    private final Map<String, String> more = new TreeMap<>();

    Example(String name, String table) {
        this.name = name;
        this.table = table;
        this.id = name + "-" + table.substring(0, table.indexOf('.'));
        String database = id.replace('-', '_');
        source = Kit.server().createDatabase(database + "_source");
        target = Kit.server().createDatabase(database + "_target");
    }

    static Map<String, String> workerEnvironment() {
        return Map.of(
                "SOURCE_PASSWORD", Kit.server().database("postgres").password(),
                "TARGET_PASSWORD", Kit.server().database("postgres").password(),
                "REGISTRY_USER_INFO", USER_INFO);
    }

    /** A setting of both connectors beyond the example's. */
    Example with(String key, String value) {
        more.put(key, value);
        return this;
    }

    Example filledBy(String columns, String select) {
        for (Database side : List.of(source, target)) {
            side.execute(
                    "CREATE SCHEMA " + table.substring(0, table.indexOf('.')),
                    "CREATE TABLE " + table + " (" + columns + ")");
        }
        source.execute("INSERT INTO " + table + " " + select);
        return this;
    }

    /**
     * Copies the table, compares both sides, and takes connectors and topic away again.
     *
     * @param addresses what stands for the example's own addresses
     * @return the topic's records
     */
    List<ConsumerRecord<byte[], byte[]>> run(ConnectCluster cluster, Map<String, String> addresses)
            throws IOException, SQLException {
        start(cluster, addresses);
        return finish(cluster);
    }

    void start(ConnectCluster cluster, Map<String, String> addresses) throws IOException {
        cluster.rest().put(id + "-source", settings("source", source, addresses));
        cluster.rest().put(id + "-sink", settings("sink", target, addresses));
    }

    List<ConsumerRecord<byte[], byte[]>> finish(ConnectCluster cluster) throws SQLException {
        long rows = source.count(table);
        Await.until(
                rows + " rows of the example " + name,
                () -> {
                    cluster.rest().refuseFailure(id + "-source");
                    cluster.rest().refuseFailure(id + "-sink");
                    return target.count(table) >= rows;
                },
                () -> cluster.worker().process().tail());
        try (Connection from = source.connect();
                Connection to = target.connect()) {
            assertThat(TableDigest.of(to, table)).isEqualTo(TableDigest.of(from, table));
        }
        List<ConsumerRecord<byte[], byte[]>> records = cluster.topics().records(table);
        cluster.rest().delete(id + "-source");
        cluster.rest().delete(id + "-sink");
        cluster.topics().delete(table);
        return records;
    }

    private Map<String, String> settings(String side, Database database, Map<String, String> addresses)
            throws IOException {
        Path file =
                Workspace.repository().resolve("config-examples").resolve(name).resolve(side + ".json");
        Map<String, String> settings =
                new ObjectMapper().readValue(file.toFile(), new TypeReference<TreeMap<String, String>>() {});
        settings.put("connection.url", database.url());
        settings.put("connection.user", database.user());
        settings.putAll(more);
        settings.replaceAll((key, value) -> {
            String changed = value;
            for (Map.Entry<String, String> address : addresses.entrySet()) {
                changed = changed.replace(address.getKey(), address.getValue());
            }
            return changed;
        });
        return settings;
    }
}
