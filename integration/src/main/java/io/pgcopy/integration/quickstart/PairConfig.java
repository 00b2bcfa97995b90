/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.integration.quickstart;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.pgcopy.integration.fixture.WorkerOptions;
import io.pgcopy.integration.quickstart.QuickstartSettings.Address;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;

/** The two connectors' configurations: a pair of {@code config-examples} with the addresses of this run put in. */
final class PairConfig {

    static final String SOURCE = "quickstart-source";
    static final String SINK = "quickstart-sink";
    private static final String PREFIX = "quickstart.";

    private final boolean ownDatabases;
    private final Map<String, String> source;
    private final Map<String, String> sink;
    private final Address from;
    private final Address to;

    PairConfig(QuickstartSettings settings, Address from, Address to) throws IOException {
        this.from = from;
        this.to = to;
        this.ownDatabases = settings.source().isPresent();
        // Nothing is known of the user's values: the pair with raised limits takes them up to 40 MB.
        Path example = settings.examples().resolve(ownDatabases ? "blobs-raised-limit" : "quickstart");
        source = read(example.resolve("source.json"), from);
        sink = read(example.resolve("sink.json"), to);
        if (ownDatabases) {
            source.put("tables", settings.tables());
            source.put("topic.name.format", PREFIX + "${schema}.${table}");
            sink.remove("topics");
            sink.put("topics.regex", PREFIX.replace(".", "\\.") + ".*");
            sink.put("table.name.format", "${source.schema}.${source.table}");
            sink.put("consumer.override.metadata.max.age.ms", "2000");
        }
    }

    private static Map<String, String> read(Path file, Address address) throws IOException {
        Map<String, String> config =
                new ObjectMapper().readValue(file.toFile(), new TypeReference<LinkedHashMap<String, String>>() {});
        config.put("connection.url", address.url());
        config.put("connection.user", address.user());
        return config;
    }

    /** The worker reads the passwords from its environment, as the examples say; no request holds them. */
    WorkerOptions onWorker(WorkerOptions worker) {
        return worker.with("config.providers", "env")
                .with("config.providers.env.class", "org.apache.kafka.common.config.provider.EnvVarConfigProvider")
                .withEnvironment(Map.of("SOURCE_PASSWORD", from.password(), "TARGET_PASSWORD", to.password()));
    }

    Map<String, String> source() {
        return source;
    }

    Map<String, String> sink() {
        return sink;
    }

    String topic(TableList.Entry table) {
        return (ownDatabases ? PREFIX : "") + table.topicSuffix();
    }
}
