/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.integration.benchmark.storage;

import io.pgcopy.integration.benchmark.BenchSettings;
import io.pgcopy.integration.benchmark.Report;
import io.pgcopy.integration.data.DataPattern;
import io.pgcopy.integration.fixture.Database;
import io.pgcopy.integration.fixture.PostgresOptions;
import io.pgcopy.integration.fixture.PostgresServer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;

/**
 * The sink's own work with values of each pattern under each way of storing them. {@code ratio} is server CPU over
 * that of the best fixed way; where compression saves more than a quarter, that is the best of those that compress.
 * {@code within_bytes} says whether a way stores 5 % more at most than EXTENDED, by the method that needs more bytes;
 * {@code bytes_of_default} compares with pglz, the server's default.
 */
public final class StorageBench {
    private static final int ROWS = 2_500;
    private static final int VALUE_BYTES = 52_000;
    private static final double SAVES = 0.75;
    private static final double SAME_BYTES = 1.05;
    private static final String CPU = "target_cpu_s";
    private static final String STORED = "stored_bytes";

    private StorageBench() {}

    public static void run(BenchSettings settings, Report report) throws Exception {
        PostgresOptions options = PostgresOptions.forMeasuring("bench-storage")
                .with("fsync", "off")
                .with("autovacuum", "off")
                .with("jit", "off");
        try (PostgresServer server = PostgresServer.startOwn(options)) {
            System.out.println("[benchmark] " + server.description());
            Database database = server.createDatabase("bench");
            List<StorageVariant> variants = variants(database);
            for (DataPattern pattern : DataPattern.values()) {
                if (settings.wants(pattern.label())) {
                    measure(pattern, variants, database, settings, report);
                }
            }
        }
    }

    private static List<StorageVariant> variants(Database database) {
        boolean hasLz4 = database.text(
                        "SELECT 'lz4' = ANY (enumvals) FROM pg_settings WHERE name = 'default_toast_compression'")
                .equals("t");
        List<StorageVariant> variants = new ArrayList<>(Arrays.asList(StorageVariant.values()));
        if (!hasLz4) {
            System.out.println("[benchmark] this server was built without lz4: no variant lz4");
            variants.remove(StorageVariant.LZ4);
        }
        return variants;
    }

    private static void measure(
            DataPattern pattern,
            List<StorageVariant> variants,
            Database database,
            BenchSettings settings,
            Report report)
            throws Exception {
        StorageRun run = new StorageRun(database, pattern, settings.rows(ROWS), VALUE_BYTES);
        // The first task pays for class loading and compilation.
        run.measure(variants.get(0));
        for (int number = 1; number <= settings.runs(); number++) {
            List<StorageVariant> order = new ArrayList<>(variants);
            Collections.rotate(order, number);
            for (StorageVariant variant : order) {
                report.add(pattern.label(), variant.label(), number, run.measure(variant));
            }
        }
        compare(pattern.label(), variants, report);
    }

    private static void compare(String kase, List<StorageVariant> variants, Report report) {
        double raw = report.median(kase, StorageVariant.EXTERNAL.label(), STORED);
        double byDefault = report.median(kase, StorageVariant.PGLZ.label(), STORED);
        boolean saves = byDefault < raw * SAVES;
        double best = variants.stream()
                .filter(variant -> variant != StorageVariant.AUTO)
                .filter(variant -> !saves || variant != StorageVariant.EXTERNAL)
                .mapToDouble(variant -> report.median(kase, variant.label(), CPU))
                .min()
                .orElseThrow();
        double bytes = saves
                ? variants.stream()
                        .filter(variant -> variant == StorageVariant.PGLZ || variant == StorageVariant.LZ4)
                        .mapToDouble(variant -> report.median(kase, variant.label(), STORED))
                        .max()
                        .orElseThrow()
                : raw;
        for (StorageVariant variant : variants) {
            report.note(kase, variant.label(), "ratio", report.median(kase, variant.label(), CPU) / best);
            double stored = report.median(kase, variant.label(), STORED);
            report.note(kase, variant.label(), "within_bytes", stored <= bytes * SAME_BYTES ? 1 : 0);
            report.note(kase, variant.label(), "bytes_of_default", stored / byDefault);
        }
    }
}
