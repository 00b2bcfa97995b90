/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.integration.benchmark.delivery;

import io.pgcopy.integration.benchmark.BenchSettings;
import io.pgcopy.integration.benchmark.Report;
import io.pgcopy.integration.fixture.Database;
import io.pgcopy.integration.fixture.PostgresOptions;
import io.pgcopy.integration.fixture.PostgresServer;
import java.util.List;
import java.util.Map;

/** What keeping the offsets in the database costs, at 10 MB a flush. */
public final class ExactlyOnceBench {
    private static final String CASE = "flush-10mb";
    private static final int ROW_BYTES = 10_000;
    private static final int ROWS_A_FLUSH = 1_000;
    private static final int ROWS = 100_000;

    private ExactlyOnceBench() {}

    public static void run(BenchSettings settings, Report report) throws Exception {
        try (PostgresServer server = PostgresServer.startOwn(PostgresOptions.forMeasuring("bench-exactly-once"))) {
            System.out.println("[benchmark] " + server.description());
            Database database = server.createDatabase("bench");
            Load load = Load.of(Shape.BLOB, settings.rows(ROWS), new Content(ROW_BYTES));
            List<Trial> trials = List.of(
                    new Trial("at-least-once", way(database, "at_least_once"), load.rows()),
                    new Trial("exactly-once", way(database, "exactly_once"), load.rows()));
            new DeliveryRuns(server, database, settings, report).measure(CASE, load, trials, reset());
            report.ratio(CASE, "exactly-once", "at-least-once");
        }
    }

    private static Way way(Database database, String guarantee) {
        return new SinkWay(
                database,
                Map.of(
                        "delivery.guarantee",
                        guarantee,
                        "flush.max.records",
                        Integer.toString(ROWS_A_FLUSH),
                        "consumer.override.isolation.level",
                        "read_committed"),
                null);
    }

    // Random bytes out of line: the server's work on a row is what the sink cannot help. The ledger's table is made
    // once in an installation, so it stays; what it says does not.
    private static List<String> reset() {
        return List.of(
                "DROP TABLE IF EXISTS " + Load.TABLE,
                "DO $$ BEGIN IF to_regclass('pgcopy_sink_offsets') IS NOT NULL THEN TRUNCATE pgcopy_sink_offsets;"
                        + " END IF; END $$",
                "CREATE TABLE " + Load.TABLE + " (" + Shape.BLOB.definition() + ")");
    }
}
