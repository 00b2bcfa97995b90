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
import java.util.concurrent.CompletableFuture;
import org.apache.kafka.connect.sink.ErrantRecordReporter;
import org.apache.kafka.connect.sink.SinkRecord;

/**
 * What bad records cost the good ones: the same load with ten records that a check refuses, which the server points
 * at, and with ten that a foreign key refuses, which it does not.
 */
public final class BadRecordsBench {
    private static final String CASE = "rows-10k";
    private static final int ROWS = 10_000;
    private static final int ROW_BYTES = 10_000;
    private static final int BAD = 10;
    private static final String CLEAN = "clean";
    // In one transaction, where a bad row is farthest from the end of what must be sent again.
    private static final Map<String, String> ONE_FLUSH =
            Map.of("flush.max.bytes", "1000000000", "flush.interval.ms", "60000");

    private BadRecordsBench() {}

    public static void run(BenchSettings settings, Report report) throws Exception {
        try (PostgresServer server = PostgresServer.startOwn(PostgresOptions.forMeasuring("bench-bad-records"))) {
            System.out.println("[benchmark] " + server.description());
            Database database = server.createDatabase("bench");
            DeliveryRuns runs = new DeliveryRuns(server, database, settings, report);
            Content content = new Content(ROW_BYTES);
            int rows = settings.rows(ROWS);
            measure(CASE, Map.of(), rows, content, database, runs);
            measure(CASE + "-one-flush", ONE_FLUSH, rows, content, database, runs);
        }
    }

    private static void measure(
            String kase, Map<String, String> more, int rows, Content content, Database database, DeliveryRuns runs)
            throws Exception {
        List<Trial> trials = new ArrayList<>();
        for (Kind kind : Kind.values()) {
            Way sink = new SinkWay(database, more, new Taking());
            Load load = Load.of(Shape.BLOB, ids(rows, kind), content);
            trials.add(
                    new Trial(kind.variant, whole -> sink.write(load), kind == Kind.CLEAN ? rows : (long) rows - BAD));
        }
        runs.measure(kase, Load.of(Shape.BLOB, rows, content), trials, reset(rows));
        runs.compare(kase, Kind.CHECKED.variant, CLEAN);
        runs.compare(kase, Kind.REFERRING.variant, CLEAN);
    }

    private enum Kind {
        CLEAN(BadRecordsBench.CLEAN),
        CHECKED("bad-10"),
        REFERRING("bad-10-unnamed");

        private final String variant;

        Kind(String variant) {
            this.variant = variant;
        }

        // Keys below zero fail the check; those behind the last one have no row to refer to.
        private long bad(long id, int rows) {
            return switch (this) {
                case CLEAN -> id;
                case CHECKED -> -1 - id;
                case REFERRING -> rows + id;
            };
        }
    }

    private static List<Long> ids(int rows, Kind kind) {
        List<Long> ids = new ArrayList<>();
        int every = Math.max(1, rows / BAD);
        for (long id = 0; id < rows; id++) {
            ids.add(id % every == every / 2 ? kind.bad(id, rows) : id);
        }
        return ids;
    }

    private static List<String> reset(int rows) {
        return List.of(
                "DROP TABLE IF EXISTS " + Load.TABLE + ", referred",
                "CREATE TABLE referred (id int8 PRIMARY KEY)",
                "INSERT INTO referred SELECT generate_series(-" + rows + ", " + (rows - 1) + ")",
                "CREATE TABLE " + Load.TABLE + " (id int8 PRIMARY KEY REFERENCES referred CHECK (id >= 0), b bytea)");
    }

    /** Somebody who takes every report at once. */
    private static final class Taking implements ErrantRecordReporter {
        @Override
        public CompletableFuture<Void> report(SinkRecord record, Throwable error) {
            return CompletableFuture.completedFuture(null);
        }
    }
}
