/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.integration.benchmark;

import io.pgcopy.integration.fixture.Await;
import io.pgcopy.integration.fixture.ConnectCluster;
import io.pgcopy.integration.fixture.Database;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;

/**
 * A source and a sink connector for one benchmark table. Both share a worker with a heap of 256 MiB: what they hold at
 * most (read ahead, producer buffer, fetched, encoded) is set to add up to half of it.
 */
final class Pair {

    static final String TOPIC = "bench.t";
    private static final String SOURCE = "bench-source";
    private static final String SINK = "bench-sink";
    private static final Duration LIMIT = Duration.ofMinutes(30);
    private static final long ASK_NANOS = Duration.ofSeconds(2).toNanos();

    private final Stage stage;
    private final BenchTable table;
    private final Map<String, String> more;

    /** @param more settings on top, for variants; a source's begin with {@code source:}, a sink's with {@code sink:} */
    Pair(Stage stage, BenchTable table, Map<String, String> more) {
        this.stage = stage;
        this.table = table;
        this.more = more;
    }

    void createTopic() {
        stage.cluster().topics().create(TOPIC, 1, Map.of("max.message.bytes", "10000000"));
    }

    void startSource() {
        stage.cluster().rest().put(SOURCE, sourceConfig());
    }

    void startSink() {
        stage.cluster().rest().put(SINK, sinkConfig());
    }

    void awaitRead() {
        await("source", () -> stage.cluster().topics().length(TOPIC) >= table.rows());
    }

    void awaitWritten() {
        await("sink", () -> table.arrived(stage.target()));
    }

    private void await(String what, BooleanSupplier done) {
        ConnectCluster cluster = stage.cluster();
        long[] asked = {System.nanoTime()};
        Await.until(
                what + " to finish",
                LIMIT,
                () -> {
                    if (done.getAsBoolean()) {
                        return true;
                    }
                    // Seldom: an answer takes the worker's time, which is being measured.
                    if (System.nanoTime() - asked[0] > ASK_NANOS) {
                        refuseFailures();
                        asked[0] = System.nanoTime();
                    }
                    return false;
                },
                () -> cluster.worker().process().tail());
    }

    private void refuseFailures() {
        running().forEach(stage.cluster().rest()::refuseFailure);
    }

    private List<String> running() {
        return Stream.of(SOURCE, SINK).filter(stage.cluster().rest()::exists).toList();
    }

    /** Ends both, and forgets what they have done. */
    void clear() {
        for (String connector : running()) {
            stage.cluster().rest().stop(connector);
            stage.cluster().rest().resetOffsets(connector);
            stage.cluster().rest().delete(connector);
        }
        if (stage.cluster().topics().names().contains(TOPIC)) {
            stage.cluster().topics().delete(TOPIC);
        }
    }

    private Map<String, String> sourceConfig() {
        Map<String, String> config = connection("io.pgcopy.connect.source.PgCopySourceConnector", stage.source());
        config.put("tables", BenchTable.TABLE);
        config.put("record.max.bytes", "8000000");
        config.put("prefetch.max.bytes", "4194304");
        config.put("poll.max.bytes", "2097152");
        ClientSettings.override(config, "producer", ClientSettings.producer(table));
        return plus(config, "source:");
    }

    private Map<String, String> sinkConfig() {
        Map<String, String> config = connection("io.pgcopy.connect.sink.PgCopySinkConnector", stage.target());
        config.put("topics", TOPIC);
        config.put("flush.max.bytes", "8388608");
        config.put("value.converter.bytes.views", "true");
        config.put("header.converter", "org.apache.kafka.connect.storage.StringConverter");
        ClientSettings.override(config, "consumer", ClientSettings.consumer(table));
        return plus(config, "sink:");
    }

    private Map<String, String> plus(Map<String, String> config, String prefix) {
        more.forEach((key, value) -> {
            if (key.startsWith(prefix)) {
                config.put(key.substring(prefix.length()), value);
            }
        });
        return config;
    }

    private static Map<String, String> connection(String connector, Database database) {
        Map<String, String> config = new LinkedHashMap<>();
        config.put("connector.class", connector);
        config.put("tasks.max", "1");
        config.put("connection.url", database.url());
        config.put("connection.user", database.user());
        config.put("connection.password", database.password());
        config.put("key.converter", "io.pgcopy.converters.avro.AvroConverter");
        config.put("value.converter", "io.pgcopy.converters.avro.AvroConverter");
        return config;
    }
}
