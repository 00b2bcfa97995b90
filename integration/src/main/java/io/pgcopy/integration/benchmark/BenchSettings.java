/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.integration.benchmark;

/**
 * What the command line asks for.
 *
 * @param scale factor on the tables' rows
 * @param runs measured runs of each variant
 * @param workerHeap of the Connect worker, as the JVM takes it
 * @param only the only case to run; empty for all
 */
public record BenchSettings(double scale, int runs, String workerHeap, String only) {

    static BenchSettings fromSystemProperties() {
        return new BenchSettings(
                Double.parseDouble(property("bench.scale", "1")),
                Integer.parseInt(property("bench.runs", "3")),
                property("bench.heap", "256m"),
                property("bench.case", ""));
    }

    public boolean wants(String kase) {
        return only.isEmpty() || only.equals(kase);
    }

    public int rows(int full) {
        return Math.max(1, (int) Math.round(full * scale));
    }

    static String property(String key, String standard) {
        String value = System.getProperty(key, "");
        return value.isBlank() ? standard : value;
    }
}
