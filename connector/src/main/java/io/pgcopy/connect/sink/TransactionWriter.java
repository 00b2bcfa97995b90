/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.sink;

import io.pgcopy.connect.db.DatabaseException;
import io.pgcopy.connect.db.Session;
import io.pgcopy.connect.db.SqlOutcome;
import io.pgcopy.connect.db.Statements;
import java.time.Duration;
import org.apache.kafka.connect.errors.DataException;

/** Writes a batch in one transaction, each run with one COPY. */
final class TransactionWriter implements BatchWriter {
    private final TargetConnection connection;
    private final String begin;

    TransactionWriter(TargetConnection connection, Duration timeout) {
        this.connection = connection;
        this.begin = Statements.beginWrite(timeout);
    }

    @Override
    public void write(Batch batch) {
        Session session = connection.session();
        session.execute(begin);
        for (Run run : batch.runs()) {
            if (!run.isEmpty()) {
                write(session, run);
            }
        }
        session.commit();
    }

    @Override
    public void abort() {
        connection.abort();
    }

    private static void write(Session session, Run run) {
        RunCopy copy = new RunCopy(run);
        try {
            copy.send(session);
        } catch (DatabaseException e) {
            if (e.outcome() == SqlOutcome.DATA && e.copyLine().isPresent()) {
                int tuple = copy.tupleOfLine(e.copyLine().getAsLong());
                throw new DataException("Record of " + run.position(tuple) + ": " + e.getMessage(), e);
            }
            throw e;
        }
    }
}
