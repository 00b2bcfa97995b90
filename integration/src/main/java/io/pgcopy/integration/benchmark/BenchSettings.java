/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.integration.benchmark;

import java.util.List;

/**
 * What the command line asks for.
 *
 * @param scale factor on the tables' rows
 * @param runs measured runs of each variant
 * @param warmUps copies before them that are not counted
 * @param workerHeap of the Connect worker, as the JVM takes it
 * @param jvm options of the JVMs of worker and broker; unless told otherwise, those for blobs in a small heap
 * @param only the only cases to run, with commas between; empty for all
 */
public record BenchSettings(double scale, int runs, int warmUps, String workerHeap, String jvm, String only) {

    // What docs/operations.md advises for blobs in a small heap.
    private static final String SMALL_HEAP =
            "-XX:+UseParallelGC -XX:NewRatio=1 -XX:SurvivorRatio=2 -XX:-UseAdaptiveSizePolicy";

    static BenchSettings fromSystemProperties() {
        return new BenchSettings(
                Double.parseDouble(property("bench.scale", "1")),
                Integer.parseInt(property("bench.runs", "3")),
                Integer.parseInt(property("bench.warmups", "1")),
                property("bench.heap", "256m"),
                property("bench.jvm", SMALL_HEAP),
                property("bench.case", ""));
    }

    public boolean wants(String kase) {
        return only.isEmpty() || List.of(only.split(",")).contains(kase);
    }

    String[] workerJvmOptions() {
        return jvm.split(" ");
    }

    String[] brokerJvmOptions() {
        return ("-Xmx512m " + jvm).split(" ");
    }

    public int rows(int full) {
        return Math.max(1, (int) Math.round(full * scale));
    }

    static String property(String key, String standard) {
        String value = System.getProperty(key, "");
        return value.isBlank() ? standard : value;
    }
}
