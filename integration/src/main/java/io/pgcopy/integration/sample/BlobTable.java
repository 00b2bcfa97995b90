/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.integration.sample;

import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.SplittableRandom;

/** Files as applications keep them in a database: sizes over three orders of magnitude, some compressible, some not. */
public final class BlobTable {

    private static final int SMALLEST = 1_000;
    private static final int LARGEST = 400_000;
    private static final String[] WORDS = {
        "table", "row", "column", "value", "copy", "broker", "offset", "worker", "commit", "record", "schema", "byte"
    };

    private BlobTable() {}

    public static String create(String quotedTable) {
        return "CREATE TABLE " + quotedTable
                + " (id bigint PRIMARY KEY, name text NOT NULL, kind text NOT NULL, created timestamptz NOT NULL,"
                + " content bytea NOT NULL)";
    }

    /** Fills the table; the same seed gives the same bytes. */
    public static void fill(Connection session, String quotedTable, int rows, long seed) throws SQLException {
        SplittableRandom random = new SplittableRandom(seed);
        session.setAutoCommit(false);
        try (PreparedStatement insert = session.prepareStatement("INSERT INTO " + quotedTable
                        + " VALUES (?, ?, ?, timestamptz '2026-01-01' + ? * interval '1 second', ?)");
                Statement commit = session.createStatement()) {
            for (int row = 1; row <= rows; row++) {
                Kind kind = Kind.values()[row % Kind.values().length];
                insert.setLong(1, row);
                insert.setString(2, "file-" + row + kind.suffix);
                insert.setString(3, kind.name());
                insert.setInt(4, row);
                insert.setBytes(5, kind.bytes(random, size(random)));
                insert.addBatch();
                if (row % 50 == 0 || row == rows) {
                    insert.executeBatch();
                }
            }
            commit.execute("COMMIT");
        }
        session.setAutoCommit(true);
    }

    /** Evenly spread over the magnitudes, so that there are many small files and some large ones. */
    private static int size(SplittableRandom random) {
        double magnitude = Math.log(SMALLEST) + random.nextDouble() * Math.log((double) LARGEST / SMALLEST);
        return (int) Math.exp(magnitude);
    }

    private enum Kind {
        /** No pattern at all, like what is encrypted. */
        RANDOM(".bin") {
            @Override
            byte[] bytes(SplittableRandom random, int size) {
                byte[] bytes = new byte[size];
                random.nextBytes(bytes);
                return bytes;
            }
        },
        /** Words. */
        TEXT(".txt") {
            @Override
            byte[] bytes(SplittableRandom random, int size) {
                StringBuilder text = new StringBuilder(size + 10);
                while (text.length() < size) {
                    text.append(WORDS[random.nextInt(WORDS.length)]).append(random.nextInt(100) == 0 ? '\n' : ' ');
                }
                return text.toString().getBytes(StandardCharsets.US_ASCII);
            }
        },
        /** A JPEG's head with its tables, then entropy-coded bytes in which 0xFF is followed by 0. */
        IMAGE(".jpg") {
            @Override
            byte[] bytes(SplittableRandom random, int size) {
                byte[] bytes = new byte[size];
                random.nextBytes(bytes);
                byte[] head = {(byte) 0xFF, (byte) 0xD8, (byte) 0xFF, (byte) 0xE0, 0, 16, 'J', 'F', 'I', 'F', 0, 1, 1};
                System.arraycopy(head, 0, bytes, 0, head.length);
                for (int at = head.length; at < 600; at++) {
                    bytes[at] = (byte) (at % 64);
                }
                for (int at = 600; at < size - 1; at++) {
                    if (bytes[at] == (byte) 0xFF) {
                        bytes[at + 1] = 0;
                    }
                }
                return bytes;
            }
        };

        private final String suffix;

        Kind(String suffix) {
            this.suffix = suffix;
        }

        abstract byte[] bytes(SplittableRandom random, int size);
    }
}
