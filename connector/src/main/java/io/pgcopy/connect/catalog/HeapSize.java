/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.catalog;

/**
 * How much heap a table has, its partitions and inheriting tables included where they are read with it.
 *
 * @param rows by the planner's reckoning; -1 where the table was never analysed
 */
public record HeapSize(long blocks, long rows) {
    private static final HeapSize NONE = new HeapSize(0, 0);

    static HeapSize sum(Iterable<HeapSize> parts) {
        HeapSize sum = NONE;
        for (HeapSize part : parts) {
            boolean known = sum.rows >= 0 && part.rows >= 0;
            sum = new HeapSize(sum.blocks + part.blocks, known ? sum.rows + part.rows : -1);
        }
        return sum;
    }
}
