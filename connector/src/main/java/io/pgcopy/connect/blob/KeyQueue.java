/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.blob;

import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.NavigableMap;
import java.util.NavigableSet;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.apache.kafka.connect.errors.ConnectException;
import org.jspecify.annotations.Nullable;

/** Plain rows that wait, in the log, for an older row of their key. */
final class KeyQueue {
    private static final Object UNKNOWN = new Object();

    private final NavigableMap<Long, Object> waiting = new TreeMap<>();
    // The same rows by key: each plain row that is read asks for its own.
    private final Map<Object, NavigableSet<Long>> byKey = new HashMap<>();
    private final NavigableMap<Long, Object> written = new TreeMap<>();
    private final NavigableMap<Long, Object> handedOver = new TreeMap<>();

    KeyQueue(Collection<Long> stored) {
        stored.forEach(offset -> put(offset, UNKNOWN));
    }

    boolean contains(long offset) {
        return waiting.containsKey(offset);
    }

    void add(long offset, Object key) {
        put(offset, key);
        if (waiting.size() > BlobLimits.MAX_WAITING_ROWS) {
            throw new ConnectException("more than " + BlobLimits.MAX_WAITING_ROWS
                    + " rows wait for a chunked row of the same key to be written first (first at offset "
                    + waiting.firstKey() + "). Find out why that row does not end, or give the sink more streams"
                    + " with chunk.streams.max");
        }
    }

    /** The row was taken into the main batch; until that is committed it still holds the safe offset. */
    void write(long offset) {
        Object key = take(offset);
        written.put(offset, key == null ? UNKNOWN : key);
    }

    /** The row was not taken into the batch after all; false where it never waited. */
    boolean retract(long offset) {
        Object key = written.remove(offset);
        if (key != null) {
            put(offset, key);
        }
        return key != null;
    }

    void handOver() {
        handedOver.putAll(written);
        written.clear();
    }

    void committed() {
        handedOver.clear();
    }

    boolean isEmpty() {
        return waiting.isEmpty();
    }

    boolean blocks(@Nullable Object key, long offset) {
        if (key == null) {
            return false;
        }
        NavigableSet<Long> offsets = byKey.get(key);
        return offsets != null && offsets.first() < offset;
    }

    // A stored row's key is known when it is read again.
    private void put(long offset, Object key) {
        take(offset);
        waiting.put(offset, key);
        byKey.computeIfAbsent(key, k -> new TreeSet<>()).add(offset);
    }

    private @Nullable Object take(long offset) {
        Object key = waiting.remove(offset);
        if (key != null) {
            byKey.computeIfPresent(key, (k, offsets) -> offsets.remove(offset) && offsets.isEmpty() ? null : offsets);
        }
        return key;
    }

    /** The first row that waits, of those the test lets pass. */
    long first(KeyTest runnable) {
        for (var row : waiting.entrySet()) {
            if (runnable.test(row.getKey(), row.getValue())) {
                return row.getKey();
            }
        }
        return Long.MAX_VALUE;
    }

    /** Tells whether a row may be written now. */
    @FunctionalInterface
    interface KeyTest {
        boolean test(long offset, Object key);
    }

    /** The first row that is not committed; the largest number where there is none. */
    long lowest() {
        return Math.min(first(waiting), Math.min(first(written), first(handedOver)));
    }

    private static long first(NavigableMap<Long, Object> rows) {
        return rows.isEmpty() ? Long.MAX_VALUE : rows.firstKey();
    }

    SortedSet<Long> offsets() {
        return new TreeSet<>(waiting.keySet());
    }
}
