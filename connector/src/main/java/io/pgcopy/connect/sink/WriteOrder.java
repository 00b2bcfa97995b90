/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.sink;

import io.pgcopy.connect.type.TableId;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * In which order the runs of a batch are written. Deletes come first, so that a row may follow the delete of its
 * key, then rows, those of a table after the ones that its foreign keys refer to. Deletes of a table to which rows
 * of the batch refer come last: such a row may have just let go of what is deleted. Rows of the deletes' own table must
 * not need them gone for that.
 */
final class WriteOrder {
    private final Map<TableId, List<TableId>> references = new HashMap<>();
    private final Set<TableId> withRows = new LinkedHashSet<>();
    private final Set<TableId> withLastDeletes = new HashSet<>();
    private final Set<TableId> withRevivedKeys = new HashSet<>();

    /** How a row that comes now is written, which is planned so. */
    WriteStrategy strategy(WriteStrategy strategy) {
        return strategy instanceof DeleteStrategy deletes && isReferredTo(strategy.table())
                ? deletes.afterRows()
                : strategy;
    }

    /** Whether a row of this strategy would have to be written after deletes that come last. */
    boolean conflicts(WriteStrategy strategy) {
        return !(strategy instanceof DeleteStrategy) && withLastDeletes.contains(strategy.table());
    }

    /** Notes a row or a delete; {@code revives}: whether it is a row of a key that was deleted in this batch. */
    void added(WriteStrategy strategy, List<TableId> refersTo, boolean revives) {
        if (revives) {
            withRevivedKeys.add(strategy.table());
        }
        references.putIfAbsent(strategy.table(), refersTo);
        if (!(strategy instanceof DeleteStrategy deletes)) {
            withRows.add(strategy.table());
        } else if (deletes.last()) {
            withLastDeletes.add(strategy.table());
        }
    }

    List<Run> sort(Collection<Run> runs) {
        List<TableId> order = parentsFirst(tables(runs));
        List<Run> rows = new ArrayList<>();
        List<Run> early = new ArrayList<>();
        List<Run> late = new ArrayList<>();
        for (TableId table : order) {
            for (Run run : runs) {
                if (run.strategy().table().equals(table)) {
                    (run.strategy() instanceof DeleteStrategy deletes ? isLate(deletes) ? late : early : rows).add(run);
                }
            }
        }
        Collections.reverse(early);
        Collections.reverse(late);
        List<Run> sorted = new ArrayList<>(early);
        sorted.addAll(rows);
        sorted.addAll(late);
        return sorted;
    }

    /** Tables with rows that refer to each other, so that no order serves all; empty where there are none. */
    Set<TableId> circle() {
        Set<TableId> left = new LinkedHashSet<>(withRows);
        boolean shrunk = true;
        while (shrunk) {
            shrunk = left.removeIf(table -> parents(table, left).isEmpty()
                    || left.stream().noneMatch(other -> parents(other, left).contains(table)));
        }
        return left;
    }

    private boolean isLate(DeleteStrategy deletes) {
        return deletes.last() || (isReferredTo(deletes.table()) && isInNobodysWay(deletes));
    }

    /** Whether no row of the deletes' own table can be refused because what they delete is still there. */
    private boolean isInNobodysWay(DeleteStrategy deletes) {
        TableId table = deletes.table();
        return !withRows.contains(table) || (deletes.key().alone() && !withRevivedKeys.contains(table));
    }

    private boolean isReferredTo(TableId table) {
        return references.entrySet().stream()
                .filter(entry -> entry.getValue().contains(table))
                .anyMatch(entry -> withRows.contains(entry.getKey()) || withLastDeletes.contains(entry.getKey()));
    }

    private List<TableId> parentsFirst(Set<TableId> tables) {
        Set<TableId> left = new LinkedHashSet<>(tables);
        List<TableId> order = new ArrayList<>();
        while (!left.isEmpty()) {
            TableId next = left.stream()
                    .filter(table -> parents(table, left).isEmpty())
                    .findFirst()
                    .orElse(left.iterator().next());
            left.remove(next);
            order.add(next);
        }
        return order;
    }

    private List<TableId> parents(TableId table, Set<TableId> among) {
        return references.getOrDefault(table, List.of()).stream()
                .filter(parent -> !parent.equals(table) && among.contains(parent))
                .toList();
    }

    private static Set<TableId> tables(Collection<Run> runs) {
        Set<TableId> tables = new LinkedHashSet<>();
        runs.forEach(run -> tables.add(run.strategy().table()));
        return tables;
    }
}
