/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.integration.sample;

import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;

/**
 * Row count and digest of a table, computed by the server from the data alone.
 *
 * <p>A column's value is hashed as its bytes (bytea) or as its text under settings that are fixed here, a row as the
 * hashes of its columns in the order of their names, NULL apart from empty. The digest of a table is the sum of two
 * halves of its rows' hashes: a sum does not depend on the order of the rows, and unlike an exclusive or it does not
 * lose a pair of equal rows.
 */
public record TableDigest(long rows, BigDecimal high, BigDecimal low) {

    /** What the text form of a value may depend on, pinned so that two servers with other defaults agree. */
    private static final List<String> SETTINGS = List.of(
            "DateStyle = 'ISO, YMD'",
            "IntervalStyle = 'postgres'",
            "TimeZone = 'UTC'",
            "extra_float_digits = 1",
            "bytea_output = 'hex'",
            "lc_monetary = 'C'",
            "xmloption = 'content'",
            "search_path = ''",
            "row_security = off",
            "default_transaction_isolation = 'repeatable read'",
            "statement_timeout = 0");

    /** Short enough to read, long enough to tell. */
    public String text() {
        return "%016x"
                .formatted(high.toBigInteger().longValue()
                        ^ Long.rotateLeft(low.toBigInteger().longValue(), 32));
    }

    /** The table's name comes quoted as SQL wants it, such as {@code "sales"."Order Lines"}. */
    public static TableDigest of(Connection session, String quotedTable) throws SQLException {
        return of(session, quotedTable, columns(session, quotedTable));
    }

    /** A table's columns. */
    public static List<String> columns(Connection session, String quotedTable) throws SQLException {
        List<String> names = new ArrayList<>();
        try (Statement statement = session.createStatement();
                ResultSet result =
                        statement.executeQuery("SELECT attname FROM pg_catalog.pg_attribute WHERE attrelid = '"
                                + quotedTable.replace("'", "''") + "'::regclass AND attnum > 0 AND NOT attisdropped")) {
            while (result.next()) {
                names.add(result.getString(1));
            }
        }
        return names;
    }

    /** Of some of the table's columns, where the other side has no more. */
    public static TableDigest of(Connection session, String quotedTable, List<String> names) throws SQLException {
        try (Statement statement = session.createStatement()) {
            for (String setting : SETTINGS) {
                statement.execute("SET " + setting);
            }
            List<String> columns = hashedColumns(session, quotedTable, names);
            String row = columns.isEmpty() ? "'\\x'::bytea" : String.join(" || ", columns);
            try (ResultSet result = statement.executeQuery("""
                    SELECT count(*),
                           coalesce(sum(('x' || substr(h, 1, 15))::bit(60)::bigint), 0),
                           coalesce(sum(('x' || substr(h, 16, 15))::bit(60)::bigint), 0)
                      FROM (SELECT encode(sha256(%s), 'hex') AS h FROM %s AS t OFFSET 0) AS hashed
                    """.formatted(row, quotedTable))) {
                result.next();
                return new TableDigest(result.getLong(1), result.getBigDecimal(2), result.getBigDecimal(3));
            }
        }
    }

    private static List<String> hashedColumns(Connection session, String quotedTable, List<String> names)
            throws SQLException {
        List<String> columns = new ArrayList<>();
        try (PreparedStatement statement = session.prepareStatement("""
                SELECT quote_ident(attname), atttypid = 'bytea'::regtype
                  FROM pg_catalog.pg_attribute
                 WHERE attrelid = CAST(CAST(? AS text) AS regclass) AND attname = ANY (?) AND attnum > 0 AND NOT attisdropped
                 ORDER BY attname COLLATE "C"
                """)) {
            statement.setString(1, quotedTable);
            statement.setArray(2, session.createArrayOf("name", names.toArray()));
            try (ResultSet result = statement.executeQuery()) {
                while (result.next()) {
                    columns.add(hashed("t." + result.getString(1), result.getBoolean(2)));
                }
            }
        }
        return columns;
    }

    // Every hash is 32 bytes and begins a fixed step after the one before: no two rows can be cut alike.
    private static String hashed(String column, boolean bytea) {
        String bytes = bytea ? column : "convert_to(" + column + "::text, 'UTF8')";
        return "coalesce('\\x01'::bytea || sha256(" + bytes + "), '\\x00'::bytea)";
    }
}
