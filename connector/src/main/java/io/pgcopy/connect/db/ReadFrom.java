/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.db;

import io.pgcopy.connect.type.TableId;
import java.util.List;

/**
 * Which rows of a relation are read.
 *
 * @param only not those of the tables that inherit from it
 * @param apart partitions and inheriting tables whose rows are left out: they are read on their own, or not at all
 */
public record ReadFrom(TableId table, boolean only, List<TableId> apart) {
    public ReadFrom {
        apart = List.copyOf(apart);
    }

    /** All rows that a query on the relation sees. */
    public static ReadFrom all(TableId table) {
        return new ReadFrom(table, false, List.of());
    }

    String relation() {
        return (only ? "ONLY " : "") + Identifier.quote(table);
    }

    String condition() {
        return condition("");
    }

    String condition(String alias) {
        return apart.isEmpty() ? "" : " WHERE " + alias + "tableoid NOT IN (" + ReadStatements.regclasses(apart) + ")";
    }
}
