/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.db;

import io.pgcopy.connect.type.TableId;
import java.sql.SQLException;
import org.postgresql.copy.CopyIn;

/**
 * One {@code COPY … FROM STDIN (FORMAT binary)}: bytes from us to the server. {@link #finish} ends it, or the end of
 * the session. The driver reads nothing while it sends, so an error of the server shows at
 * {@link #finish}; after any error the connection is of no more use, except back to a savepoint where
 * {@link #finish} itself reported it.
 */
public final class CopyInChannel {
    // The server gathers a whole message in memory before it looks at it.
    private static final int MESSAGE_BYTES = 1024 * 1024;

    private final CopyIn copy;
    private final TableId table;

    CopyInChannel(CopyIn copy, TableId table) {
        this.copy = copy;
        this.table = table;
    }

    /** Sends part of an array; it is not kept. */
    public void write(byte[] bytes, int offset, int length) {
        int sent = 0;
        try {
            while (sent < length) {
                int next = Math.min(MESSAGE_BYTES, length - sent);
                copy.writeToCopy(bytes, offset + sent, next);
                sent += next;
            }
        } catch (SQLException e) {
            throw error(e);
        }
    }

    /** Ends the stream and waits for the server's verdict; the number of rows it took. */
    public long finish() {
        try {
            return copy.endCopy();
        } catch (SQLException e) {
            throw error(e);
        }
    }

    private DatabaseException error(SQLException e) {
        return SqlErrors.of("COPY into " + table + " failed", table.name(), e);
    }
}
