/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.integration.benchmark;

import java.util.LinkedHashMap;
import java.util.Map;

/** The producer's and the consumer's settings for a table, by Kafka's names: what is in flight fits a heap of 256 MiB. */
final class ClientSettings {

    private ClientSettings() {}

    static Map<String, String> producer(BenchTable table) {
        Map<String, String> settings = new LinkedHashMap<>();
        settings.put("max.request.size", "8388608");
        settings.put("buffer.memory", "8388608");
        settings.put("batch.size", table.blobBytes() > 0 ? "1048576" : "524288");
        settings.put("linger.ms", table.blobBytes() > 100_000 ? "0" : "10");
        // The JVM copies what is left of a batch for each write, of which Kafka's own buffer takes a tenth.
        settings.put("send.buffer.bytes", "-1");
        return settings;
    }

    static Map<String, String> consumer(BenchTable table) {
        Map<String, String> settings = new LinkedHashMap<>();
        settings.put("auto.offset.reset", "earliest");
        settings.put("max.partition.fetch.bytes", "4194304");
        settings.put("fetch.max.bytes", "4194304");
        settings.put("fetch.min.bytes", "1048576");
        settings.put("fetch.max.wait.ms", "100");
        settings.put("receive.buffer.bytes", "-1");
        int records = table.blobBytes() > 0 ? Math.max(10, 4_000_000 / table.blobBytes()) : 2_000;
        settings.put("max.poll.records", String.valueOf(records));
        return settings;
    }

    /** As a client that is made here takes them. */
    static Map<String, Object> of(Stage stage, Map<String, String> settings) {
        Map<String, Object> all = new LinkedHashMap<>(settings);
        all.put("bootstrap.servers", stage.cluster().broker().bootstrapServers());
        return all;
    }

    /** As a connector overrides them. */
    static void override(Map<String, String> config, String client, Map<String, String> settings) {
        settings.forEach((name, value) -> config.put(client + ".override." + name, value));
    }
}
