/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.db;

import java.sql.SQLException;
import org.postgresql.copy.CopyIn;

/** One {@code COPY … FROM STDIN}: bytes in, then {@link #finish} or {@link #abort}. */
public final class CopyInChannel {
    private final CopyIn copy;

    CopyInChannel(CopyIn copy) {
        this.copy = copy;
    }

    /** Sends part of an array as one CopyData message. The server's errors come at {@link #finish}. */
    public void write(byte[] bytes, int offset, int length) {
        try {
            copy.writeToCopy(bytes, offset, length);
        } catch (SQLException e) {
            throw DatabaseException.of("COPY into the database failed", e);
        }
    }

    /** Ends the stream and waits for the server's verdict; the number of rows written. */
    public long finish() {
        try {
            return copy.endCopy();
        } catch (SQLException e) {
            throw DatabaseException.of("COPY into the database failed", e);
        }
    }

    /** Ends the stream so that the server throws its rows away. */
    public void abort() {
        try {
            if (copy.isActive()) {
                copy.cancelCopy();
            }
        } catch (SQLException e) {
            throw DatabaseException.of("COPY into the database could not be cancelled", e);
        }
    }
}
