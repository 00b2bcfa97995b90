/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.sink;

import io.pgcopy.connect.type.TableId;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** The evidence of all columns that a task has sampled. Filled by the task's thread, read by others. */
final class StorageEvidence {
    private final Map<TableId, Map<String, ColumnEvidence>> tables = new ConcurrentHashMap<>();

    /** Where a column's samples go. */
    ColumnEvidence of(TableId table, String column) {
        return tables.computeIfAbsent(table, id -> new ConcurrentHashMap<>())
                .computeIfAbsent(column, name -> new ColumnEvidence());
    }

    ColumnFinding finding(TableId table, String column) {
        ColumnEvidence evidence = tables.getOrDefault(table, Map.of()).get(column);
        return evidence == null ? ColumnFinding.NONE : evidence.finding();
    }
}
