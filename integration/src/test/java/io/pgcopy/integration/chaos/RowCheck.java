/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.integration.chaos;

import io.pgcopy.integration.fixture.Database;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.HexFormat;

/**
 * All rows of the table without a key against what was produced.
 *
 * @param rows in the table
 * @param lost numbers that are not there
 * @param duplicates rows beyond the first of their number
 * @param damaged rows whose bytes, by the server's digest of them, are not those produced
 */
record RowCheck(long rows, long lost, long duplicates, long damaged) {
    private static final int FETCH = 10_000;

    static RowCheck of(Database database, long seed, long produced) {
        long rows = 0;
        long distinct = 0;
        long damaged = 0;
        try (Connection session = database.connect();
                Statement statement = session.createStatement()) {
            session.setAutoCommit(false);
            statement.setFetchSize(FETCH);
            try (ResultSet row = statement.executeQuery(
                    "SELECT id, encode(sha256(payload), 'hex'), encode(digest, 'hex') FROM chaos ORDER BY id")) {
                long last = -1;
                while (row.next()) {
                    long id = row.getLong(1);
                    rows++;
                    distinct += id == last ? 0 : 1;
                    damaged += isWhole(row, Flow.APPENDED.row(seed, id)) && id < produced ? 0 : 1;
                    last = id;
                }
            }
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
        return new RowCheck(rows, produced - distinct, rows - distinct, damaged);
    }

    private static boolean isWhole(ResultSet row, NumberedRow expected) throws SQLException {
        String digest = HexFormat.of().formatHex(expected.digest());
        return digest.equals(row.getString(2)) && digest.equals(row.getString(3));
    }
}
