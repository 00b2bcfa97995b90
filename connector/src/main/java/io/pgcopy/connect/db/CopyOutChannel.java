/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.db;

import io.pgcopy.connect.type.TableId;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;
import org.postgresql.copy.CopyOut;

/**
 * One {@code COPY … TO STDOUT}. Read to its end it leaves the session as it was; closed before, it
 * aborts the session, since the driver's next statement would meet the cancelled COPY's remains.
 */
public final class CopyOutChannel implements AutoCloseable {
    private final Session session;
    private final CopyOut copy;
    private final TableId table;
    private boolean ended;

    CopyOutChannel(Session session, CopyOut copy, TableId table) {
        this.session = session;
        this.copy = copy;
        this.table = table;
    }

    /** The payload of the next CopyData message, which the caller owns; null after the last. */
    public byte @Nullable [] next() {
        try {
            byte[] message = copy.readFromCopy();
            ended = message == null;
            return message;
        } catch (SQLException e) {
            throw DatabaseException.of("COPY of " + table + " failed", e);
        }
    }

    @Override
    public void close() {
        if (!ended) {
            session.cancel();
            session.abort();
        }
    }
}
