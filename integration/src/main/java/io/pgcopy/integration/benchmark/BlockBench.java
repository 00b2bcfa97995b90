/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.integration.benchmark;

import io.pgcopy.integration.fixture.Database;
import io.pgcopy.integration.fixture.PostgresOptions;
import io.pgcopy.integration.fixture.PostgresServer;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.util.Map;
import org.postgresql.PGConnection;
import org.postgresql.copy.CopyIn;

/**
 * Narrow rows, already encoded, written by COPY in blocks of one size: how large must a block be? Here is no connector
 * in between, so differences are those of the driver and the server.
 */
final class BlockBench {

    private static final int ROW = 4 * Long.BYTES + Integer.BYTES + 20;
    private static final int[] KIB = {8, 16, 32, 64, 128, 256, 512, 1024};
    private static final String TABLE = BenchTable.TABLE;

    private BlockBench() {}

    static void run(BenchSettings settings, Report report) throws Exception {
        byte[] rows = rows(settings.rows(1_000_000));
        try (PostgresServer server = PostgresServer.startOwn(PostgresOptions.forMeasuring("bench"))) {
            Database database = server.createDatabase("bench");
            database.execute(
                    "CREATE SCHEMA bench",
                    "CREATE UNLOGGED TABLE " + TABLE
                            + " (id bigint, a int, b float8, c text, d timestamptz, e bigint)");
            for (int run = 0; run <= settings.runs(); run++) {
                for (int kib : KIB) {
                    measure(database, rows, kib, run, report);
                }
            }
        }
    }

    // Run 0 compiles the code and is not counted.
    private static void measure(Database database, byte[] rows, int kib, int run, Report report) throws Exception {
        database.execute("TRUNCATE " + TABLE);
        long cpu = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
        long began = System.nanoTime();
        write(database, rows, kib << 10);
        double wall = (System.nanoTime() - began) / 1e9;
        double seconds = (ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime() - cpu) / 1e9;
        if (run > 0) {
            Map<String, Number> values = Map.of("wall_s", Report.round(wall), "cpu_s", Report.round(seconds));
            report.add("narrow", "block-" + kib + "k", run, values);
        }
    }

    private static void write(Database database, byte[] rows, int block) throws Exception {
        byte[] buffer = new byte[block];
        try (Connection session = database.connect()) {
            CopyIn copy = session.unwrap(PGConnection.class).getCopyAPI().copyIn(Yardstick.IN);
            copy.writeToCopy(FloorBench.HEAD, 0, FloorBench.HEAD.length);
            for (int from = 0; from < rows.length; from += block) {
                int length = Math.min(block, rows.length - from);
                System.arraycopy(rows, from, buffer, 0, length);
                copy.writeToCopy(buffer, 0, length);
            }
            copy.writeToCopy(FloorBench.TRAILER, 0, FloorBench.TRAILER.length);
            copy.endCopy();
        }
    }

    private static byte[] rows(int count) {
        ByteBuffer rows = ByteBuffer.allocate(count * (Short.BYTES + 6 * Integer.BYTES + ROW));
        byte[] text = "abcdefghij0123456789".getBytes(StandardCharsets.US_ASCII);
        for (int row = 0; row < count; row++) {
            rows.putShort((short) 6);
            rows.putInt(Long.BYTES).putLong(row);
            rows.putInt(Integer.BYTES).putInt(row % 1000);
            rows.putInt(Double.BYTES).putDouble(row / 7.0);
            rows.putInt(text.length).put(text);
            rows.putInt(Long.BYTES).putLong(row * 1000L);
            rows.putInt(Long.BYTES).putLong(row);
        }
        byte[] all = new byte[rows.position()];
        rows.flip().get(all);
        return all;
    }
}
