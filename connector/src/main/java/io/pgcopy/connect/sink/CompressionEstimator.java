/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.sink;

/**
 * Says what the server's own compression, {@code pglz}, will make of a value, by the server's rules and
 * without its cost. Nothing is allocated after construction; an instance belongs to one thread and keeps
 * the answers for the value last examined.
 *
 * <p>The rules ({@code pg_lzcompress.c}): a match is a four-byte sequence seen within the last 4 KiB; with
 * no match by the time 1,024 bytes are put out it gives up, which costs nothing; otherwise it goes on until
 * three quarters of the value's size are put out, and then throws the result away. A literal costs nine
 * bits, a match of up to 17 bytes 17 bits and a longer one 25.
 */
public final class CompressionEstimator {
    /** A value is stored compressed only where less than this share of its size is left. */
    public static final double WORTH_STORING = 0.75;

    private static final int WINDOW_BYTES = 2 * 1024;
    // Many small windows: fonts and programs differ from part to part, and four large ones misjudged them.
    private static final int WINDOWS = 8;

    // 910 literals and their 114 control bytes make the 1,024 bytes of output after which it gives up.
    private static final int EARLY_EXIT_BYTES = 910;
    private static final int MIN_INPUT_BYTES = 32;
    private static final int SHORT_MATCH_BYTES = 17;
    private static final int LITERAL_BITS = 9;
    private static final int SHORT_MATCH_BITS = 17;
    private static final int LONG_MATCH_BITS = 25;
    // The server looks longer for the longest match, and gains little by it.
    private static final int CANDIDATES = 8;

    private final MatchFinder matches = new MatchFinder();
    private boolean tried;
    private double ratio = 1;

    /** Examines the value that {@code length} bytes from {@code offset} hold. */
    public void examine(byte[] bytes, int offset, int length) {
        tried = length >= MIN_INPUT_BYTES && repeatsEarly(bytes, offset, length);
        ratio = tried ? estimate(bytes, offset, length) : 1;
    }

    /** Whether the server gets past its early exit, and so works on the value. */
    public boolean tried() {
        return tried;
    }

    /**
     * The estimated share of the value's size that its compressed form would take: above 1 where it would grow,
     * and 1 where the server does not try.
     */
    public double ratio() {
        return ratio;
    }

    /** Whether the server works on the value and keeps the result. */
    public boolean saved() {
        return tried && ratio < WORTH_STORING;
    }

    /** Whether the server works on the value and throws the result away. */
    public boolean wasted() {
        return tried && ratio >= WORTH_STORING;
    }

    private boolean repeatsEarly(byte[] bytes, int offset, int length) {
        int end = offset + Math.min(EARLY_EXIT_BYTES, length - MatchFinder.SEQUENCE_BYTES + 1);
        matches.begin(offset);
        for (int i = offset; i < end; i++) {
            if (matches.longest(bytes, i, i + MatchFinder.SEQUENCE_BYTES, Integer.MAX_VALUE) != 0) {
                return true;
            }
            matches.remember(bytes, i);
        }
        return false;
    }

    private double estimate(byte[] bytes, int offset, int length) {
        if (length <= WINDOWS * WINDOW_BYTES) {
            return bits(bytes, offset, offset, offset + length) / (8.0 * length);
        }
        long bits = 0;
        for (int i = 0; i < WINDOWS; i++) {
            int middle = offset + (int) ((2L * i + 1) * length / (2 * WINDOWS));
            int from = middle - WINDOW_BYTES / 2;
            bits += bits(bytes, Math.max(offset, from - MatchFinder.MAX_DISTANCE), from, from + WINDOW_BYTES);
        }
        return bits / (8.0 * WINDOWS * WINDOW_BYTES);
    }

    // The size of what is between `from` and `to` for one who has just read what is between `start` and `from`:
    // without the latter a window would look less compressible than it is where it stands.
    private long bits(byte[] bytes, int start, int from, int to) {
        matches.begin(start);
        for (int i = start; i < from; i++) {
            matches.remember(bytes, i);
        }
        int lastSequence = to - MatchFinder.SEQUENCE_BYTES;
        long bits = 0;
        int at = from;
        while (at < to) {
            int match = at <= lastSequence ? matches.longest(bytes, at, to, CANDIDATES) : 0;
            bits += cost(match);
            int next = at + Math.max(1, match);
            for (; at < next; at++) {
                if (at <= lastSequence) {
                    matches.remember(bytes, at);
                }
            }
        }
        return bits;
    }

    private static int cost(int match) {
        if (match == 0) {
            return LITERAL_BITS;
        }
        return match <= SHORT_MATCH_BYTES ? SHORT_MATCH_BITS : LONG_MATCH_BITS;
    }
}
