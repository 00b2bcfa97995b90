/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.integration.benchmark.delivery;

import io.pgcopy.integration.benchmark.BenchSettings;
import io.pgcopy.integration.benchmark.Report;
import io.pgcopy.integration.fixture.Database;
import io.pgcopy.integration.fixture.PostgresServer;
import io.pgcopy.integration.fixture.ProcessCost;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** One case: its ways in turn, each from the same start, after rounds that are not counted. */
final class DeliveryRuns {
    private static final long SETTLE_MILLIS = 300;
    // The sink has more to compile than what a person writes, and on two cores the compiler takes one of them.
    private static final int WARM_UP = 3;

    private final PostgresServer server;
    private final Database database;
    private final Report report;
    private final BenchSettings settings;

    DeliveryRuns(PostgresServer server, Database database, BenchSettings settings, Report report) {
        this.server = server;
        this.database = database;
        this.settings = settings;
        this.report = report;
    }

    /**
     * Measures every way so often as the settings say.
     *
     * @param reset statements that bring the table to where each run begins
     */
    void measure(String kase, Load load, List<Trial> trials, List<String> reset) throws Exception {
        List<Trial> order = new ArrayList<>(trials);
        for (int run = 1 - WARM_UP; run <= settings.runs(); run++) {
            for (Trial trial : order) {
                Map<String, Number> values = measure(load, trial.way(), reset);
                long rows = database.count(Load.TABLE);
                if (rows != trial.expected()) {
                    throw new IllegalStateException(
                            trial.variant() + " left " + rows + " rows, expected " + trial.expected());
                }
                if (run > 0) {
                    report.add(kase, trial.variant(), run, values);
                }
            }
            Collections.rotate(order, 1);
        }
    }

    private Map<String, Number> measure(Load load, Way way, List<String> reset) throws Exception {
        reset.forEach(database::execute);
        database.execute("CHECKPOINT");
        long self = ProcessHandle.current().pid();
        double own = ProcessCost.cpuSeconds(self);
        double target = ProcessCost.treeCpuSeconds(server.pid());
        long began = System.nanoTime();
        way.write(load);
        double wall = (System.nanoTime() - began) / 1e9;
        // A session's CPU time shows in its server's when it has ended.
        Thread.sleep(SETTLE_MILLIS);
        Map<String, Number> values = new LinkedHashMap<>();
        values.put("wall_s", Report.round(wall));
        values.put("rows", load.rows());
        values.put("bytes", load.bytes());
        values.put("rows_per_s", Math.round(load.rows() / wall));
        values.put("mb_per_s", Report.round(load.bytes() / wall / 1e6));
        values.put("worker_cpu_s", Report.round(ProcessCost.cpuSeconds(self) - own));
        values.put("target_cpu_s", Report.round(ProcessCost.treeCpuSeconds(server.pid()) - target));
        return values;
    }

    /** Notes how the variant compares with the yardstick: by time, and by rows in a second. */
    void compare(String kase, String variant, String yardstick) {
        report.ratio(kase, variant, yardstick);
        report.note(
                kase,
                variant,
                "throughput_ratio",
                report.median(kase, yardstick, "wall_s") / report.median(kase, variant, "wall_s"));
    }
}
