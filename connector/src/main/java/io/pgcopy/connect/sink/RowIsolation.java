/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.sink;

import io.pgcopy.connect.db.DatabaseException;
import io.pgcopy.connect.db.Session;
import io.pgcopy.connect.db.SqlOutcome;
import io.pgcopy.connect.db.Statements;
import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.connect.errors.ConnectException;
import org.apache.kafka.connect.errors.DataException;
import org.jspecify.annotations.Nullable;

/**
 * Finds the rows that the server refuses, within one transaction: where it names the row, the rows before it
 * are loaded and the work goes on behind it; where it does not, the range is cut up until one row is left.
 * After the first bad row the rest is sent in parts, since the driver hears of an error only when all is sent.
 *
 * <p>A transaction keeps a number of savepoints and no more; those that were rolled back do not count. The next
 * transaction begins with what was found so far: rows that were taken are sent at once, without savepoints, so
 * each gets further than the one before.
 */
final class RowIsolation {
    /**
     * The server keeps 64 subtransactions a backend in shared memory; more slow down everybody. It forgets those that
     * are rolled back.
     */
    private static final int MAX_SAVEPOINTS = 60;

    /** Rows that were taken may be refused the next time, where others change the tables meanwhile; but not for ever. */
    private static final int MAX_RELAPSES = 10;

    private static final String FOREIGN_KEY = "23503";

    /** Thrown to begin the transaction anew, with what was found so far. */
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
    private final Map<Run, RunProgress> progress = new HashMap<>();
    private int savepoints;
    private int relapses;

    /** {@code checksDeferred}: whether constraints that wait for COMMIT are looked at after each range. */
    RowIsolation(Session session, Batch batch, ErrantRecords errants, boolean checksDeferred) {
        this.session = session;
        this.batch = batch;
        this.errants = errants;
        this.checksDeferred = checksDeferred;
    }

    /** How many runs of rows leave savepoints to look for bad ones. */
    static boolean suits(int runs) {
        return runs <= MAX_SAVEPOINTS / 2;
    }

    /** A new transaction has begun. */
    void begin() {
        savepoints = 0;
    }

    /** Writes a run, but for its bad rows, which are reported and excluded from it. */
    void write(Run run) {
        RunProgress at = progress.computeIfAbsent(run, RunProgress::new);
        repeat(at);
        for (RowRange range = at.next(); range != null; range = at.next()) {
            if (savepoints == MAX_SAVEPOINTS) {
                throw new Restart("savepoints exhausted");
            }
            DatabaseException refusal = attempt(range);
            if (refusal == null) {
                at.taken();
            } else {
                int bad = badTuple(range, refusal);
                at.refused(bad);
                if (bad >= 0) {
                    report(run, bad, refusal);
                }
            }
        }
    }

    private void repeat(RunProgress at) {
        RowRange taken = at.before();
        if (taken.isEmpty()) {
            return;
        }
        try {
            write(taken);
        } catch (DatabaseException e) {
            if (e.outcome() != SqlOutcome.DATA || ++relapses > MAX_RELAPSES) {
                throw e;
            }
            progress.remove(taken.run());
            throw new Restart("rows that were taken are refused now");
        }
    }

    private @Nullable DatabaseException attempt(RowRange range) {
        session.execute(Statements.SAVEPOINT);
        try {
            write(range);
            if (checksDeferred) {
                // Back to before the check: constraints that wait are then waiting again.
                session.execute(Statements.TRY_CONSTRAINTS);
                session.execute(Statements.ROLLBACK_CHECK);
            }
            session.execute(Statements.RELEASE);
            savepoints++;
            return null;
        } catch (DatabaseException e) {
            if (e.outcome() != SqlOutcome.DATA) {
                throw e;
            }
            session.execute(Statements.ROLLBACK_TO_SAVEPOINT);
            return e;
        }
    }

    private void write(RowRange range) {
        range.run().strategy().write(session, range.run(), range.first(), range.end());
    }

    // -1 where the server did not say which row it is and there is more than one. Of one row it is that one in any
    // case.
    static int badTuple(RowRange range, DatabaseException refusal) {
        if (range.rows() == 1) {
            return range.tuple(1);
        }
        if (refusal.copyLine().isPresent()) {
            int tuple = range.tuple(refusal.copyLine().getAsLong());
            return tuple < range.end() ? tuple : -1;
        }
        return -1;
    }

    private void report(Run run, int tuple, DatabaseException reason) {
        EncodedTypes.refuseOthers(session, run.strategy(), reason);
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
        errants.reportWritten(run.record(tuple), error, batch);
        run.exclude(tuple);
        if (run.giveBack(tuple)) {
            // They are anywhere, and nobody has looked at them yet.
            progress.clear();
            throw new Restart("an earlier row of the key is written after all");
        }
    }
}
