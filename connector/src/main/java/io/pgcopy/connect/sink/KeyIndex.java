/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.sink;

import io.pgcopy.connect.sink.WriteStrategy.Repeated;
import io.pgcopy.connect.type.TableId;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Which rows of a batch have the same key, so that writing run by run ends as writing record by record would:
 * deletes are written first, so a row after a delete needs nothing, and a delete takes back the rows before it.
 * Within one run the server lets the last of a key win.
 */
final class KeyIndex {
    private record Key(TableId table, ByteBuffer bytes) {}

    private final Map<Key, RowSlot> last = new HashMap<>();
    private final Map<TableId, WriteStrategy> inexact = new HashMap<>();
    private final Map<TableId, List<String>> columns = new HashMap<>();

    /** Whether the table has rows here whose key has other columns: of which rows are the same nobody could tell. */
    boolean hasOtherKeys(TableId table, List<String> names) {
        return !columns.computeIfAbsent(table, any -> names).equals(names);
    }

    /** Whether the row cannot join the batch, given its key; null for a row that is like no other. */
    boolean conflicts(WriteStrategy strategy, @Nullable ByteBuffer key) {
        RowSlot slot = key == null ? null : last.get(new Key(strategy.table(), key));
        if (slot == null || strategy instanceof DeleteStrategy || strategy.repeated() == Repeated.ADDED) {
            return false;
        }
        WriteStrategy earlier = slot.run().strategy();
        if (earlier instanceof DeleteStrategy) {
            return mayComeBackOutOfTurn(slot, strategy);
        }
        if (earlier.equals(strategy)) {
            return false;
        }
        // The first of a key is to stay, or the last one lacks columns that an earlier one has.
        return strategy.repeated() == Repeated.LEFT_OUT || !strategy.columns().containsAll(earlier.columns());
    }

    // Where the server refuses the delete, the row before it is written after all: in another run, it may come second.
    private static boolean mayComeBackOutOfTurn(RowSlot deleted, WriteStrategy strategy) {
        RowSlot before = deleted.run().replacedBy(deleted.tuple());
        while (before != null && before.run().strategy().equals(strategy)) {
            before = before.before();
        }
        return before != null;
    }

    /** Whether it is a row of a key that was deleted here before. */
    boolean revives(WriteStrategy strategy, ByteBuffer key) {
        RowSlot slot = last.get(new Key(strategy.table(), key));
        return slot != null && slot.run().strategy() instanceof DeleteStrategy && !(strategy instanceof DeleteStrategy);
    }

    /** The same for keys whose bytes do not tell whether they are equal: rows are then of one kind only. */
    boolean conflictsInexactly(WriteStrategy strategy) {
        WriteStrategy earlier = inexact.putIfAbsent(strategy.table(), strategy);
        return earlier != null && !earlier.equals(strategy);
    }

    /** Notes the row that was just added to a run. */
    void add(Run run, int tuple, ByteBuffer bytes) {
        WriteStrategy strategy = run.strategy();
        Key key = new Key(strategy.table(), bytes);
        RowSlot earlier = last.get(key);
        if (earlier != null && earlier.run().strategy() instanceof DeleteStrategy) {
            if (earlier.run() == run) {
                run.follow(earlier.tuple(), tuple);
            }
            earlier = null;
        }
        boolean replaces = strategy instanceof DeleteStrategy
                || (earlier != null && earlier.run() != run && strategy.repeated() != Repeated.ADDED);
        if (earlier != null && replaces) {
            run.replace(tuple, earlier);
            earlier = null;
        } else if (earlier != null && earlier.run() == run) {
            run.follow(earlier.tuple(), tuple);
        }
        last.put(key, new RowSlot(run, tuple, earlier));
    }
}
