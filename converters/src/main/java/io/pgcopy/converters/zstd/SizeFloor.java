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
    /** A repeat that is seen stands for this many bytes saved: some are overwritten in the table before they are seen. */
    private static final int SAVED = 4;

    private static final int SLOT_BITS = 12;
    private static final int TAG_BITS = 16;
    private static final long SPREAD = 0x9E3779B97F4A7C15L;
    private static final VarHandle INT32 = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
    /** Bits that c occurrences of a byte take among n: c (log n - log c). The second part, by c. */
    private static final float[] C_LOG_C = new float[MOST_BYTES + 1];

    static {
        for (int c = 2; c <= MOST_BYTES; c++) {
            C_LOG_C[c] = (float) (c * log2(c));
        }
    }

    private final int[] counts = new int[256];
    private final short[] seen = new short[1 << SLOT_BITS];
    private int bytes;
    private int repeats;

    void start() {
        Arrays.fill(counts, 0);
        // What is left of the payload before would make the answer depend on it.
        Arrays.fill(seen, (short) 0);
        bytes = 0;
        repeats = 0;
    }

    /** Looks at one sample; all together have at most {@value #MOST_BYTES} bytes. */
    void add(byte[] payload, int from, int length) {
        int end = from + length;
        for (int i = from; i < end; i++) {
            counts[payload[i] & 0xFF]++;
        }
        int found = 0;
        for (int i = from; i <= end - REPEAT; i++) {
            long hash = (int) INT32.get(payload, i) * SPREAD;
            int slot = (int) (hash >>> (Long.SIZE - SLOT_BITS));
            short tag = (short) (hash >>> (Long.SIZE - SLOT_BITS - TAG_BITS));
            found += seen[slot] == tag ? 1 : 0;
            seen[slot] = tag;
        }
        bytes += length;
        repeats += found;
    }

    /** Of all samples together, in bytes. */
    double size() {
        double bits = bytes * log2(Math.max(1, bytes));
        for (int count : counts) {
            bits -= C_LOG_C[count];
        }
        return bits / Byte.SIZE - (double) repeats * SAVED;
    }

    private static double log2(int n) {
        return Math.log(n) / Math.log(2);
    }
}
