/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.sink;

import io.pgcopy.connect.db.DatabaseException;
import io.pgcopy.connect.db.Session;
import io.pgcopy.connect.db.SqlOutcome;
import io.pgcopy.connect.db.Statements;
import io.pgcopy.connect.sink.FlushListener.Stage;
import java.time.Duration;
import java.util.Optional;
import org.apache.kafka.connect.errors.ConnectException;

/**
 * Writes a batch in one transaction: its rows, then, with the reports of bad records safe, the offsets.
 * A first attempt goes straight; where the server refuses a row, the transaction begins anew with savepoints.
 */
final class TransactionWriter implements BatchWriter {
    /** What an attempt looks at beside writing. */
    private enum Care {
        NONE,
        /** Which rows the server refuses. */
        ROWS,
        /** And which ones it would refuse at COMMIT. */
        DEFERRED_CONSTRAINTS
    }

    private final TargetConnection connection;
    private final DeliveryLedger ledger;
    private final ErrantRecords errants;
    private final TargetStorage storage;
    private final FlushListener listener;
    private final String begin;

    TransactionWriter(
            TargetConnection connection,
            DeliveryLedger ledger,
            ErrantRecords errants,
            TargetStorage storage,
            FlushListener listener,
            Duration timeout) {
        this.connection = connection;
        this.ledger = ledger;
        this.errants = errants;
        this.storage = storage;
        this.listener = listener;
        this.begin = Statements.beginWrite(timeout);
    }

    @Override
    public void write(Batch batch) {
        batch.requireWanted();
        Session session = connection.session();
        if (batch.inDoubt() && ledger.resolve(session, batch)) {
            return;
        }
        storage.advisor().review(session, batch.tables());
        // From here on only the ledger can tell what an attempt without an answer came to.
        batch.doubt();
        Care care = errants.tolerated() && RowIsolation.suits(batch.runs().size()) ? Care.ROWS : Care.NONE;
        writeRows(session, batch, care);
        if (!batch.refused().isEmpty()) {
            throw new RefusedRowsException(batch.refused());
        }
        listener.reached(Stage.WRITTEN, batch);
        errants.await(batch);
        ledger.advance(session, batch);
        listener.reached(Stage.ADVANCED, batch);
        batch.requireWanted();
        session.commit();
        listener.reached(Stage.COMMITTED, batch);
        ledger.advanced(batch);
    }

    @Override
    public void abort() {
        connection.abort();
    }

    @Override
    public void close() {
        connection.close();
        storage.close();
    }

    private void writeRows(Session session, Batch batch, Care first) {
        Care care = first;
        RowIsolation isolation = isolation(session, batch, care);
        for (Optional<Care> next = attempt(session, batch, care, isolation); next.isPresent(); ) {
            session.rollback();
            if (next.get() != care) {
                care = next.get();
                isolation = isolation(session, batch, care);
            }
            next = attempt(session, batch, care, isolation);
        }
    }

    private RowIsolation isolation(Session session, Batch batch, Care care) {
        return new RowIsolation(session, batch, errants, care == Care.DEFERRED_CONSTRAINTS);
    }

    // How to begin anew, where the transaction was not written.
    private Optional<Care> attempt(Session session, Batch batch, Care care, RowIsolation isolation) {
        session.execute(begin);
        isolation.begin();
        if (!batch.circle().isEmpty()) {
            session.execute(Statements.DEFER_CONSTRAINTS);
        }
        try {
            for (Run run : batch.runs()) {
                storage.advisor().enter(session, run.strategy().table());
                if (care != Care.NONE) {
                    isolation.write(run);
                } else if (!run.isEmpty()) {
                    run.strategy().write(session, run, 0, run.end());
                }
            }
            batch.runs().forEach(run -> EncodedTypes.refuseOthers(session, run.strategy()));
        } catch (RowIsolation.Restart e) {
            return Optional.of(care);
        } catch (DatabaseException e) {
            if (care != Care.NONE || e.outcome() != SqlOutcome.DATA) {
                throw e;
            }
            return Optional.of(Care.ROWS);
        }
        return checkDeferred(session, batch, care);
    }

    // What would fail at COMMIT fails here, where it can still be told which record it is.
    private static Optional<Care> checkDeferred(Session session, Batch batch, Care care) {
        try {
            session.execute(Statements.CHECK_CONSTRAINTS);
            return Optional.empty();
        } catch (DatabaseException e) {
            if (e.outcome() != SqlOutcome.DATA || care == Care.DEFERRED_CONSTRAINTS) {
                throw e;
            }
            if (!batch.circle().isEmpty()) {
                throw new ConnectException("Foreign keys lead in a circle among " + batch.circle()
                        + ", so it cannot be told which record breaks one: " + e.getMessage());
            }
            return Optional.of(Care.DEFERRED_CONSTRAINTS);
        }
    }
}
