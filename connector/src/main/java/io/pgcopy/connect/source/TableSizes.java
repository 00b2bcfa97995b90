/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.source;

import java.util.List;

/**
 * What there is to read of a table, foreseen from a sample.
 *
 * @param rows of the table
 * @param bytes that COPY will send of them
 * @param growth bytes that are sent for each byte stored, as far as the sample tells
 * @param columns those whose values may be compressed
 */
record TableSizes(long rows, long bytes, double growth, List<ColumnSizes> columns) {
    TableSizes {
        columns = List.copyOf(columns);
    }
}
