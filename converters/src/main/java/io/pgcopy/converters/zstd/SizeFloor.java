/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.converters.zstd;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * How small zstd could make some samples at best, without asking it. It has two means: to code frequent bytes in fewer
 * bits, of which Shannon's entropy is the limit, and to refer back to what repeats. The samples are read where they are;
 * confined to one thread.
 */
final class SizeFloor {
    private static final int MOST_BYTES = 4_096;
    /** The fewest bytes that zstd refers back to. */
    private static final int REPEAT = 4;
    /**
     * Of each so many places one is remembered, and of each so many one is looked up. They have no common divisor, so of
     * repeats that are long, or many, one in {@code REMEMBERED * LOOKED_UP} is seen.
     */
    private static final int REMEMBERED = 2;

    private static final int LOOKED_UP = 3;
    private static final int STEP = REMEMBERED * LOOKED_UP;
    /** A place that is seen to repeat stands for this many bytes saved: some are overwritten before they are seen. */
    private static final int SAVED = 2 * STEP;
    /** Bytes are counted in runs, every second one first: of fewer bytes the entropy comes out lower, which is the safe side. */
    private static final int RUN = 64;

    private static final int SLOT_BITS = 12;
    private static final int TAG_BITS = 16;
    private static final int SPREAD = 0x9E3779B1;
    private static final VarHandle INT64 = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    /** Bits that c occurrences of a byte take among n: c (log n - log c). The second part, by c. */
    private static final float[] C_LOG_C = new float[MOST_BYTES + 1];

    static {
        for (int c = 2; c <= MOST_BYTES; c++) {
            C_LOG_C[c] = (float) (c * log2(c));
        }
    }

    private final int[] counts = new int[256];
    private final short[] seen = new short[1 << SLOT_BITS];
    private int length;
    private int counted;
    private int repeats;

    void start() {
        Arrays.fill(counts, 0);
        // What is left of the payload before would make the answer depend on it.
        Arrays.fill(seen, (short) 0);
        length = 0;
        counted = 0;
        repeats = 0;
    }

    /** Looks at one sample, of runs of {@value #RUN}; all together have at most {@value #MOST_BYTES} bytes. */
    void add(byte[] payload, int from, int bytes) {
        length += bytes;
        count(payload, from, from + bytes);
        repeats += repeats(payload, from, from + bytes - REPEAT - STEP);
    }

    /** Counts the bytes of a sample that was added which {@link #add} did not count. */
    void addRest(byte[] payload, int from, int bytes) {
        count(payload, from + RUN, from + bytes);
    }

    private void count(byte[] payload, int from, int to) {
        for (int run = from; run < to; run += 2 * RUN) {
            for (int i = run; i < run + RUN; i++) {
                counts[payload[i] & 0xFF]++;
            }
            counted += RUN;
        }
    }

    // Places 0 and 3 of each six are looked up, 0, 2 and 4 are remembered. One load has all four.
    private int repeats(byte[] payload, int from, int last) {
        short[] table = seen;
        int found = 0;
        for (int i = from; i <= last; i += STEP) {
            long eight = (long) INT64.get(payload, i);
            int first = hash(eight);
            found += table[slot(first)] == tag(first) ? 1 : 0;
            table[slot(first)] = tag(first);
            int remembered = hash(eight >>> (REMEMBERED * Byte.SIZE));
            table[slot(remembered)] = tag(remembered);
            int lookedUp = hash(eight >>> (LOOKED_UP * Byte.SIZE));
            found += table[slot(lookedUp)] == tag(lookedUp) ? 1 : 0;
            remembered = hash(eight >>> (2 * REMEMBERED * Byte.SIZE));
            table[slot(remembered)] = tag(remembered);
        }
        return found;
    }

    /** Of the lowest four bytes. */
    private static int hash(long bytes) {
        return (int) bytes * SPREAD;
    }

    private static int slot(int hash) {
        return hash >>> (Integer.SIZE - SLOT_BITS);
    }

    private static short tag(int hash) {
        return (short) (hash >>> (Integer.SIZE - SLOT_BITS - TAG_BITS));
    }

    /** Of all samples together, in bytes. */
    double size() {
        double bits = counted * log2(Math.max(1, counted));
        for (int count : counts) {
            bits -= C_LOG_C[count];
        }
        return bits / Byte.SIZE * length / Math.max(1, counted) - (double) repeats * SAVED;
    }

    private static double log2(int n) {
        return Math.log(n) / Math.log(2);
    }
}
