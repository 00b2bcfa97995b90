/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.integration;

import io.pgcopy.integration.fixture.Await;
import io.pgcopy.integration.fixture.ConnectCluster;
import io.pgcopy.integration.fixture.ConnectRest;
import io.pgcopy.integration.fixture.Database;
import io.pgcopy.integration.fixture.RestException;
import io.pgcopy.integration.sample.TableDigest;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import static org.assertj.core.api.Assertions.assertThat;

/** A source database, a target database, and a source and a sink connector between them, for one test. */
public final class Pipe implements AutoCloseable {

    public static final String JSON = "org.apache.kafka.connect.json.JsonConverter";
    public static final String AVRO = "io.pgcopy.converters.avro.AvroConverter";

    private final String name;
    private final ConnectCluster cluster;
    private final Database source;
    private final Database target;
    private String converter = JSON;

    Pipe(String name, ConnectCluster cluster, Database source, Database target) {
        this.name = name;
        this.cluster = cluster;
        this.source = source;
        this.target = target;
    }

    public Pipe through(String otherConverter) {
        converter = otherConverter;
        return this;
    }

    public Database source() {
        return source;
    }

    public Database target() {
        return target;
    }

    public ConnectRest rest() {
        return cluster.rest();
    }

    public ConnectCluster cluster() {
        return cluster;
    }

    public String sourceConnector() {
        return name + "-source";
    }

    public String sinkConnector() {
        return name + "-sink";
    }

    public String topic(String table) {
        return name + "." + table;
    }

    /** Runs the statements on both sides. */
    public void both(String... statements) {
        source.execute(statements);
        target.execute(statements);
    }

    public Map<String, String> sourceConfig(String... keysAndValues) {
        Map<String, String> config = connection(source, "io.pgcopy.connect.source.PgCopySourceConnector");
        config.put("topic.name.format", name + ".${schema}.${table}");
        config.put("topic.creation.default.partitions", "1");
        config.put("topic.creation.default.replication.factor", "1");
        return with(config, keysAndValues);
    }

    public Map<String, String> sinkConfig(String... keysAndValues) {
        Map<String, String> config = connection(target, "io.pgcopy.connect.sink.PgCopySinkConnector");
        config.put("topics.regex", name + "\\..*");
        config.put("table.name.format", "${source.schema}.${source.table}");
        config.put("consumer.override.auto.offset.reset", "earliest");
        config.put("consumer.override.metadata.max.age.ms", "200");
        return with(config, keysAndValues);
    }

    public void startSource(String... keysAndValues) {
        rest().put(sourceConnector(), sourceConfig(keysAndValues));
    }

    public void startSink(String... keysAndValues) {
        rest().put(sinkConnector(), sinkConfig(keysAndValues));
    }

    /** Waits until the target's table has as many rows as the source's; fails at once when a task has failed. */
    public void awaitCopied(String... tables) {
        for (String table : tables) {
            long rows = source.count(table);
            Await.until(
                    rows + " rows in " + table,
                    () -> {
                        refuseFailure(sourceConnector());
                        refuseFailure(sinkConnector());
                        return target.count(table) >= rows;
                    },
                    () -> "rows now: " + target.count(table) + System.lineSeparator()
                            + cluster.worker().process().tail());
        }
    }

    /** Waits until the source has written so many records of a table. */
    public void awaitTopic(String table, long records) {
        Await.until(
                records + " records of " + table,
                () -> {
                    refuseFailure(sourceConnector());
                    return cluster.topics().names().contains(topic(table))
                            && cluster.topics().length(topic(table)) >= records;
                },
                () -> cluster.worker().process().tail());
    }

    private void refuseFailure(String connector) {
        rest().refuseFailure(connector);
    }

    public void assertEqual(String table) {
        assertThat(digest(target, table)).as("digest of %s", table).isEqualTo(digest(source, table));
    }

    private static TableDigest digest(Database database, String table) {
        try (Connection session = database.connect()) {
            return TableDigest.of(session, table);
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    private Map<String, String> connection(Database database, String connector) {
        Map<String, String> config = new LinkedHashMap<>();
        config.put("connector.class", connector);
        config.put("tasks.max", "1");
        config.put("connection.url", database.url());
        config.put("connection.user", database.user());
        config.put("connection.password", database.password());
        config.put("key.converter", converter);
        config.put("value.converter", converter);
        return config;
    }

    private static Map<String, String> with(Map<String, String> config, String... keysAndValues) {
        for (int index = 0; index < keysAndValues.length; index += 2) {
            config.put(keysAndValues[index], keysAndValues[index + 1]);
        }
        return config;
    }

    @Override
    public void close() {
        for (String connector : List.of(sourceConnector(), sinkConnector())) {
            try {
                rest().delete(connector);
            } catch (RestException e) {
                if (e.status() != 404) {
                    throw e;
                }
            }
        }
        cluster.topics().names().stream()
                .filter(topic -> topic.startsWith(name + "."))
                .forEach(cluster.topics()::delete);
    }
}
