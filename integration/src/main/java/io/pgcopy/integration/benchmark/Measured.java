/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.integration.benchmark;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * One measured run. What a benchmark does not measure is left out of {@link #values()}.
 *
 * @param bench name on the command line
 * @param kase the data, such as {@code blobs-700k}
 * @param variant the way, such as {@code row} or {@code psql-binary}
 * @param values by the names of the output, such as {@code wall_s}
 */
record Measured(String bench, String kase, String variant, int run, Map<String, Number> values) {

    Measured {
        values = new LinkedHashMap<>(values);
    }

    double wall() {
        return value("wall_s");
    }

    double value(String name) {
        return values.getOrDefault(name, Double.NaN).doubleValue();
    }

    Map<String, Object> json() {
        Map<String, Object> all = new LinkedHashMap<>();
        all.put("bench", bench);
        all.put("case", kase);
        all.put("variant", variant);
        all.put("run", run);
        all.putAll(values);
        return all;
    }
}
