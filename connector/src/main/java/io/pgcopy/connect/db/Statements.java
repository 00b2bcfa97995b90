/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.db;

import io.pgcopy.connect.type.Compression;
import io.pgcopy.connect.type.Storage;
import io.pgcopy.connect.type.StoredColumn;
import io.pgcopy.connect.type.TableId;
import java.time.Duration;
import java.util.List;
import java.util.Locale;

/** All SQL text that is made up at run time; what never varies is a {@code .sql} resource. */
public final class Statements {

    public static final String SAVEPOINT = "SAVEPOINT pgcopy_rows";
    public static final String RELEASE = "RELEASE SAVEPOINT pgcopy_rows";

    /** And ends it: a savepoint that stays open would count with all that are begun in it. */
    public static final String ROLLBACK_TO_SAVEPOINT = "ROLLBACK TO SAVEPOINT pgcopy_rows; " + RELEASE;

    /** Checks now what waits for COMMIT. */
    public static final String CHECK_CONSTRAINTS = "SET CONSTRAINTS ALL IMMEDIATE";

    /** The same within what {@link #SAVEPOINT} began, where {@link #ROLLBACK_CHECK} lets them wait again. */
    public static final String TRY_CONSTRAINTS = "SAVEPOINT pgcopy_check; " + CHECK_CONSTRAINTS;

    public static final String ROLLBACK_CHECK = "ROLLBACK TO SAVEPOINT pgcopy_check";

    /** Plans statements without a look at their parameters, until the transaction ends; PostgreSQL 12 and later. */
    public static final String PLAN_ONCE = "SELECT pg_catalog.set_config('plan_cache_mode', 'force_generic_plan', true)"
            + " WHERE pg_catalog.current_setting('plan_cache_mode', true) IS NOT NULL";

    /** Lets all constraints wait that may. */
    public static final String DEFER_CONSTRAINTS = "SET CONSTRAINTS ALL DEFERRED";

    // At another level the comparison of claims under their lock would fail instead of seeing the other's.
    private static final String READ_COMMITTED = "BEGIN ISOLATION LEVEL READ COMMITTED";

    /** Live columns of a table with the OIDs of their types. Parameter: the table's quoted name. */
    public static final String COLUMN_TYPES = "SELECT attname, CAST(atttypid AS text) AS type FROM"
            + " pg_catalog.pg_attribute WHERE attrelid = CAST(CAST(? AS pg_catalog.regclass) AS oid) AND attnum > 0"
            + " AND NOT attisdropped";

    /** Columns that a new row must be given. Parameter: the table's quoted name. */
    public static final String NEEDED_COLUMNS = "SELECT attname FROM pg_catalog.pg_attribute WHERE attrelid ="
            + " CAST(CAST(? AS pg_catalog.regclass) AS oid) AND attnum > 0 AND NOT attisdropped AND attnotnull"
            + " AND NOT atthasdef AND attidentity = '' AND NOT EXISTS (SELECT FROM pg_catalog.pg_type AS t"
            + " WHERE t.oid = atttypid AND t.typdefault IS NOT NULL) ORDER BY attnum";

    /** The schema where a name without one is made, {@code name}; NULL where none of the role's exists. */
    public static final String CURRENT_SCHEMA = "SELECT pg_catalog.current_schema() AS name";

    private Statements() {}

    /** {@code COPY "s"."t" ("a", "b") FROM STDIN (FORMAT binary)}. */
    public static String copyIn(TableId table, List<String> columns) {
        String list = columns.isEmpty() ? "" : " (" + Identifier.quote(columns) + ")";
        return "COPY " + Identifier.quote(table) + list + " FROM STDIN (FORMAT binary)";
    }

    /**
     * Begins a transaction that lasts as long as one row takes to arrive: whoever writes it bounds each wait
     * for the server instead. Where its host is gone without a word, the server's own probes end it after about the
     * timeout, and with it its locks.
     */
    public static String beginStream(Duration timeout) {
        long probe = Math.max(1, timeout.toSeconds() / 4);
        return READ_COMMITTED + LocalSettings.UNLIMITED
                + "; SET LOCAL lock_timeout = " + timeout.toMillis() / 2
                + "; SET LOCAL tcp_keepalives_idle = " + probe
                + "; SET LOCAL tcp_keepalives_interval = " + probe
                + "; SET LOCAL tcp_keepalives_count = 3"
                + "; SELECT pg_catalog.set_config(name, '0', true) FROM pg_catalog.pg_settings"
                + " WHERE name = 'transaction_timeout'"
                + "; SELECT pg_catalog.set_config('synchronous_commit', 'on', true)"
                + " WHERE pg_catalog.current_setting('synchronous_commit') IN ('off', 'local', 'remote_write')";
    }

    /**
     * Begins a transaction that ends by itself within the timeout, whatever becomes of us, and whose COMMIT is
     * not reported before it is durable. Settings are local to it: a connection pooler may share the session.
     */
    public static String beginWrite(Duration timeout) {
        long millis = timeout.toMillis();
        return READ_COMMITTED + LocalSettings.SQL
                + "; SET LOCAL statement_timeout = " + millis
                + "; SET LOCAL lock_timeout = " + millis / 2
                + "; SET LOCAL idle_in_transaction_session_timeout = " + millis
                + "; SELECT pg_catalog.set_config('synchronous_commit', 'on', true)"
                + " WHERE pg_catalog.current_setting('synchronous_commit') IN ('off', 'local', 'remote_write')";
    }

    /** Begins a transaction for a change that is to give way: it waits this long for its lock, and no longer. */
    public static String beginGivingWay(Duration lockTimeout) {
        return "BEGIN; SET LOCAL lock_timeout = " + lockTimeout.toMillis() + "; SET LOCAL statement_timeout = "
                + 10 * lockTimeout.toMillis();
    }

    /**
     * {@code ALTER TABLE "s"."t" ALTER COLUMN "c" SET STORAGE EXTERNAL}, for this table alone: partitions are
     * altered one by one, so that none waits for another's lock.
     */
    public static String setStorage(StoredColumn column, Storage storage) {
        return alterColumn(column) + " SET STORAGE " + storage;
    }

    /** What columns without a compression of their own are compressed with, until the transaction ends. */
    public static String compressInTransaction(Compression compression) {
        return "SET LOCAL default_toast_compression = '" + lower(compression) + "'";
    }

    private static String alterColumn(StoredColumn column) {
        String only = column.partitioned() ? "ONLY " : "";
        return "ALTER TABLE " + only + Identifier.quote(column.table()) + " ALTER COLUMN "
                + Identifier.quote(column.column());
    }

    private static String lower(Compression compression) {
        if (compression == Compression.UNSET) {
            throw new IllegalArgumentException("no compression is not a compression");
        }
        return compression.name().toLowerCase(Locale.ROOT);
    }
}
