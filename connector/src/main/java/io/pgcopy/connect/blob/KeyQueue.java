/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.blob;

import java.util.Collection;
import java.util.NavigableMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.apache.kafka.connect.errors.ConnectException;
import org.jspecify.annotations.Nullable;

/** Plain rows that wait, in the log, for an older row of their key. */
final class KeyQueue {
    private static final Object UNKNOWN = new Object();

    private final NavigableMap<Long, Object> waiting = new TreeMap<>();
    private final NavigableMap<Long, Object> written = new TreeMap<>();

    KeyQueue(Collection<Long> stored) {
        stored.forEach(offset -> waiting.put(offset, UNKNOWN));
    }

    boolean contains(long offset) {
        return waiting.containsKey(offset);
    }

    void add(long offset, Object key) {
        waiting.put(offset, key);
        if (waiting.size() > BlobLimits.MAX_WAITING_ROWS) {
            throw new ConnectException("more than " + BlobLimits.MAX_WAITING_ROWS
                    + " rows wait for a chunked row of the same key to be written first (first at offset "
                    + waiting.firstKey() + "). Find out why that row does not end, or give the sink more streams"
                    + " with chunk.streams.max");
        }
    }

    /** The row was taken into the main batch; until that is committed it still holds the safe offset. */
    void write(long offset) {
        Object key = waiting.remove(offset);
        written.put(offset, key == null ? UNKNOWN : key);
    }

    void committed() {
        written.clear();
    }

    boolean blocks(@Nullable Object key, long offset) {
        return key != null && waiting.headMap(offset).containsValue(key);
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

    long lowest() {
        return Math.min(
                waiting.isEmpty() ? Long.MAX_VALUE : waiting.firstKey(),
                written.isEmpty() ? Long.MAX_VALUE : written.firstKey());
    }

    SortedSet<Long> offsets() {
        return new TreeSet<>(waiting.keySet());
    }
}
