/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.sink;

import io.pgcopy.connect.db.DatabaseException;
import io.pgcopy.connect.db.Session;
import io.pgcopy.connect.db.SqlOutcome;
import io.pgcopy.connect.db.Statements;
import java.util.ArrayDeque;
import java.util.Deque;
import org.apache.kafka.connect.errors.ConnectException;
import org.apache.kafka.connect.errors.DataException;
import org.jspecify.annotations.Nullable;

/**
 * Finds the rows that the server refuses, within one transaction: where it names the row, the rows before it
 * are loaded and the work goes on behind it; where it does not, the range is halved until one row is left.
 * After the first bad row the rest is sent in parts, since the driver hears of an error only when all is sent.
 */
final class RowIsolation {
    /** The server keeps 64 subtransactions a backend in shared memory; more slow down everybody. */
    private static final int MAX_SAVEPOINTS = 60;

    private static final int PARTS = 16;
    private static final String FOREIGN_KEY = "23503";

    /** Thrown to begin the transaction anew, without the rows that were found so far. */
    static final class Restart extends RuntimeException {
        private static final long serialVersionUID = 1L;

        Restart(String message) {
            super(message, null, false, false);
        }
    }

    private final Session session;
    private final Batch batch;
    private final ErrantRecords errants;
    private final boolean checksDeferred;
    private int savepoints;

    /** {@code checksDeferred}: whether constraints that wait for COMMIT are looked at after each range. */
    RowIsolation(Session session, Batch batch, ErrantRecords errants, boolean checksDeferred) {
        this.session = session;
        this.batch = batch;
        this.errants = errants;
        this.checksDeferred = checksDeferred;
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
                push(ranges, range.from(bad >= 0 ? bad + 1 : cut), bad >= 0 && !inParts ? PARTS : 1);
                push(ranges, range.to(cut), 1);
                inParts = inParts || bad >= 0;
            }
        }
    }

    private @Nullable DatabaseException attempt(RowRange range) {
        if (range.isEmpty()) {
            return null;
        }
        if (savepoints++ == MAX_SAVEPOINTS) {
            throw new Restart("savepoints exhausted");
        }
        session.execute(Statements.SAVEPOINT);
        try {
            range.run().strategy().write(session, range.run(), range.first(), range.end());
            if (checksDeferred) {
                // Back to before the check: constraints that wait are then waiting again.
                session.execute(Statements.SAVEPOINT_OF_CHECK);
                session.execute(Statements.CHECK_CONSTRAINTS);
                session.execute(Statements.ROLLBACK_CHECK);
            }
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

    private void report(Run run, int tuple, DatabaseException reason) {
        if (reason.sqlState().equals(FOREIGN_KEY)
                && batch.circle().contains(run.strategy().table())) {
            throw new ConnectException("Foreign keys lead in a circle among " + batch.circle() + ", so no order of"
                    + " writing keeps them all the time: make one of them DEFERRABLE (ALTER TABLE … ALTER CONSTRAINT …"
                    + " DEFERRABLE), or write these topics by connectors of their own, one after the other. "
                    + reason.getMessage());
        }
        DataException error =
                new DataException("Record of " + run.position(tuple) + ": " + reason.getMessage(), reason);
        if (!errants.tolerated()) {
            throw error;
        }
        errants.report(run.record(tuple), error, batch);
        run.exclude(tuple);
        if (run.giveBack(tuple)) {
            throw new Restart("an earlier row of the key is written after all");
        }
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
