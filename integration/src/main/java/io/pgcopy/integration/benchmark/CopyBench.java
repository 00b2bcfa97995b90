/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.integration.benchmark;

import java.util.List;
import java.util.Map;

/** Whole tables: the source alone, the sink alone, and both at once, beside the yardstick in the same run. */
final class CopyBench {

    private CopyBench() {}

    static void run(BenchSettings settings, Report report) throws Exception {
        try (Stage stage = Stage.open(settings)) {
            for (BenchTable table : tables(settings)) {
                table.create(stage.source());
                table.create(stage.target());
                table.fill(stage.source());
                for (int copy = 0; copy < settings.warmUps(); copy++) {
                    warmUp(stage, table);
                }
                for (int run = 1; run <= settings.runs(); run++) {
                    measure(stage, table, run, report);
                }
                report.ratio(table.name(), "row", new Yardstick().name());
            }
        }
    }

    static List<BenchTable> tables(BenchSettings settings) {
        return List.of(
                        BenchTable.blobs("blobs-700k", settings.rows(2_000), 700_000),
                        BenchTable.blobs("blobs-52k", settings.rows(20_000), 52_000),
                        BenchTable.narrow(settings.rows(2_000_000)))
                .stream()
                .filter(table -> settings.wants(table.name()))
                .toList();
    }

    /** A worker that moves a database has compiled its code long ago. */
    private static void warmUp(Stage stage, BenchTable table) {
        Pair pair = new Pair(stage, table, Map.of());
        pair.clear();
        copy(stage, table, pair);
        pair.clear();
    }

    private static void copy(Stage stage, BenchTable table, Pair pair) {
        pair.createTopic();
        table.empty(stage.target());
        pair.startSink();
        pair.startSource();
        pair.awaitWritten();
    }

    private static void measure(Stage stage, BenchTable table, int run, Report report) throws Exception {
        Yardstick yardstick = new Yardstick();
        table.empty(stage.target());
        report.add(
                table.name(),
                yardstick.name(),
                run,
                stage.measure(table, () -> yardstick.copy(stage.source(), stage.target())));

        Pair pair = new Pair(stage, table, Map.of());
        pair.clear();
        pair.createTopic();
        report.add(table.name(), "row-source-only", run, stage.measure(table, () -> {
            pair.startSource();
            pair.awaitRead();
        }));
        table.empty(stage.target());
        report.add(table.name(), "row-sink-only", run, stage.measure(table, () -> {
            pair.startSink();
            pair.awaitWritten();
        }));
        pair.clear();
        pair.createTopic();
        table.empty(stage.target());
        report.add(table.name(), "row", run, stage.measure(table, () -> {
            pair.startSink();
            pair.startSource();
            pair.awaitWritten();
        }));
        pair.clear();
    }
}
