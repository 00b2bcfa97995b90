/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.sink;

import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/** How far the search for bad rows in a run is: the rows before a place are known, those behind it are cut up. */
final class RunProgress {
    private static final int PARTS = 16;

    private final Run run;
    private final Deque<RowRange> left = new ArrayDeque<>();
    private int known;
    private boolean inParts;

    RunProgress(Run run) {
        this.run = run;
        left.push(new RowRange(run, 0, run.end()));
    }

    /** The rows that the server has taken before. */
    RowRange before() {
        return new RowRange(run, 0, known);
    }

    /** The rows to try next; null where there are no more. */
    @Nullable
    RowRange next() {
        while (!left.isEmpty() && left.element().isEmpty()) {
            taken();
        }
        return left.peek();
    }

    /** The server has taken {@link #next}. */
    void taken() {
        known = left.pop().end();
    }

    /** The server has refused {@link #next} for a tuple, or for one that it does not name: -1. */
    void refused(int bad) {
        RowRange range = left.pop();
        if (bad >= 0) {
            push(range.from(bad + 1), inParts ? 1 : PARTS);
            push(range.to(bad), 1);
            inParts = true;
        } else {
            int middle = range.tuple(range.rows() / 2 + 1L);
            push(range.from(middle), 1);
            push(range.to(middle), 1);
        }
    }

    private void push(RowRange range, int parts) {
        int size = Math.max(1, (range.end() - range.first() + parts - 1) / parts);
        Deque<RowRange> pieces = new ArrayDeque<>();
        for (int from = range.first(); from < range.end(); from += size) {
            pieces.push(new RowRange(run, from, Math.min(from + size, range.end())));
        }
        // Last piece first, so that the first one is on top.
        pieces.forEach(left::push);
    }
}
