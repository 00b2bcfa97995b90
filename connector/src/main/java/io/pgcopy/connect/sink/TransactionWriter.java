/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.sink;

import io.pgcopy.connect.db.DatabaseException;
import io.pgcopy.connect.db.Session;
import io.pgcopy.connect.db.SqlOutcome;
import io.pgcopy.connect.db.Statements;
import io.pgcopy.connect.sink.FlushListener.Stage;
import java.time.Duration;

/**
 * Writes a batch in one transaction: its rows, then, with the reports of bad records safe, the offsets.
 * A first attempt goes straight; where the server refuses a row, the transaction begins anew with savepoints.
 */
final class TransactionWriter implements BatchWriter {
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
        Session session = connection.session();
        if (batch.inDoubt() && ledger.resolve(session, batch)) {
            return;
        }
        storage.advisor().review(session, batch.tables());
        // From here on only the ledger can tell what an attempt without an answer came to.
        batch.doubt();
        boolean isolating = errants.tolerated();
        while (!attempt(session, batch, isolating)) {
            session.rollback();
            isolating = true;
        }
        listener.reached(Stage.WRITTEN, batch);
        errants.await(batch);
        ledger.advance(session, batch);
        listener.reached(Stage.ADVANCED, batch);
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
        storage.close();
    }

    // False where the transaction is to begin anew, this time or once more with savepoints.
    private boolean attempt(Session session, Batch batch, boolean isolating) {
        session.execute(begin);
        RowIsolation isolation = new RowIsolation(session, batch, errants);
        try {
            for (Run run : batch.runs()) {
                storage.advisor().enter(session, run.strategy().table());
                if (isolating) {
                    isolation.write(run);
                } else if (!run.isEmpty()) {
                    run.strategy().write(session, run, 0, run.end());
                }
            }
            return true;
        } catch (RowIsolation.SavepointsExhausted e) {
            return false;
        } catch (DatabaseException e) {
            if (isolating || e.outcome() != SqlOutcome.DATA) {
                throw e;
            }
            return false;
        }
    }
}
