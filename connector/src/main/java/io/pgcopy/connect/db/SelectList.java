/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.db;

import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The columns that are read, and how.
 *
 * @param asText those read in the server's own text form, since their type has no other that is understood; by way of
 *     varchar, since a cast to text may be one that the type's author wrote, and not its output function
 * @param largeObjects those that hold the number of a large object whose bytes are read
 */
public record SelectList(List<String> columns, Set<String> asText, Set<String> largeObjects) {
    public SelectList {
        columns = List.copyOf(columns);
        asText = Set.copyOf(asText);
        largeObjects = Set.copyOf(largeObjects);
    }

    /** Columns read as they are. */
    public static SelectList of(List<String> columns) {
        return new SelectList(columns, Set.of(), Set.of());
    }

    String sql() {
        return columns.stream().map(column -> expression(column, "")).collect(Collectors.joining(", "));
    }

    /** @param alias empty, or the table's alias with a dot */
    String expression(String column, String alias) {
        String quoted = alias + Identifier.quote(column);
        if (largeObjects.contains(column)) {
            return "pg_catalog.lo_get(" + quoted + "::pg_catalog.oid)";
        }
        return asText.contains(column) ? quoted + "::pg_catalog.varchar" : quoted;
    }
}
