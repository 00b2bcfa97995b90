/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.integration.benchmark.delivery;

import io.pgcopy.integration.benchmark.BenchSettings;
import io.pgcopy.integration.benchmark.Report;
import io.pgcopy.integration.fixture.Database;
import io.pgcopy.integration.fixture.PostgresOptions;
import io.pgcopy.integration.fixture.PostgresServer;
import java.util.List;

/**
 * From which width of rows on an upsert by a statement a row is faster than one through a temporary table: both
 * written by hand, and the sink, which changes over at a width of its own.
 */
public final class WidthBench {
    private static final int[] WIDTHS = {256, 512, 1_024, 2_048, 4_096, 8_192, 52_000};
    private static final long CASE_BYTES = 100_000_000;
    private static final int MAX_ROWS = 100_000;
    private static final long FLUSH_BYTES = 10_000_000;

    private WidthBench() {}

    public static void run(BenchSettings settings, Report report) throws Exception {
        try (PostgresServer server = PostgresServer.startOwn(PostgresOptions.forMeasuring("bench-width"))) {
            System.out.println("[benchmark] " + server.description());
            Database database = server.createDatabase("bench");
            DeliveryRuns runs = new DeliveryRuns(server, database, settings, report);
            for (int width : WIDTHS) {
                String kase = "width-" + width;
                if (settings.wants(kase)) {
                    int rows = settings.rows((int) Math.min(MAX_ROWS, CASE_BYTES / width));
                    int flush = (int) (FLUSH_BYTES / width);
                    Load load = Load.of(Shape.BLOB, rows, new Content(width));
                    List<Trial> byHand = List.of(
                            new Trial("stage-by-hand", new StageByHand(database, flush), rows),
                            new Trial("batch-by-hand", new BatchByHand(database, flush), rows));
                    UpsertBench.measure(kase, load, byHand, flush, database, runs);
                    runs.compare(kase, "batch-by-hand", "stage-by-hand");
                    runs.compare(kase, UpsertBench.UPSERT, "stage-by-hand");
                }
            }
        }
    }
}
