/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.sink;

/**
 * What the sampled values of one column have shown, weighted by their bytes; older values count less and less, so
 * that it follows the data. Written by the task's thread, read by others.
 *
 * <p>A finding is given up at other bounds than those at which it is reached: data near a bound does not make
 * it change to and fro.
 */
final class ColumnEvidence {
    /** Values before anything is said. */
    static final int MIN_VALUES = 32;

    // When so many values count, all that was before counts half.
    private static final int WINDOW_VALUES = 128;

    // Shares of all bytes. EXTERNAL stores the saved share more than EXTENDED, so WASTED needs next to none.
    private static final double PAYS_FROM = 0.10;
    private static final double PAYS_UNTIL = 0.05;
    private static final double WASTED_SAVES_BELOW = 0.03;
    private static final double WASTED_SAVES_UNTIL = 0.05;
    private static final double WASTED_FROM = 0.01;
    private static final double WASTED_UNTIL = 0.002;

    private long values;
    private long spentNanos;
    private int counted;
    private double bytes;
    private double savedBytes;
    private double wastedBytes;
    private double pglzMillisBytes;
    private double lz4MillisBytes;
    private boolean sliced;
    private StorageFinding kind = StorageFinding.UNKNOWN;

    /**
     * Adds a value that the estimator has just examined.
     *
     * @param length of the whole value
     * @param nanos that it took
     */
    synchronized void add(long length, CompressionEstimator value, long nanos) {
        values++;
        spentNanos += nanos;
        if (++counted > WINDOW_VALUES) {
            halve();
        }
        bytes += length;
        savedBytes += value.saved() ? length * (1 - value.ratio()) : 0;
        wastedBytes += value.wasted() ? length : 0;
        pglzMillisBytes += length * CompressionCost.pglzMillis(value);
        lz4MillisBytes += length * CompressionCost.lz4Millis(value);
        if (values >= MIN_VALUES) {
            kind = next(kind, savedBytes / bytes, wastedBytes / bytes);
        }
    }

    /** Notes that a value came in slices. */
    synchronized void addSliced() {
        sliced = true;
    }

    synchronized ColumnFinding finding() {
        if (bytes == 0) {
            return ColumnFinding.NONE;
        }
        return new ColumnFinding(
                kind,
                values,
                savedBytes / bytes,
                wastedBytes / bytes,
                pglzMillisBytes / bytes,
                lz4MillisBytes / bytes,
                spentNanos,
                sliced);
    }

    private void halve() {
        counted /= 2;
        bytes /= 2;
        savedBytes /= 2;
        wastedBytes /= 2;
        pglzMillisBytes /= 2;
        lz4MillisBytes /= 2;
    }

    static StorageFinding next(StorageFinding now, double saved, double wasted) {
        if (saved >= (now == StorageFinding.PAYS ? PAYS_UNTIL : PAYS_FROM)) {
            return StorageFinding.PAYS;
        }
        boolean isWasted = now == StorageFinding.WASTED;
        if (wasted >= (isWasted ? WASTED_UNTIL : WASTED_FROM)
                && saved < (isWasted ? WASTED_SAVES_UNTIL : WASTED_SAVES_BELOW)) {
            return StorageFinding.WASTED;
        }
        return saved < WASTED_SAVES_BELOW ? StorageFinding.IDLE : StorageFinding.MIXED;
    }
}
