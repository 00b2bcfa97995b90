/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.db;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * The COPY that cuts bytea values inside the server: one tuple a slice, and one tuple for a row without large
 * values. Neither server nor client ever holds a whole value that is stored uncompressed. After the table's
 * columns each tuple has the lengths of the sliced columns (NULL where a value is not large), and then which of
 * them the slice is of, counted from 1, its offset, and the slice itself; these three are NULL in a row without.
 *
 * @param names the columns that can be sliced
 * @param inlineBytes a value of at most so many bytes stays in the row
 * @param chunkBytes length of a slice. A value stored compressed is cut into at most eight, of whole chunks: to
 *     read one, the server decompresses all that is before it
 * @param emptied columns that only a row's first slice needs, and what stands for a large value in the others:
 *     the SQL of a constant
 */
public record SlicedColumns(List<String> names, long inlineBytes, int chunkBytes, Map<String, String> emptied) {
    public SlicedColumns {
        names = List.copyOf(names);
        emptied = Map.copyOf(emptied);
    }

    /**
     * @param notNull those of the sliced columns that stand empty, not NULL, where their value is sliced
     */
    public String copyOut(ReadFrom from, List<String> columns, Set<String> asText, Set<String> notNull) {
        String list = columns.stream()
                .map(column -> value(column, asText.contains(column), notNull.contains(column)))
                .collect(Collectors.joining(", "));
        return "COPY (SELECT " + list + ", " + lengths() + ", s.k, s.off, " + slice() + " FROM " + from.relation()
                + " AS t LEFT JOIN LATERAL (" + slices() + ") AS s ON true" + from.condition("t.")
                + ") TO STDOUT (FORMAT binary)";
    }

    private String value(String column, boolean asText, boolean notNull) {
        String quoted = quoted(column);
        if (names.contains(column)) {
            String otherwise = notNull ? " ELSE ''::bytea" : "";
            return "CASE WHEN octet_length(" + quoted + ") <= " + inlineBytes + " THEN " + quoted + otherwise + " END";
        }
        String constant = emptied.get(column);
        if (constant != null) {
            return "CASE WHEN s.off > 0 AND pg_column_size(" + quoted + ") > " + inlineBytes + " THEN " + constant
                    + " ELSE " + quoted + " END";
        }
        return quoted + (asText ? "::pg_catalog.text" : "");
    }

    private String lengths() {
        return names.stream()
                .map(SlicedColumns::quoted)
                .map(column -> "CASE WHEN octet_length(" + column + ") > " + inlineBytes + " THEN octet_length("
                        + column + ") END")
                .collect(Collectors.joining(", "));
    }

    private String slice() {
        return IntStream.range(0, names.size())
                .mapToObj(i ->
                        "WHEN " + (i + 1) + " THEN substring(" + quoted(names.get(i)) + " FROM s.off + 1 FOR s.step)")
                .collect(Collectors.joining(" ", "CASE s.k ", " END"));
    }

    private String slices() {
        return IntStream.range(0, names.size())
                .mapToObj(i -> slicesOf(i + 1, quoted(names.get(i))))
                .collect(Collectors.joining(" UNION ALL "));
    }

    private String slicesOf(int number, String column) {
        String length = "octet_length(" + column + ")";
        String eighth = chunkBytes + " * ((" + length + " / 8) / " + chunkBytes + " + 1)";
        String step = "CASE WHEN pg_column_size(" + column + ") >= " + length + " THEN " + chunkBytes + " ELSE "
                + eighth + " END";
        return "SELECT " + number + " AS k, g AS off, " + step + " AS step FROM generate_series(0, " + length + " - 1, "
                + step + ") AS g WHERE " + length + " > " + inlineBytes;
    }

    private static String quoted(String column) {
        return "t." + Identifier.quote(column);
    }
}
