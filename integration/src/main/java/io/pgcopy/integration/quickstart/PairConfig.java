/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.integration.quickstart;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.pgcopy.integration.fixture.WorkerOptions;
import io.pgcopy.integration.quickstart.QuickstartSettings.Address;
import io.pgcopy.integration.quickstart.TableList.Entry;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** The two connectors' configurations: a pair of {@code config-examples} with the addresses of this run put in. */
final class PairConfig {

    static final String SOURCE = "quickstart-source";
    static final String SINK = "quickstart-sink";
    private static final String PREFIX = "quickstart.";
    // What docs/operations.md counts for rows of 40 MB.
    private static final String HEAP_OF_LARGE_ROWS = "560m";

    private final boolean ownDatabases;
    private final Map<String, String> source;
    private final Map<String, String> sink;
    private final Address from;
    private final Address to;

    /** @param own the user's tables, none for the sample */
    PairConfig(QuickstartSettings settings, List<Entry> own, Address from, Address to) throws IOException {
        this.from = from;
        this.to = to;
        this.ownDatabases = !own.isEmpty();
        // Nothing is known of the user's values: the pair with raised limits takes them up to 40 MB.
        Path example = settings.examples().resolve(ownDatabases ? "blobs-raised-limit" : "quickstart");
        source = read(example.resolve("source.json"), from);
        sink = read(example.resolve("sink.json"), to);
        if (ownDatabases) {
            source.put("tables", own.stream().map(Entry::quoted).collect(Collectors.joining(",")));
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
        return worker.withHeap(ownDatabases ? HEAP_OF_LARGE_ROWS : worker.heap())
                .with("config.providers", "env")
                .with("config.providers.env.class", "org.apache.kafka.common.config.provider.EnvVarConfigProvider")
                .withEnvironment(Map.of("SOURCE_PASSWORD", from.password(), "TARGET_PASSWORD", to.password()));
    }

    Map<String, String> source() {
        return source;
    }

    Map<String, String> sink() {
        return sink;
    }

    String topic(Entry table) {
        return (ownDatabases ? PREFIX : "") + table.topicSuffix();
    }
}
