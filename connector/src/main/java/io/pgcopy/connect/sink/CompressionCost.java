/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.sink;

/**
 * Server CPU that compressing a value costs beyond storing it as it is, in milliseconds per MB: measured on
 * PostgreSQL 15 for the patterns in {@code docs/storage.md}. Other machines differ in the figures and hardly in their
 * proportions, so they tell what to do and about how much it gives.
 *
 * <p>Both methods have least to do where nothing matches, which the estimate shows as 1.125. The more short matches
 * there are that gain nothing (JPEG has some, hex text is full of them), the more they cost.
 */
final class CompressionCost {
    private static final double NOTHING_MATCHES = 9 / 8.0;

    private static final double PGLZ_MILLIS = 12;
    private static final double PGLZ_MATCHES_MILLIS = 8;
    private static final double PGLZ_SLOPE = 70;
    private static final double LZ4_MILLIS = 0.1;
    private static final double LZ4_MATCHES_MILLIS = 2;
    private static final double LZ4_SLOPE = 40;

    private CompressionCost() {}

    static double pglzMillis(CompressionEstimator value) {
        return value.tried() ? PGLZ_MILLIS + Math.min(PGLZ_MATCHES_MILLIS, PGLZ_SLOPE * matches(value)) : 0;
    }

    static double lz4Millis(CompressionEstimator value) {
        return LZ4_MILLIS + (value.tried() ? Math.min(LZ4_MATCHES_MILLIS, LZ4_SLOPE * matches(value)) : 0);
    }

    private static double matches(CompressionEstimator value) {
        return Math.max(0, NOTHING_MATCHES - value.ratio());
    }
}
