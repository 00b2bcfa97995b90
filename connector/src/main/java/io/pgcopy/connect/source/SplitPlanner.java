/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.source;

import io.pgcopy.connect.catalog.RelationSize;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;

/** Cuts tables into splits, and spreads splits over tasks so that each has about as much to read. */
final class SplitPlanner {
    // Opening a table costs something too, and what is in a view or a foreign table is not known.
    private static final long SMALLEST_WEIGHT = 1024 * 1024;

    // Tables grow, and connectors are started again: only one that grows into the next class changes what the tasks
    // get, which restarts them in the middle of what they read.
    private static final long CLASS = 4;

    private SplitPlanner() {}

    /** One split a table, by its bytes on disk. Sizes are by OID. */
    static List<SizedSplit> plan(List<SelectedTable> tables, Map<Integer, RelationSize> sizes) {
        return tables.stream()
                .map(table -> new SizedSplit(new TableSplit(table.rows(), 0), bytes(table, sizes)))
                .toList();
    }

    /** At most {@code tasks} lists, none of them empty: the largest split first, always to the one with least. */
    static List<List<TableSplit>> spread(List<SizedSplit> splits, int tasks) {
        List<Share> shares = new ArrayList<>();
        for (int i = 0; i < Math.min(tasks, splits.size()); i++) {
            shares.add(new Share(i));
        }
        PriorityQueue<Share> queue = new PriorityQueue<>(
                Comparator.<Share>comparingLong(share -> share.weight).thenComparingInt(share -> share.index));
        queue.addAll(shares);
        List<SizedSplit> order = new ArrayList<>(splits);
        order.sort(Comparator.comparingLong(SplitPlanner::weight).reversed().thenComparing(sized -> sized.split()
                .toString()));
        for (SizedSplit sized : order) {
            Share least = queue.remove();
            least.splits.add(sized.split());
            least.weight += weight(sized);
            queue.add(least);
        }
        return shares.stream().map(share -> List.copyOf(share.splits)).toList();
    }

    private static long bytes(SelectedTable table, Map<Integer, RelationSize> sizes) {
        RelationSize size = sizes.get(table.relation().oid());
        if (size == null) {
            return 0;
        }
        return table.rows().only() ? size.ownBytes() : size.treeBytes();
    }

    /** The smallest of the classes that the split fits into. */
    private static long weight(SizedSplit sized) {
        long weight = SMALLEST_WEIGHT;
        while (weight < sized.bytes() && weight < Long.MAX_VALUE / CLASS) {
            weight *= CLASS;
        }
        return weight;
    }

    private static final class Share {
        final int index;
        final List<TableSplit> splits = new ArrayList<>();
        long weight;

        Share(int index) {
            this.index = index;
        }
    }
}
