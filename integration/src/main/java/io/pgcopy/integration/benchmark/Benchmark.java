/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.integration.benchmark;

import io.pgcopy.integration.benchmark.delivery.BadRecordsBench;
import io.pgcopy.integration.benchmark.delivery.ExactlyOnceBench;
import io.pgcopy.integration.benchmark.delivery.UpsertBench;
import io.pgcopy.integration.benchmark.delivery.WidthBench;
import io.pgcopy.integration.benchmark.storage.StorageBench;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Runs the benchmarks that {@code -Dbench} names, separated by commas. */
public final class Benchmark {

    /** One benchmark: measures into the report. */
    interface Bench {
        void run(BenchSettings settings, Report report) throws Exception;
    }

    private Benchmark() {}

    private static Map<String, Bench> all() {
        Map<String, Bench> benches = new LinkedHashMap<>();
        benches.put("copy", CopyBench::run);
        benches.put("floor", FloorBench::run);
        benches.put("blocks", BlockBench::run);
        benches.put("storage", StorageBench::run);
        benches.put("converters", ConvertersBench::run);
        benches.put("chunked", ChunkedBench::run);
        benches.put("exactly-once", ExactlyOnceBench::run);
        benches.put("bad-records", BadRecordsBench::run);
        benches.put("upsert", UpsertBench::run);
        benches.put("width", WidthBench::run);
        return benches;
    }

    public static void main(String[] arguments) {
        int exitCode = 0;
        try {
            Map<String, Bench> all = all();
            for (String name : List.of(BenchSettings.property("bench", "copy").split(","))) {
                Bench bench = all.get(name.strip());
                if (bench == null) {
                    throw new IllegalArgumentException("no benchmark " + name + "; there are " + all.keySet());
                }
                Report report = new Report(name.strip());
                bench.run(BenchSettings.fromSystemProperties(), report);
                report.finish();
            }
        } catch (Exception e) {
            e.printStackTrace();
            exitCode = 1;
        }
        Runtime.getRuntime().exit(exitCode);
    }
}
