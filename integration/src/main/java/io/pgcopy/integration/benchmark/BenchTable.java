/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.integration.benchmark;

import io.pgcopy.integration.fixture.Database;
import java.io.BufferedOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.SplittableRandom;
import org.postgresql.PGConnection;
import org.postgresql.copy.PGCopyOutputStream;

/**
 * A table of a benchmark, named {@code bench.t} with a key {@code id} from 1 to the number of rows.
 *
 * @param rowBytes bytes of one row's values, as tables are measured here
 * @param blobBytes size of the one bytea column; 0 for the narrow table
 */
record BenchTable(String name, int rows, int rowBytes, int blobBytes) {

    static final String TABLE = "bench.t";
    private static final byte[] SIGNATURE = {'P', 'G', 'C', 'O', 'P', 'Y', '\n', (byte) 0xFF, '\r', '\n', 0};

    static BenchTable blobs(String name, int rows, int blobBytes) {
        return new BenchTable(name, rows, blobBytes, blobBytes);
    }

    static BenchTable narrow(int rows) {
        return new BenchTable("narrow", rows, 92, 0);
    }

    long bytes() {
        return (long) rows * rowBytes;
    }

    void create(Database database) {
        database.execute(
                "DROP SCHEMA IF EXISTS bench CASCADE",
                "CREATE SCHEMA bench",
                "CREATE TABLE " + TABLE + " (id bigint PRIMARY KEY, "
                        + (blobBytes > 0
                                ? "content bytea)"
                                : "a int, b float8, c text, d timestamptz, e numeric(12,2))"));
    }

    void fill(Database database) throws SQLException, IOException {
        if (blobBytes > 0) {
            fillBlobs(database);
        } else {
            database.execute("INSERT INTO " + TABLE + " SELECT i, i % 1000, i / 7.0, substr(md5(i::text), 1, 20),"
                    + " timestamptz '2026-01-01' + i * interval '1 second', (i % 1000000) / 100.0"
                    + " FROM generate_series(1, " + rows + ") AS i");
        }
        database.execute("VACUUM ANALYZE " + TABLE, "CHECKPOINT");
    }

    /** By binary COPY: the only way that makes gigabytes of random bytes in a moment. */
    private void fillBlobs(Database database) throws SQLException, IOException {
        SplittableRandom random = new SplittableRandom(blobBytes);
        byte[] blob = new byte[blobBytes];
        try (Connection session = database.connect();
                DataOutputStream out = new DataOutputStream(new BufferedOutputStream(
                        new PGCopyOutputStream(
                                session.unwrap(PGConnection.class), "COPY " + TABLE + " FROM STDIN (FORMAT binary)"),
                        1 << 20))) {
            out.write(SIGNATURE);
            out.writeLong(0);
            for (long id = 1; id <= rows; id++) {
                random.nextBytes(blob);
                out.writeShort(2);
                out.writeInt(8);
                out.writeLong(id);
                out.writeInt(blobBytes);
                out.write(blob);
            }
            out.writeShort(-1);
        }
    }

    void empty(Database database) {
        database.execute("TRUNCATE " + TABLE, "CHECKPOINT");
    }

    boolean arrived(Database database) {
        return !database.rows("SELECT 1 FROM " + TABLE + " WHERE id = " + rows).isEmpty()
                && database.count(TABLE) == rows;
    }
}
