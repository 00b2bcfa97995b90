/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.db;

import io.pgcopy.connect.type.TableId;
import java.util.List;
import java.util.stream.Collectors;

/** The SQL text by which relations are read. */
public final class ReadStatements {
    /** A validation answers a person at a form; it must not wait for somebody's lock. */
    public static final String SHORT_LOOK =
            "BEGIN READ ONLY; SET LOCAL statement_timeout = '10s'; SET LOCAL lock_timeout = '2s'" + LocalSettings.SQL;

    private ReadStatements() {}

    /**
     * Begins the transaction that one relation is read in. Behind a lock of a query snapshots are those of the single
     * statements: one from before the lock would know the catalog as it was then. It lasts as long as it must: the
     * role or the database may have set a limit. No statement here may take a snapshot, so the limits are set by SET
     * alone.
     *
     * @param server the server's major version
     */
    public static String beginRead(ReadLock lock, int server) {
        String level = lock == ReadLock.STATEMENT ? "REPEATABLE READ" : "READ COMMITTED";
        return "BEGIN ISOLATION LEVEL " + level
                + " READ ONLY; SET LOCAL lock_timeout = '10s'; SET LOCAL row_security = off" + LocalSettings.UNLIMITED
                + (server < 17 ? "" : "; SET LOCAL transaction_timeout = 0")
                // Two workers of one query would mix the slices of their rows.
                + "; SET LOCAL max_parallel_workers_per_gather = 0; SET LOCAL synchronize_seqscans = off";
    }

    /**
     * Keeps the relation from being rewritten until the transaction ends. It must come before the snapshot:
     * to a snapshot from before a rewrite (ALTER TABLE, TRUNCATE, REFRESH) the new heap looks empty.
     */
    public static String lock(ReadFrom from, ReadLock lock) {
        return lock == ReadLock.STATEMENT
                ? "LOCK TABLE " + from.relation() + " IN ACCESS SHARE MODE"
                : "SELECT FROM " + from.relation() + " LIMIT 0";
    }

    /** {@code COPY (SELECT "a", "b" FROM "s"."t") TO STDOUT (FORMAT binary)}. */
    public static String copyOut(ReadFrom from, SelectList select) {
        String list = select.sql();
        return "COPY (SELECT" + (list.isEmpty() ? "" : " " + list) + " FROM " + from.relation() + from.condition()
                + ") TO STDOUT (FORMAT binary)";
    }

    /** A quoted name as a {@code regclass} constant. */
    static String regclass(TableId table) {
        return "'" + Identifier.quote(table).replace("'", "''") + "'::pg_catalog.regclass";
    }

    static String regclasses(List<TableId> tables) {
        return tables.stream().map(ReadStatements::regclass).collect(Collectors.joining(", "));
    }
}
