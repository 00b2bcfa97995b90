/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.catalog;

import io.pgcopy.connect.type.Table;
import io.pgcopy.connect.type.TableId;
import java.util.List;

/**
 * A relation as discovery sees it: enough to decide whether it is read, before its columns are.
 *
 * @param temporary only its own session can see its rows
 * @param partition its rows are also those of a partitioned table
 * @param maySelect the role may use the schema and read all columns of the table
 * @param maySelectSome the role may use the schema and read some of its columns at least
 * @param mayTellApart the role may read of a row whether it is of a table that inherits from it
 * @param filtered policies of row-level security hide rows from the role
 * @param parents OIDs of what it is a partition of, or inherits from
 */
public record Relation(
        TableId id,
        int oid,
        Table.Kind kind,
        boolean temporary,
        boolean partition,
        boolean maySelect,
        boolean maySelectSome,
        boolean mayTellApart,
        boolean filtered,
        List<Integer> parents) {

    public Relation {
        parents = List.copyOf(parents);
    }
}
