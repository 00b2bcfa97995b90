/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.converters.zstd;

import com.github.luben.zstd.Zstd;

/**
 * Tells from four samples whether a large payload is worth compressing. JPEG and the like are nearly
 * random, but not nearly enough for zstd to give up early: it would take ten times as long as copying.
 * What can be told without zstd is: even a call of it for the samples costs as much as reading the payload.
 */
final class CompressionProbe {
    /** Smaller payloads are compressed to see. */
    static final int MIN_BYTES = 65_536;

    private static final int SAMPLES = 4;
    private static final int SAMPLE_BYTES = 1_024;
    private static final int TOTAL_BYTES = SAMPLES * SAMPLE_BYTES;
    private static final int WORTH = TOTAL_BYTES * 97 / 100;
    /**
     * Above this part of the samples zstd does not reach {@link #WORTH}: its table and its whole bits take one or two
     * hundredths.
     */
    private static final double HOPELESS = TOTAL_BYTES * 0.96;
    /** Between this and {@link #HOPELESS} half of the bytes do not tell. */
    private static final double UNDECIDED = TOTAL_BYTES * 0.92;

    private final ZstdContexts contexts;
    private final SizeFloor floor = new SizeFloor();
    private final byte[] samples = new byte[TOTAL_BYTES];
    private final byte[] result = new byte[(int) Zstd.compressBound(TOTAL_BYTES)];

    CompressionProbe(ZstdContexts contexts) {
        this.contexts = contexts;
    }

    boolean isWorthwhile(byte[] payload) {
        return payload.length < MIN_BYTES || (!isHopeless(payload) && shrinks(payload));
    }

    /** Whether the samples show by themselves that zstd cannot make them small enough. */
    boolean isHopeless(byte[] payload) {
        floor.start();
        for (int i = 0; i < SAMPLES; i++) {
            floor.add(payload, from(payload, i), SAMPLE_BYTES);
        }
        double size = floor.size();
        return size > HOPELESS || (size > UNDECIDED && isHopelessAsAWhole(payload));
    }

    private boolean isHopelessAsAWhole(byte[] payload) {
        for (int i = 0; i < SAMPLES; i++) {
            floor.addRest(payload, from(payload, i), SAMPLE_BYTES);
        }
        return floor.size() > HOPELESS;
    }

    /** Whether zstd makes the samples small enough. */
    boolean shrinks(byte[] payload) {
        for (int i = 0; i < SAMPLES; i++) {
            System.arraycopy(payload, from(payload, i), samples, i * SAMPLE_BYTES, SAMPLE_BYTES);
        }
        return contexts.probe().compressByteArray(result, 0, result.length, samples, 0, TOTAL_BYTES) <= WORTH;
    }

    // The middle of each quarter: a file's first bytes say little about the rest.
    private static int from(byte[] payload, int sample) {
        int quarter = payload.length / SAMPLES;
        return sample * quarter + (quarter - SAMPLE_BYTES) / 2;
    }
}
