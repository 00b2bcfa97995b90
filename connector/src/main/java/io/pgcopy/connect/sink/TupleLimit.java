/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.sink;

import io.pgcopy.connect.blob.BlobLimits;
import io.pgcopy.connect.blob.BlobManifest.SlicedColumn;
import io.pgcopy.connect.copy.TupleBuffer;
import java.util.List;

/**
 * How much the server takes as one tuple, before it moves large values out of line. A row may be larger: what it
 * keeps of such values is a pointer each.
 *
 * @param bytes of all fields together
 */
record TupleLimit(long bytes) {
    static final TupleLimit OF_THE_SERVER = new TupleLimit(BlobLimits.MAX_VALUE_BYTES);

    /**
     * The columns of a row that cannot be sent in the row's own tuple: none of it where all fit.
     *
     * @param row the others, encoded
     * @param sliced that are written
     */
    List<String> apart(TupleBuffer row, List<SlicedColumn> sliced) {
        long whole =
                row.bytes() + sliced.stream().mapToLong(SlicedColumn::bytes).sum();
        return whole <= bytes
                ? List.of()
                : sliced.stream().map(SlicedColumn::name).toList();
    }
}
