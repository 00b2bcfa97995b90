/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.db;

import io.pgcopy.connect.type.TableId;
import java.util.Collections;
import java.util.List;
import java.util.stream.Collectors;

/**
 * SQL that moves rows from a temporary table into their own by key. The temporary table lives for one
 * transaction, so that a connection pooler may share the session. Its {@code ctid} is the order in which rows
 * came: of one key the last counts. Rows are compared by their stored form, which every type has.
 */
public final class StagingStatements {
    /** Where rows are staged; the name stands in the server's COPY context. */
    public static final TableId STAGE = new TableId("pg_temp", "pgcopy_stage");

    /** Frees the name for the next range of rows in the same transaction. */
    public static final String DROP = "DROP TABLE IF EXISTS " + Identifier.quote(STAGE);

    private static final int COMPARED_BYTES = 1_000_000_000;

    private final TableId table;
    private final WrittenColumns written;
    private final StagedRows stage;
    private final List<String> columns;
    private final KeyedRows rows;

    public StagingStatements(TableId table, StagedRows stage, KeyColumns key) {
        this.table = table;
        this.stage = stage;
        this.written = stage.written();
        this.columns = written.names();
        this.rows = new KeyedRows(table, columns, key);
    }

    /** A table of the same columns, without constraints, and of the types that the fields are sent in. */
    public String create() {
        return "CREATE TEMPORARY TABLE " + Identifier.quote(STAGE.name()) + " ON COMMIT DROP AS SELECT "
                + KeyedRows.list(columns, stage::made) + " FROM " + Identifier.quote(table) + " WITH NO DATA";
    }

    /**
     * Keeps the values of these staged columns as they are: what is compressed here would stay so in a table that
     * wants it otherwise, and what cannot be compressed would be tried twice.
     */
    public static String doNotCompress(List<String> columns) {
        return "ALTER TABLE " + Identifier.quote(STAGE)
                + columns.stream()
                        .map(column -> " ALTER COLUMN " + Identifier.quote(column) + " SET STORAGE EXTERNAL")
                        .collect(Collectors.joining(","));
    }

    /** Inserts all rows in the order in which they came. */
    public String append() {
        return rows.insertInto() + " SELECT " + Identifier.quote(columns) + " FROM " + staged() + " ORDER BY ctid";
    }

    /** Inserts so many rows whose keys are new. */
    public String insertIgnore(int count) {
        return rows.insertInto() + values(count) + rows.orNothing();
    }

    /** Inserts so many rows of different keys, or updates those that are there where they differ. */
    public String upsert(int count) {
        return rows.insertInto() + values(count) + orOver();
    }

    /** Inserts rows whose key is new. */
    public String insertIgnore() {
        String byKey = rows.key().alone() ? Identifier.quote(rows.key().names()) + ", " : "";
        return rows.insertInto() + " SELECT " + Identifier.quote(columns) + " FROM " + staged() + " ORDER BY " + byKey
                + "ctid" + rows.orNothing();
    }

    /** Inserts rows whose key is new and updates the others where they differ, or can be compared only in parts. */
    public String upsert() {
        String over = stage.whole() ? orOver() : rows.orOver("");
        return rows.insertInto() + " SELECT * FROM (" + last() + ") AS s" + over;
    }

    /** Updates rows whose key is there, where they differ, or can be compared only in parts. */
    public String update() {
        String differ = rows.others().isEmpty() ? "false" : stage.whole() ? differ("s") : "true";
        String set = rows.set(column -> "s." + Identifier.quote(column));
        return rows.byKey(same -> "UPDATE " + Identifier.quote(table) + " AS t SET " + set + " FROM (" + last()
                + ") AS s WHERE " + same + " AND " + differ);
    }

    /** Deletes rows by key. */
    public String delete() {
        return rows.byKey(
                same -> "DELETE FROM " + Identifier.quote(table) + " AS t USING " + staged() + " WHERE " + same);
    }

    private String values(int count) {
        String row = "(" + written.parameters() + ")";
        return " VALUES " + String.join(", ", Collections.nCopies(count, row));
    }

    private String orOver() {
        return rows.orOver(" WHERE " + differ("EXCLUDED"));
    }

    private String last() {
        return rows.oneOfEach(Identifier.quote(columns), staged(), "ctid DESC");
    }

    private String staged() {
        return written.fitTheTable()
                ? stage.from() + " AS s"
                : "(SELECT ctid, " + written.fromStage() + " FROM " + stage.from() + " AS f) AS s";
    }

    private String differ(String other) {
        // Without the casts the operator would be looked for column by column.
        String differ = "CAST(ROW(" + of("t") + ") AS record) *<> CAST(ROW(" + of(other) + ") AS record)";
        List<String> sizes = written.sizes("t", rows.others());
        // ROW takes all values in, and the row that is there may have more of them than fit a tuple.
        return sizes.size() < 2
                ? differ
                : "CASE WHEN " + String.join(" + ", sizes) + " < " + COMPARED_BYTES + " THEN " + differ
                        + " ELSE true END";
    }

    private String of(String alias) {
        return KeyedRows.list(rows.others(), name -> alias + "." + Identifier.quote(name));
    }
}
