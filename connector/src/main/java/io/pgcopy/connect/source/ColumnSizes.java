/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.source;

import io.pgcopy.connect.metrics.SourceColumn;
import java.util.Locale;

/**
 * What a sample of one column's values takes on disk and on its way.
 *
 * @param values sampled, not NULL
 * @param stored bytes of the values on disk
 * @param sent bytes of the values as they are sent, foreseen from those that were looked at
 * @param largest of the values as they are sent
 * @param compressed how many of them are compressed on disk
 */
record ColumnSizes(String column, long values, long stored, long sent, long largest, long compressed) {

    SourceColumn metric() {
        return new SourceColumn(values, perValue(sent), perValue(stored), largest, share(compressed, values));
    }

    /** Whether the server keeps any of the values outside of its row, or compressed. */
    boolean isLarge() {
        return compressed > 0 || largest >= 2_000;
    }

    /**
     * What was found, and what it means for reading.
     *
     * @param sliceBytes above so many bytes a value is read in slices, made by the server; 0 where none is
     */
    String finding(long sliceBytes) {
        String size = values + " values sampled, of " + perValue(sent) + " bytes (the largest " + largest
                + "), stored in " + perValue(stored) + ": ";
        boolean sliced = sliceBytes > 0 && largest > sliceBytes;
        if (compressed == 0) {
            return size + "none is compressed, so "
                    + (sliced
                            ? "each slice of a large one costs the server that slice alone"
                            : "disk and copy are alike");
        }
        return size + percent(compressed, values) + " are compressed, so the copy moves "
                + String.format(Locale.ROOT, "%.1f", share(sent, stored)) + " times what the disk holds"
                + (sliced
                        ? ", and to send a slice of a large one the server decompresses all that is before it: such"
                                + " values are read in at most eight slices"
                        : "");
    }

    private long perValue(long bytes) {
        return values == 0 ? 0 : bytes / values;
    }

    private static double share(long part, long whole) {
        return whole == 0 ? 0 : (double) part / whole;
    }

    private static String percent(long part, long whole) {
        return Math.round(share(part, whole) * 100) + " %";
    }
}
