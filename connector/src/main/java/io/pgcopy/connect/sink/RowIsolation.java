/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.sink;

import io.pgcopy.connect.db.DatabaseException;
import io.pgcopy.connect.db.Session;
import io.pgcopy.connect.db.SqlOutcome;
import io.pgcopy.connect.db.Statements;
import java.util.ArrayDeque;
import java.util.Deque;
import org.apache.kafka.connect.errors.DataException;

/**
 * Finds the rows that the server refuses, within one transaction: where it names the row, the rows before it
 * are loaded and the work goes on behind it; where it does not, the range is halved until one row is left.
 * After the first bad row the rest is sent in parts, since the driver hears of an error only when all is sent.
 */
final class RowIsolation {
    /** The server keeps 64 subtransactions a backend in shared memory; more slow down everybody. */
    private static final int MAX_SAVEPOINTS = 60;

    private static final int PARTS = 16;

    /** Thrown to begin the transaction anew, without the rows that were found so far. */
    static final class SavepointsExhausted extends RuntimeException {
        private static final long serialVersionUID = 1L;

        SavepointsExhausted() {
            super("savepoints exhausted", null, false, false);
        }
    }

    private final Session session;
    private final Batch batch;
    private final ErrantRecords errants;
    private int savepoints;

    RowIsolation(Session session, Batch batch, ErrantRecords errants) {
        this.session = session;
        this.batch = batch;
        this.errants = errants;
    }

    /** Writes a run, but for its bad rows, which are reported and excluded from it. */
    void write(Run run) {
        Deque<RowRange> ranges = new ArrayDeque<>();
        ranges.push(new RowRange(run, 0, run.end()));
        boolean inParts = false;
        while (!ranges.isEmpty()) {
            RowRange range = ranges.pop();
            DatabaseException refusal = attempt(range);
            if (refusal != null) {
                int bad = badTuple(range, refusal);
                if (bad >= 0) {
                    report(run, bad, refusal);
                }
                int cut = bad >= 0 ? bad : range.tuple(range.rows() / 2 + 1L);
                push(ranges, range.from(cut), bad >= 0 && !inParts ? PARTS : 1);
                push(ranges, range.to(cut), 1);
                inParts = inParts || bad >= 0;
            }
        }
    }

    private @org.jspecify.annotations.Nullable DatabaseException attempt(RowRange range) {
        if (range.isEmpty()) {
            return null;
        }
        if (savepoints++ == MAX_SAVEPOINTS) {
            throw new SavepointsExhausted();
        }
        session.execute(Statements.SAVEPOINT);
        try {
            range.run().strategy().write(session, range.run(), range.first(), range.end());
            session.execute(Statements.RELEASE);
            return null;
        } catch (DatabaseException e) {
            if (e.outcome() != SqlOutcome.DATA) {
                throw e;
            }
            session.execute(Statements.ROLLBACK_TO_SAVEPOINT);
            return e;
        }
    }

    // -1 where the server did not say which row it is and there is more than one.
    private static int badTuple(RowRange range, DatabaseException refusal) {
        if (refusal.copyLine().isPresent()) {
            int tuple = range.tuple(refusal.copyLine().getAsLong());
            return tuple < range.end() ? tuple : -1;
        }
        return range.rows() == 1 ? range.tuple(1) : -1;
    }

    private void report(Run run, int tuple, DatabaseException refusal) {
        DataException error =
                new DataException("Record of " + run.position(tuple) + ": " + refusal.getMessage(), refusal);
        if (!errants.tolerated()) {
            throw error;
        }
        errants.report(run.record(tuple), error, batch);
        run.exclude(tuple);
    }

    private static void push(Deque<RowRange> ranges, RowRange range, int parts) {
        int size = Math.max(1, (range.end() - range.first() + parts - 1) / parts);
        Deque<RowRange> pieces = new ArrayDeque<>();
        for (int from = range.first(); from < range.end(); from += size) {
            pieces.push(new RowRange(range.run(), from, Math.min(from + size, range.end())));
        }
        // Last piece first, so that the first one is on top.
        pieces.forEach(ranges::push);
    }
}
