/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.source;

import io.pgcopy.connect.catalog.CatalogReader;
import io.pgcopy.connect.catalog.Relation;
import io.pgcopy.connect.db.DatabaseException;
import io.pgcopy.connect.db.ReadLock;
import io.pgcopy.connect.db.ReadStatements;
import io.pgcopy.connect.db.Session;
import org.apache.kafka.connect.errors.ConnectException;

/** Begins the transaction that a split is read in, and holds its table as it is. */
final class SplitLock {
    // Who swaps a table holds its lock; that it is swapped again while the next lock is waited for is rare.
    private static final int ATTEMPTS = 5;
    private static final String WRONG_OBJECT_TYPE = "42809";

    private final Session session;
    private final CatalogReader catalog;

    SplitLock(Session session, CatalogReader catalog) {
        this.session = session;
        this.catalog = catalog;
    }

    /**
     * The relation that the lock is on. It is looked up again behind the lock: what the lock had to wait for may
     * have put another relation in the place of the one that was there before.
     */
    Relation take(TableSplit split) {
        for (int attempt = 1; attempt <= ATTEMPTS; attempt++) {
            Relation seen = find(split);
            ReadLock lock = ReadLock.of(seen.kind(), seen.maySelect());
            session.execute(ReadStatements.beginRead(lock, session.serverMajorVersion()));
            if (locks(split, lock) && find(split).oid() == seen.oid()) {
                return seen;
            }
            session.rollback();
        }
        throw new ConnectException("Table " + split.table() + " was put in the place of another " + ATTEMPTS
                + " times while its lock was waited for. Restart the task when that has ended.");
    }

    // Each kind is locked by a statement of its own, which refuses another kind that has come in its place.
    private boolean locks(TableSplit split, ReadLock lock) {
        try {
            session.execute(ReadStatements.lock(split.rows(), lock));
            return true;
        } catch (DatabaseException e) {
            if (e.sqlState().equals(WRONG_OBJECT_TYPE)) {
                return false;
            }
            throw e;
        }
    }

    private Relation find(TableSplit split) {
        return catalog.relation(split.table())
                .orElseThrow(() -> new ConnectException("Table " + split.table()
                        + " does not exist any more. Restart the connector to read the tables that there are."));
    }
}
