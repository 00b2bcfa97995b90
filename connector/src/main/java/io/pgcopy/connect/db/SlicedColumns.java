/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.db;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The COPY that cuts bytea values and large objects inside the server: one tuple a slice, and one tuple for a
 * row without large values. Neither server nor client ever holds a whole value that is stored uncompressed.
 * After the table's columns each tuple has the lengths of the sliced columns (NULL where a value is not large),
 * and then which of them the slice is of, counted from 1, its offset, and the slice itself; these three are NULL
 * in a row without.
 *
 * @param names the columns that can be sliced
 * @param inlineBytes a value of at most so many bytes stays in the row
 * @param chunkBytes length of a slice. A value stored compressed is cut into at most eight, of whole chunks: to
 *     read one, the server decompresses all that is before it
 * @param notNull those of the sliced columns that stand empty, not NULL, where their value is sliced
 * @param emptied columns that only a row's first slice needs, and what stands for a large value in the others:
 *     the SQL of a constant
 */
public record SlicedColumns(
        List<String> names, long inlineBytes, int chunkBytes, Set<String> notNull, Map<String, String> emptied) {
    private static final String ALIAS = "t.";
    // INV_READ of the server's large object interface, and SEEK_END of every other.
    private static final String FOR_READING = "262144";
    private static final String TO_THE_END = "0, 2";

    public SlicedColumns {
        names = List.copyOf(names);
        notNull = Set.copyOf(notNull);
        emptied = Map.copyOf(emptied);
    }

    public String copyOut(ReadFrom from, SelectList select) {
        List<String> items = new ArrayList<>();
        for (String column : select.columns()) {
            items.add(value(column, select));
        }
        List<String> slices = new ArrayList<>();
        List<String> branches = new ArrayList<>();
        StringBuilder joins = new StringBuilder();
        for (int i = 0; i < names.size(); i++) {
            Sliced sliced = sliced(i, select);
            items.add("CASE WHEN " + sliced.length + " > " + inlineBytes + " THEN " + sliced.length + "::int4 END");
            branches.add("WHEN " + (i + 1) + " THEN " + sliced.slice);
            slices.add(slicesOf(i + 1, sliced));
            joins.append(sliced.join);
        }
        return "COPY (SELECT " + String.join(", ", items) + ", s.k, s.off, CASE s.k " + String.join(" ", branches)
                + " END FROM " + from.relation() + " AS t" + joins + " LEFT JOIN LATERAL ("
                + String.join(" UNION ALL ", slices) + ") AS s ON true" + from.condition(ALIAS)
                + ") TO STDOUT (FORMAT binary)";
    }

    /** How one column is sliced: SQL of its length, of its step, of one slice, and the join that the length needs. */
    private record Sliced(String length, String step, String slice, String join) {}

    private Sliced sliced(int index, SelectList select) {
        String column = ALIAS + Identifier.quote(names.get(index));
        if (select.largeObjects().contains(names.get(index))) {
            String object = column + "::pg_catalog.oid";
            String alias = "o" + (index + 1);
            return new Sliced(
                    alias + ".length",
                    Integer.toString(chunkBytes),
                    "pg_catalog.lo_get(" + object + ", s.off, s.step)",
                    " LEFT JOIN LATERAL (" + length(object) + ") AS " + alias + " ON true");
        }
        String length = "pg_catalog.octet_length(" + column + ")";
        String eighth = chunkBytes + " * ((" + length + " / 8) / " + chunkBytes + " + 1)";
        return new Sliced(
                length,
                "CASE WHEN pg_catalog.pg_column_size(" + column + ") >= " + length + " THEN " + chunkBytes + " ELSE "
                        + eighth + " END",
                "pg_catalog.substring(" + column + ", s.off + 1, s.step)",
                "");
    }

    // Opened, measured and closed in this order: OFFSET 0 keeps the planner from mixing the three.
    private static String length(String object) {
        return "SELECT CASE WHEN pg_catalog.lo_close(m.fd) = 0 THEN m.length END AS length FROM"
                + " (SELECT d.fd, pg_catalog.lo_lseek64(d.fd, " + TO_THE_END + ") AS length FROM"
                + " (SELECT pg_catalog.lo_open(" + object + ", " + FOR_READING
                + ") AS fd OFFSET 0) AS d OFFSET 0) AS m";
    }

    private String slicesOf(int number, Sliced sliced) {
        return "SELECT " + number + " AS k, g::int4 AS off, " + sliced.step
                + " AS step FROM pg_catalog.generate_series(0, " + sliced.length + " - 1, " + sliced.step
                + ") AS g WHERE " + sliced.length + " > " + inlineBytes;
    }

    private String value(String column, SelectList select) {
        String value = select.expression(column, ALIAS);
        int index = names.indexOf(column);
        if (index >= 0) {
            String otherwise = notNull.contains(column) ? " ELSE ''::bytea" : "";
            return "CASE WHEN " + sliced(index, select).length + " <= " + inlineBytes + " THEN " + value + otherwise
                    + " END";
        }
        String constant = emptied.get(column);
        return constant == null
                ? value
                : "CASE WHEN s.off > 0 AND pg_catalog.pg_column_size(" + value + ") > " + inlineBytes + " THEN "
                        + constant + " ELSE " + value + " END";
    }
}
