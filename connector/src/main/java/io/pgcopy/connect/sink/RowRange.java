/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.sink;

/** The rows of a run from {@code first} up to, not including, {@code end}, but for the excluded ones. */
record RowRange(Run run, int first, int end) {

    boolean isEmpty() {
        return run.nextIncluded(first) >= end;
    }

    int rows() {
        int rows = 0;
        for (int tuple = run.nextIncluded(first); tuple < end; tuple = run.nextIncluded(tuple + 1)) {
            rows++;
        }
        return rows;
    }

    long bytes() {
        long bytes = 0;
        for (int tuple = run.nextIncluded(first); tuple < end; tuple = run.nextIncluded(tuple + 1)) {
            bytes += run.tuples().tupleBytes(tuple);
        }
        return bytes;
    }

    /** The tuple that the server counts as this row, from 1. */
    int tuple(long row) {
        int tuple = run.nextIncluded(first);
        for (long at = 1; at < row && tuple < end; at++) {
            tuple = run.nextIncluded(tuple + 1);
        }
        return tuple;
    }

    RowRange from(int tuple) {
        return new RowRange(run, tuple, end);
    }

    RowRange to(int tuple) {
        return new RowRange(run, first, tuple);
    }
}
