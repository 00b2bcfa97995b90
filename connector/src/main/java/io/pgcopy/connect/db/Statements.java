/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.db;

import io.pgcopy.connect.type.TableId;
import java.time.Duration;
import java.util.List;

/** All SQL text that is made up at run time; what never varies is a {@code .sql} resource. */
public final class Statements {

    public static final String SAVEPOINT = "SAVEPOINT pgcopy_rows";
    public static final String RELEASE = "RELEASE SAVEPOINT pgcopy_rows";
    public static final String ROLLBACK_TO_SAVEPOINT = "ROLLBACK TO SAVEPOINT pgcopy_rows";

    private Statements() {}

    /** {@code COPY "s"."t" ("a", "b") FROM STDIN (FORMAT binary)}. */
    public static String copyIn(TableId table, List<String> columns) {
        String list = columns.isEmpty() ? "" : " (" + Identifier.quote(columns) + ")";
        return "COPY " + Identifier.quote(table) + list + " FROM STDIN (FORMAT binary)";
    }

    /**
     * Begins a transaction that ends by itself within the timeout, whatever becomes of us, and whose COMMIT is
     * not reported before it is durable. Settings are local to it: a connection pooler may share the session.
     */
    public static String beginWrite(Duration timeout) {
        long millis = timeout.toMillis();
        return "BEGIN; SET LOCAL statement_timeout = " + millis
                + "; SET LOCAL lock_timeout = " + millis / 2
                + "; SET LOCAL idle_in_transaction_session_timeout = " + millis
                + "; SELECT pg_catalog.set_config('synchronous_commit', 'on', true)"
                + " WHERE pg_catalog.current_setting('synchronous_commit') IN ('off', 'local', 'remote_write')";
    }
}
