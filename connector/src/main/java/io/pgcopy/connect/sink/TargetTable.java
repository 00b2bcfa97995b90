/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.sink;

import io.pgcopy.connect.config.WriteConfig;
import io.pgcopy.connect.type.Column;
import io.pgcopy.connect.type.Table;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.kafka.connect.errors.ConnectException;

/**
 * A table to write to.
 *
 * @param uniques columns of each unique index by which ON CONFLICT can find a row
 */
record TargetTable(Table table, List<List<String>> uniques) {
    TargetTable {
        uniques = List.copyOf(uniques);
    }

    boolean has(String column) {
        return table.columns().stream().anyMatch(c -> c.name().equals(column));
    }

    /** Whether every field has a column. */
    boolean covers(RowNeeds needs) {
        return needs.fields().stream().allMatch(field -> has(field.name()));
    }

    /** The same table as if it had these columns only: what they do not cover is then not asked for. */
    Table only(Collection<String> columns) {
        List<Column> kept =
                table.columns().stream().filter(c -> columns.contains(c.name())).toList();
        return new Table(table.id(), table.oid(), table.kind(), kept, table.primaryKey(), table.bytes());
    }

    /** Refuses a key by which the server cannot find a row. */
    void requireUnique(List<String> keys) {
        Set<String> wanted = new HashSet<>(keys);
        boolean found = uniques.stream().anyMatch(columns -> new HashSet<>(columns).equals(wanted));
        if (!found) {
            String list = String.join(", ", keys);
            throw new ConnectException("Table " + table.id() + " has no unique index on exactly (" + list
                    + ") that can tell rows apart (not partial, not deferrable, no expressions), which "
                    + WriteConfig.INSERT_MODE + " needs: create one, or set " + WriteConfig.PK_FIELDS + ".");
        }
    }
}
