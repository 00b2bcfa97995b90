/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.integration.benchmark;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.pgcopy.integration.fixture.Workspace;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The runs of one benchmark: printed as they end, as a table at the end, and as JSON for other programs. */
public final class Report {

    private final String bench;
    private final List<Measured> runs = new ArrayList<>();

    Report(String bench) {
        this.bench = bench;
    }

    public void add(String kase, String variant, int run, Map<String, Number> values) {
        Measured measured = new Measured(bench, kase, variant, run, values);
        runs.add(measured);
        System.out.println("[benchmark] " + measured.json());
    }

    /** Gives each run of {@code variant} the ratio of its median wall time to that of the yardstick in the same case. */
    public void ratio(String kase, String variant, String yardstick) {
        double ratio = median(kase, variant, "wall_s") / median(kase, yardstick, "wall_s");
        of(kase, variant).forEach(run -> run.values().put("ratio", round(ratio)));
    }

    /** Adds a figure that is the same for all runs of a variant. */
    public void note(String kase, String variant, String name, double value) {
        of(kase, variant).forEach(run -> run.values().put(name, round(value)));
    }

    public double median(String kase, String variant, String value) {
        return median(of(kase, variant).stream().map(run -> run.value(value)));
    }

    /** The median of the ratios of runs of one number: a machine's mood is shared by what runs at one time. */
    double medianOfRatios(String kase, String variant, String yardstick, String value) {
        Map<Integer, Double> yardsticks =
                of(kase, yardstick).stream().collect(Collectors.toMap(Measured::run, run -> run.value(value)));
        return median(of(kase, variant).stream()
                .map(run -> run.value(value) / yardsticks.getOrDefault(run.run(), Double.NaN)));
    }

    private static double median(Stream<Double> values) {
        List<Double> sorted = values.sorted().toList();
        return sorted.isEmpty() ? Double.NaN : sorted.get(sorted.size() / 2);
    }

    /** Prints the table and writes {@code target/benchmarks/NAME.json}. */
    void finish() throws IOException {
        print();
        Path file = Files.createDirectories(Workspace.target().resolve("benchmarks"))
                .resolve(bench + ".json");
        new ObjectMapper()
                .writerWithDefaultPrettyPrinter()
                .writeValue(file.toFile(), runs.stream().map(Measured::json).toList());
        System.out.println("written to " + file);
    }

    private void print() {
        Set<String> columns = new LinkedHashSet<>();
        runs.forEach(run -> columns.addAll(run.values().keySet()));
        StringBuilder head = new StringBuilder("%-14s %-16s %3s".formatted("case", "variant", "run"));
        columns.forEach(column -> head.append(" %14s".formatted(column)));
        System.out.println(head);
        for (Measured run : runs) {
            StringBuilder line = new StringBuilder("%-14s %-16s %3d".formatted(run.kase(), run.variant(), run.run()));
            columns.forEach(
                    column -> line.append(" %14s".formatted(shown(run.values().get(column)))));
            System.out.println(line);
        }
    }

    private static String shown(@org.jspecify.annotations.Nullable Number value) {
        if (value == null) {
            return "-";
        }
        return value instanceof Double || value instanceof Float
                ? String.format(Locale.ROOT, "%.2f", value.doubleValue())
                : String.format(Locale.ROOT, "%d", value.longValue());
    }

    private List<Measured> of(String kase, String variant) {
        return runs.stream()
                .filter(run -> run.kase().equals(kase) && run.variant().equals(variant))
                .toList();
    }

    public static double round(double value) {
        return Math.round(value * 1000) / 1000.0;
    }
}
