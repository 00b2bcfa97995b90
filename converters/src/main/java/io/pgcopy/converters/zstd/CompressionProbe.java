/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.converters.zstd;

import com.github.luben.zstd.Zstd;

/**
 * Tells from four samples whether a large payload is worth compressing. JPEG and the like are nearly
 * random, but not nearly enough for zstd to give up early: it would take ten times as long as copying.
 */
final class CompressionProbe {
    /** Smaller payloads are compressed to see. */
    private static final int MIN_BYTES = 65_536;

    private static final int SAMPLES = 4;
    private static final int SAMPLE_BYTES = 1_024;
    private static final int TOTAL_BYTES = SAMPLES * SAMPLE_BYTES;
    private static final double WORTH = 0.97;

    private final ZstdContexts contexts;
    private final byte[] samples = new byte[TOTAL_BYTES];
    private final byte[] result = new byte[(int) Zstd.compressBound(TOTAL_BYTES)];

    CompressionProbe(ZstdContexts contexts) {
        this.contexts = contexts;
    }

    boolean isWorthwhile(byte[] payload) {
        if (payload.length < MIN_BYTES) {
            return true;
        }
        // The middle of each quarter: a file's first bytes say little about the rest.
        int quarter = payload.length / SAMPLES;
        for (int i = 0; i < SAMPLES; i++) {
            int from = i * quarter + (quarter - SAMPLE_BYTES) / 2;
            System.arraycopy(payload, from, samples, i * SAMPLE_BYTES, SAMPLE_BYTES);
        }
        int size = contexts.probe().compressByteArray(result, 0, result.length, samples, 0, TOTAL_BYTES);
        return size <= TOTAL_BYTES * WORTH;
    }
}
