/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.sink;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * Finds byte sequences that were there before, no further back than {@code pglz} can point: hash chains
 * over the last 4 KiB of a window. Reused from window to window without being cleared.
 */
final class MatchFinder {
    static final int SEQUENCE_BYTES = 4;
    static final int MAX_DISTANCE = 4095;

    private static final int MAX_MATCH_BYTES = 273;
    // A match of this length is taken without looking for a longer one.
    private static final int GOOD_MATCH_BYTES = 32;
    private static final int HASH_BITS = 13;
    private static final int MULTIPLIER = 0x9E3779B1;
    private static final VarHandle SEQUENCE =
            MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.nativeOrder());

    private final int[] newest = new int[1 << HASH_BITS];
    private final int[] older = new int[MAX_DISTANCE + 1];
    // A place is an index plus this. It grows from window to window by more than the greatest distance, so
    // that every place an earlier window left is too far away to match.
    private int shift;
    private int lastPlace;

    /** Begins a window at {@code start}: nothing before it is remembered. */
    void begin(int start) {
        int first = lastPlace + MAX_DISTANCE + 1;
        if (first > Integer.MAX_VALUE / 2) {
            Arrays.fill(newest, 0);
            first = MAX_DISTANCE + 1;
        }
        lastPlace = first;
        shift = first - start;
    }

    /** Remembers the sequence at {@code index}, to which there must be four bytes; in rising order. */
    void remember(byte[] bytes, int index) {
        int bucket = bucket((int) SEQUENCE.get(bytes, index));
        lastPlace = index + shift;
        older[lastPlace & MAX_DISTANCE] = newest[bucket];
        newest[bucket] = lastPlace;
    }

    /**
     * Length of the longest of the newest {@code candidates} matches for what is at {@code index}, within
     * {@code end}; 0 where no four bytes match.
     */
    int longest(byte[] bytes, int index, int end, int candidates) {
        int sequence = (int) SEQUENCE.get(bytes, index);
        int limit = Math.min(end, index + MAX_MATCH_BYTES);
        int oldest = index + shift - MAX_DISTANCE;
        int best = 0;
        int place = newest[bucket(sequence)];
        for (int left = candidates; place >= oldest && left > 0 && best < GOOD_MATCH_BYTES; left--) {
            int candidate = place - shift;
            if ((int) SEQUENCE.get(bytes, candidate) == sequence) {
                best = Math.max(best, commonBytes(bytes, candidate, index, limit));
            }
            place = older[place & MAX_DISTANCE];
        }
        return best;
    }

    private static int commonBytes(byte[] bytes, int earlier, int index, int limit) {
        int differs = Arrays.mismatch(bytes, earlier, earlier + limit - index, bytes, index, limit);
        return differs < 0 ? limit - index : differs;
    }

    private static int bucket(int sequence) {
        return (sequence * MULTIPLIER) >>> (32 - HASH_BITS);
    }
}
