/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.integration.benchmark;

import java.util.List;
import java.util.Map;

/**
 * Blobs above Kafka's own limit: in slices, with no limit raised, beside whole records with every limit raised. Of
 * the large sizes the first two are put together in the sink's memory, the last is written while it arrives. Small rows
 * show what the readiness to slice costs those that need none.
 */
final class ChunkedBench {

    private static final String RAISED = "26000000";
    private static final String RAISED_BUFFER = "33554432";
    private static final String KAFKAS_OWN = "1048576";

    /** How the blobs travel. */
    private record Way(String variant, String topicLimit, Map<String, String> settings) {}

    private static final Way ROW = new Way(
            "row",
            RAISED,
            Map.of(
                    "source:record.max.bytes", RAISED,
                    "source:producer.override.max.request.size", RAISED,
                    "source:producer.override.buffer.memory", RAISED_BUFFER));
    private static final Way CHUNKED = new Way(
            "chunked",
            KAFKAS_OWN,
            Map.of(
                    "source:large.value.mode", "chunk",
                    "source:record.max.bytes", "1000000",
                    "source:producer.override.max.request.size", KAFKAS_OWN));

    private ChunkedBench() {}

    static void run(BenchSettings settings, Report report) throws Exception {
        try (Stage stage = Stage.open(settings)) {
            for (BenchTable table : tables(settings)) {
                table.create(stage.source());
                table.create(stage.target());
                table.fill(stage.source());
                for (int copy = 0; copy < settings.warmUps(); copy++) {
                    // Not counted: the JVMs compile, and the table comes into memory.
                    for (Way way : ways(copy)) {
                        transfer(stage, table, way);
                    }
                }
                for (int run = 1; run <= settings.runs(); run++) {
                    for (Way way : ways(run)) {
                        report.add(table.name(), way.variant(), run, transfer(stage, table, way));
                    }
                }
                report.ratio(table.name(), CHUNKED.variant(), ROW.variant());
            }
        }
    }

    private static List<BenchTable> tables(BenchSettings settings) {
        return List.of(
                        BenchTable.blobs("blobs-1k", settings.rows(400_000), 1_000),
                        BenchTable.blobs("blobs-1500k", settings.rows(600), 1_500_000),
                        BenchTable.blobs("blobs-5m", settings.rows(180), 5_000_000),
                        BenchTable.blobs("blobs-20m", settings.rows(45), 20_000_000))
                .stream()
                .filter(table -> settings.wants(table.name()))
                .toList();
    }

    /** Each goes first as often as the other. */
    private static List<Way> ways(int run) {
        return run % 2 == 0 ? List.of(ROW, CHUNKED) : List.of(CHUNKED, ROW);
    }

    private static Map<String, Number> transfer(Stage stage, BenchTable table, Way way) throws Exception {
        Pair pair = new Pair(stage, table, way.settings());
        pair.clear();
        stage.cluster().topics().create(Pair.TOPIC, 1, Map.of("max.message.bytes", way.topicLimit()));
        table.empty(stage.target());
        Map<String, Number> measured = stage.measure(table, () -> {
            pair.startSink();
            pair.startSource();
            pair.awaitWritten();
        });
        pair.clear();
        return measured;
    }
}
