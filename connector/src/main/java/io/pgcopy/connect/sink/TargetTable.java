/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.sink;

import io.pgcopy.connect.config.WriteConfig;
import io.pgcopy.connect.db.KeyColumns;
import io.pgcopy.connect.db.KeyColumns.Nulls;
import io.pgcopy.connect.type.Column;
import io.pgcopy.connect.type.Table;
import io.pgcopy.connect.type.TableId;
import java.util.Collection;
import java.util.List;
import org.apache.kafka.connect.errors.ConnectException;

/**
 * A table to write to.
 *
 * @param uniques the unique indexes by which ON CONFLICT can find a row
 * @param constrainedBesideKey whether it, or a partition of it, has more than one unique index or exclusion constraint that
 *     looks at each row as it is written
 * @param references the tables that its foreign keys refer to, perhaps itself
 * @param toastTupleTarget to how many bytes its owner wants rows to be made smaller; 0 where none was set
 */
record TargetTable(
        Table table,
        List<UniqueIndex> uniques,
        boolean constrainedBesideKey,
        List<TableId> references,
        int toastTupleTarget) {
    TargetTable {
        uniques = List.copyOf(uniques);
        references = List.copyOf(references);
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

    /** These columns as a key, with what the table makes of NULLs in it. */
    KeyColumns key(List<String> keys) {
        boolean nullable =
                table.columns().stream().anyMatch(column -> keys.contains(column.name()) && !column.notNull());
        boolean equal = uniques.stream().anyMatch(index -> index.covers(keys) && index.nullsEqual());
        Nulls nulls = equal ? Nulls.EQUAL : Nulls.DISTINCT;
        return new KeyColumns(keys, nullable ? nulls : Nulls.NONE, !constrainedBesideKey);
    }

    boolean refersToItself() {
        return references.contains(table.id());
    }

    /** Refuses a key by which the server cannot find a row. */
    void requireUnique(List<String> keys) {
        if (uniques.stream().noneMatch(index -> index.covers(keys))) {
            String list = String.join(", ", keys);
            throw new ConnectException("Table " + table.id() + " has no unique index on exactly (" + list
                    + ") that can tell rows apart (not partial, not deferrable, no expressions), which "
                    + WriteConfig.INSERT_MODE + " needs: create one, or set " + WriteConfig.PK_FIELDS + ".");
        }
    }
}
