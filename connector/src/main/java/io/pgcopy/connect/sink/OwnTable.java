/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.sink;

import io.pgcopy.connect.catalog.CatalogReader;
import io.pgcopy.connect.config.DeliveryConfig;
import io.pgcopy.connect.db.DatabaseException;
import io.pgcopy.connect.db.Session;
import io.pgcopy.connect.type.TableId;
import org.apache.kafka.connect.errors.ConnectException;

/**
 * A table that exactly-once keeps in the target for itself.
 *
 * @param purpose what it does, after {@code which}
 * @param sql creates it where it is missing
 * @param told the statements that somebody is asked to run instead: this one, and those that would be asked for next
 */
record OwnTable(TableId id, String purpose, String sql, String told) {

    /** Creates the table where it is missing and may be created. */
    void ensure(Session session, boolean create) {
        if (exists(session)) {
            return;
        }
        if (!create) {
            throw new ConnectException(
                    this + " does not exist: have this run, or set " + DeliveryConfig.TABLE_CREATE + "=true. " + told);
        }
        try {
            session.execute(sql);
        } catch (DatabaseException e) {
            // Two tasks that create it at once: one of them fails on the catalog's own unique index.
            if (!exists(session)) {
                throw e.outcome().retriable() ? e : impossible(e);
            }
        }
    }

    boolean exists(Session session) {
        return new CatalogReader(session).relation(id).isPresent();
    }

    private ConnectException impossible(DatabaseException e) {
        return new ConnectException(
                this + " cannot be created. " + e.getMessage() + "; or have this run, and SELECT, INSERT, UPDATE and"
                        + " DELETE granted to the role of connection.user. " + told,
                e);
    }

    @Override
    public String toString() {
        return "Table " + id + ", which " + purpose + ",";
    }
}
