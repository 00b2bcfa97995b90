/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.sink;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;

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

    /** Whether it is known of each row which key it has. */
    boolean keysAreKnown() {
        return tuples().stream().allMatch(tuple -> run.key(tuple) != null);
    }

    /** Its tuples sorted by key, rows of one key in their order; as they came where a key is not known. */
    List<Integer> byKey() {
        List<Integer> sorted = tuples();
        if (keysAreKnown()) {
            sorted.sort(Comparator.comparing(tuple -> Objects.requireNonNull(run.key(tuple))));
        }
        return sorted;
    }

    /** The same without rows that a later one of their key makes superfluous. */
    List<Integer> lastOfKeys() {
        List<Integer> sorted = byKey();
        if (!keysAreKnown()) {
            return sorted;
        }
        List<Integer> last = new ArrayList<>();
        for (int i = 0; i < sorted.size(); i++) {
            boolean repeated =
                    i + 1 < sorted.size() && Objects.equals(run.key(sorted.get(i)), run.key(sorted.get(i + 1)));
            if (!repeated) {
                last.add(sorted.get(i));
            }
        }
        return last;
    }

    /** Its tuples as they came. */
    List<Integer> tuples() {
        List<Integer> tuples = new ArrayList<>();
        for (int tuple = run.nextIncluded(first); tuple < end; tuple = run.nextIncluded(tuple + 1)) {
            tuples.add(tuple);
        }
        return tuples;
    }

    RowRange from(int tuple) {
        return new RowRange(run, tuple, end);
    }

    RowRange to(int tuple) {
        return new RowRange(run, first, tuple);
    }
}
