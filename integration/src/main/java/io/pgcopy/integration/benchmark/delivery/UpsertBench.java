/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.integration.benchmark.delivery;

import io.pgcopy.integration.benchmark.BenchSettings;
import io.pgcopy.integration.benchmark.Report;
import io.pgcopy.integration.fixture.Database;
import io.pgcopy.integration.fixture.PostgresOptions;
import io.pgcopy.integration.fixture.PostgresServer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * {@code insert.mode=upsert} beside what a person would write for the same rows, with as many rows a transaction:
 * half of the keys are in the table already.
 */
public final class UpsertBench {
    static final String UPSERT = "upsert";
    private static final int NARROW_ROWS = 400_000;
    private static final int NARROW_FLUSH = 20_000;
    private static final int BLOB_ROWS = 8_000;
    private static final int BLOB_FLUSH = 200;
    private static final int BLOB_BYTES = 52_000;

    private UpsertBench() {}

    public static void run(BenchSettings settings, Report report) throws Exception {
        try (PostgresServer server = PostgresServer.startOwn(PostgresOptions.forMeasuring("bench-upsert"))) {
            System.out.println("[benchmark] " + server.description());
            Database database = server.createDatabase("bench");
            DeliveryRuns runs = new DeliveryRuns(server, database, settings, report);
            if (settings.wants("narrow")) {
                Load load = Load.of(Shape.NARROW, settings.rows(NARROW_ROWS), new Content(0));
                Way yardstick = new StageByHand(database, NARROW_FLUSH);
                measure(
                        "narrow",
                        load,
                        List.of(new Trial("stage-by-hand", yardstick, load.rows())),
                        NARROW_FLUSH,
                        database,
                        runs);
                runs.compare("narrow", UPSERT, "stage-by-hand");
            }
            if (settings.wants("blobs-52k")) {
                Load load = Load.of(Shape.BLOB, settings.rows(BLOB_ROWS), new Content(BLOB_BYTES));
                Way yardstick = new BatchByHand(database, BLOB_FLUSH);
                measure(
                        "blobs-52k",
                        load,
                        List.of(new Trial("batch-by-hand", yardstick, load.rows())),
                        BLOB_FLUSH,
                        database,
                        runs);
                runs.compare("blobs-52k", UPSERT, "batch-by-hand");
            }
        }
    }

    /** Measures the sink's upsert and other ways on one table. */
    static void measure(String kase, Load load, List<Trial> byHand, int flush, Database database, DeliveryRuns runs)
            throws Exception {
        List<Trial> trials = new ArrayList<>(byHand);
        Way sink = new SinkWay(
                database, Map.of("insert.mode", "upsert", "flush.max.records", Integer.toString(flush)), null);
        trials.add(new Trial(UPSERT, sink, load.rows()));
        runs.measure(kase, load, trials, reset(load));
    }

    private static List<String> reset(Load load) {
        String old = load.shape() == Shape.NARROW ? "id, 0, 0, 'as it was before the benchmark', true" : "id, ''";
        return List.of(
                "DROP TABLE IF EXISTS " + Load.TABLE,
                "CREATE TABLE " + Load.TABLE + " (" + load.shape().definition() + ")",
                "INSERT INTO " + Load.TABLE + " SELECT " + old + " FROM generate_series(0, " + (load.rows() - 1)
                        + ", 2) AS id",
                "VACUUM ANALYZE " + Load.TABLE);
    }
}
