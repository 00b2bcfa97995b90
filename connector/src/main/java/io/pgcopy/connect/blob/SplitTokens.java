/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.blob;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;

/**
 * The tokens of each split's heads along the log. A record is judged by the heads before it, not by all heads
 * read so far, so that it is judged alike when it is read again; and only tokens below the safe offset may
 * outlive a restart, since the rows above it will be read again.
 */
final class SplitTokens {
    // More splits than send to a partition at one time; the ones longest unused are forgotten.
    private static final int MAX_SPLITS = 4_096;

    private final Map<Integer, NavigableMap<Long, BlobToken>> heads = new HashMap<>();
    private final Map<Integer, BlobToken> settled = new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<Integer, BlobToken> eldest) {
            return size() > MAX_SPLITS;
        }
    };

    /** Orders two tokens. */
    @FunctionalInterface
    interface Order {
        int compare(BlobToken left, BlobToken right);
    }

    SplitTokens(Map<Integer, BlobToken> stored) {
        settled.putAll(stored);
    }

    /** Whether a head with a higher token of the same split stands before the offset. */
    boolean older(BlobAttempt attempt, long offset, Order order) {
        BlobToken old = settled.get(attempt.split());
        if (old != null && order.compare(attempt.token(), old) < 0) {
            return true;
        }
        var before = heads.getOrDefault(attempt.split(), new TreeMap<>()).lowerEntry(offset);
        return before != null && order.compare(attempt.token(), before.getValue()) < 0;
    }

    /** Takes a head that is not older than those before it. */
    void accept(BlobAttempt attempt, long headOffset) {
        heads.computeIfAbsent(attempt.split(), split -> new TreeMap<>()).put(headOffset, attempt.token());
    }

    /** Tokens of heads below the safe offset need their place no more. */
    void settle(long safe) {
        heads.forEach((split, tokens) -> {
            var last = tokens.lowerEntry(safe);
            if (last != null) {
                settled.merge(split, last.getValue(), SplitTokens::later);
                tokens.headMap(safe).clear();
            }
        });
        heads.values().removeIf(Map::isEmpty);
    }

    /** The tokens to store beside a safe offset. */
    Map<Integer, BlobToken> settledAt(long safe) {
        Map<Integer, BlobToken> at = new HashMap<>(settled);
        heads.forEach((split, tokens) -> {
            var last = tokens.lowerEntry(safe);
            if (last != null) {
                at.merge(split, last.getValue(), SplitTokens::later);
            }
        });
        return at;
    }

    private static BlobToken later(BlobToken a, BlobToken b) {
        return a.compareTo(b) < 0 ? b : a;
    }
}
