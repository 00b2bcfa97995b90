/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.db;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** The SQL by which a table's values are measured, in a few of its blocks, before it is read. */
public final class SampleStatements {
    /** What fails after this takes nothing with it: the transaction goes on as if nobody had looked. */
    public static final String BEGIN = "SAVEPOINT pgcopy_sample; SET LOCAL statement_timeout = '2s'";

    /** Ends it, the limit on time too. */
    public static final String END = "ROLLBACK TO SAVEPOINT pgcopy_sample; RELEASE SAVEPOINT pgcopy_sample";

    /** Begins a transaction of which nothing is kept. */
    public static final String LOOK = "BEGIN READ ONLY";

    // The same blocks each time: a plan that is made again is the same as long as the table is.
    private static final String SAME_BLOCKS = " REPEATABLE (0)";

    private SampleStatements() {}

    /**
     * A row for each of the columns, numbered from 1, and row 0 for all others together: how many values there are,
     * what they take as they are stored, how many are compressed. What they take as they are sent is known of some
     * values, or of all: so {@code stored_of_sent} is what these take as they are stored.
     *
     * @param percent of the blocks
     * @param others columns that are sent about as they are stored
     */
    public static String measure(ReadFrom from, double percent, List<MeasuredColumn> columns, List<String> others) {
        List<String> inner = new ArrayList<>();
        List<String> rows = new ArrayList<>();
        inner.add(others.isEmpty() ? "0::int8 AS rest" : rest(others) + " AS rest");
        rows.add("(0, s.rest, s.rest, NULL::pg_catalog.text)");
        for (int i = 1; i <= columns.size(); i++) {
            MeasuredColumn column = columns.get(i - 1);
            String alias = "s.c" + i;
            inner.add(Identifier.quote(column.name()) + " AS c" + i);
            rows.add("(" + i + ", pg_catalog.pg_column_size(" + alias + "), " + column.length(alias)
                    + ", pg_catalog.pg_column_compression(" + alias + "))");
        }
        return "SELECT v.number, pg_catalog.count(*) AS row_count, pg_catalog.count(v.stored) AS value_count,"
                + " coalesce(pg_catalog.sum(v.stored), 0)::int8 AS stored, coalesce(pg_catalog.sum(v.sent), 0)::int8 AS sent,"
                + " coalesce(pg_catalog.sum(v.stored) FILTER (WHERE v.sent IS NOT NULL), 0)::int8 AS stored_of_sent,"
                + " coalesce(pg_catalog.max(v.sent), 0)::int8 AS largest, pg_catalog.count(v.method) AS compressed"
                + " FROM (SELECT " + String.join(", ", inner) + ", pg_catalog.row_number() OVER () AS n FROM "
                + from.relation()
                + " TABLESAMPLE SYSTEM (" + String.format(Locale.ROOT, "%.6f", percent) + ")" + SAME_BLOCKS
                + from.condition()
                + ") AS s CROSS JOIN LATERAL (VALUES " + String.join(", ", rows)
                + ") AS v (number, stored, sent, method) GROUP BY v.number";
    }

    private static String rest(List<String> columns) {
        return columns.stream()
                .map(column -> "coalesce(pg_catalog.pg_column_size(" + Identifier.quote(column) + "), 0)::int8")
                .collect(Collectors.joining(" + "));
    }
}
