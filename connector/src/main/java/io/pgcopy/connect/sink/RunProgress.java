/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.sink;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** How far the search for bad rows in a run is: the rows before a place are known, those behind it are cut up. */
final class RunProgress {
    private static final int PARTS = 32;
    // A part that is cheaper to send than to ask about is not worth its round trips.
    private static final long PART_BYTES = 256 * 1024;

    /** What becomes of the parts of a range in which the server refused a row without naming it. */
    private static final class Search {
        private boolean found;
    }

    /**
     * Rows that go together.
     *
     * @param search for a row that is in one of several parts; null where nothing is known against them
     * @param last of the search's parts
     */
    private record Part(RowRange rows, @Nullable Search search, boolean last) {
        /** All other parts were taken, so the bad row is here. */
        boolean holdsTheBadRow() {
            return search != null && last && !search.found;
        }

        void refused() {
            if (search != null) {
                search.found = true;
            }
        }
    }

    private final Run run;
    private final Deque<Part> left = new ArrayDeque<>();
    private int known;
    private boolean inParts;

    RunProgress(Run run) {
        this.run = run;
        left.push(new Part(new RowRange(run, 0, run.end()), null, true));
    }

    /** The rows that the server has taken before. */
    RowRange before() {
        return new RowRange(run, 0, known);
    }

    /** The rows to try next; null where there are no more. */
    @Nullable
    RowRange next() {
        while (!left.isEmpty()) {
            Part part = left.element();
            if (part.rows.isEmpty()) {
                taken();
            } else if (part.holdsTheBadRow() && part.rows.rows() > 1) {
                // What the server would say is known.
                refused(-1);
            } else {
                return part.rows;
            }
        }
        return null;
    }

    /** The server has taken {@link #next}. */
    void taken() {
        known = left.pop().rows.end();
    }

    /** The server has refused {@link #next} for a tuple, or for one that it does not name: -1. */
    void refused(int bad) {
        Part part = left.pop();
        part.refused();
        RowRange range = part.rows;
        if (bad >= 0) {
            push(pieces(range.from(bad + 1), inParts ? 1 : PARTS), null);
            push(List.of(range.to(bad)), null);
        } else {
            push(inParts ? halves(range) : pieces(range, parts(range.bytes())), new Search());
        }
        inParts = true;
    }

    private void push(List<RowRange> ranges, @Nullable Search search) {
        // The last one first, so that the first one is on top.
        for (int i = ranges.size() - 1; i >= 0; i--) {
            left.push(new Part(ranges.get(i), search, i == ranges.size() - 1));
        }
    }

    private static int parts(long bytes) {
        return (int) Math.max(2, Math.min(PARTS, bytes / PART_BYTES));
    }

    private static List<RowRange> halves(RowRange range) {
        int middle = range.tuple(range.rows() / 2 + 1L);
        return List.of(range.to(middle), range.from(middle));
    }

    private static List<RowRange> pieces(RowRange range, int parts) {
        int size = Math.max(1, (range.end() - range.first() + parts - 1) / parts);
        List<RowRange> pieces = new ArrayList<>();
        for (int from = range.first(); from < range.end(); from += size) {
            pieces.add(range.from(from).to(Math.min(from + size, range.end())));
        }
        return Collections.unmodifiableList(pieces);
    }
}
