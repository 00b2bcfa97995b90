/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.sink;

/**
 * What has been found out about one column's values so far. The costs are server CPU in milliseconds per MB of
 * values, beyond what it takes to store them as they are.
 *
 * @param values sampled so far
 * @param savedShare of the bytes that pglz saves
 * @param wastedShare of the bytes that pglz works on in vain
 * @param spentNanos of the task's time that looking has taken
 * @param sliced some came in slices, so others may want to read them so
 */
record ColumnFinding(
        StorageFinding kind,
        long values,
        double savedShare,
        double wastedShare,
        double pglzMillis,
        double lz4Millis,
        long spentNanos,
        boolean sliced) {

    static final ColumnFinding NONE = new ColumnFinding(StorageFinding.UNKNOWN, 0, 0, 0, 0, 0, 0, false);
}
