/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.sink;

import io.pgcopy.connect.type.TableId;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Which rows of a batch have the same key, so that writing run by run ends as writing record by record would:
 * deletes are written first, so a row after a delete needs nothing, and a delete takes back the rows before it.
 * Within one run the server lets the last of a key win.
 */
final class KeyIndex {
    private record Key(TableId table, ByteBuffer bytes) {}

    private record Slot(Run run, int tuple, @Nullable Slot before) {}

    private final Map<Key, Slot> last = new HashMap<>();

    /** Whether the row cannot join the batch: an earlier row of its key has columns that this one lacks. */
    boolean conflicts(WriteStrategy strategy, ByteBuffer key) {
        Slot slot = last.get(new Key(strategy.table(), key));
        if (slot == null || strategy instanceof DeleteStrategy) {
            return false;
        }
        WriteStrategy earlier = slot.run.strategy();
        return !(earlier instanceof DeleteStrategy)
                && !earlier.equals(strategy)
                && !strategy.columns().containsAll(earlier.columns());
    }

    /** Notes the row that was just added to a run. */
    void add(Run run, int tuple, ByteBuffer bytes) {
        Key key = new Key(run.strategy().table(), bytes);
        Slot earlier = last.get(key);
        if (earlier != null && earlier.run != run && !(earlier.run.strategy() instanceof DeleteStrategy)) {
            takeBack(earlier);
        }
        last.put(key, new Slot(run, tuple, earlier != null && earlier.run == run ? earlier : null));
    }

    private static void takeBack(Slot slot) {
        for (Slot each = slot; each != null; each = each.before) {
            each.run.exclude(each.tuple);
        }
    }
}
