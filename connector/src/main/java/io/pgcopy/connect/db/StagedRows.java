/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.db;

import java.util.List;
import java.util.stream.Collectors;

/**
 * The rows of the staging table: how it is made for them, and how a statement reads them.
 *
 * @param apart columns whose values are staged in a row each, where all others are NULL: they are of one row, which has
 *     more in them than a tuple can hold. None where each staged row is a whole one
 */
public record StagedRows(WrittenColumns written, List<String> apart) {
    private static final String STAGE = Identifier.quote(StagingStatements.STAGE);

    public StagedRows {
        apart = List.copyOf(apart);
    }

    /** Whether each staged row is a whole one. */
    boolean whole() {
        return apart.isEmpty();
    }

    /** The item of the select list that makes this column of the staging table. */
    String made(String column) {
        return whole() ? written.stagedAs(column) : written.stagedWithNull(column);
    }

    /** For FROM, where it still needs a name: with {@code ctid} and the columns. */
    String from() {
        if (whole()) {
            return STAGE;
        }
        // What is put together are pointers to the stage's values; the server fetches these one by one.
        String rest = apart.stream()
                .map(column -> Identifier.quote(column) + " IS NULL")
                .collect(Collectors.joining(" AND "));
        return "(SELECT ctid, " + KeyedRows.list(written.names(), this::item) + " FROM " + STAGE + " WHERE " + rest
                + ")";
    }

    private String item(String column) {
        String name = Identifier.quote(column);
        return apart.contains(column)
                ? "(SELECT " + name + " FROM " + STAGE + " WHERE " + name + " IS NOT NULL) AS " + name
                : name;
    }
}
