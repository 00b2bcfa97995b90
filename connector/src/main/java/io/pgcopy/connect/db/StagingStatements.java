/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.db;

import io.pgcopy.connect.db.KeyColumns.Nulls;
import io.pgcopy.connect.type.TableId;
import java.util.Collections;
import java.util.List;
import java.util.function.UnaryOperator;
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

    private final TableId table;
    private final WrittenColumns written;
    private final List<String> columns;
    private final KeyColumns key;
    private final List<String> keys;

    public StagingStatements(TableId table, WrittenColumns written, KeyColumns key) {
        this.table = table;
        this.written = written;
        this.columns = written.names();
        this.key = key;
        this.keys = key.names();
    }

    /** A table of the same columns, without constraints, and of the types that the fields are sent in. */
    public String create() {
        return "CREATE TEMPORARY TABLE " + Identifier.quote(STAGE.name()) + " ON COMMIT DROP AS SELECT "
                + written.stagedAs() + " FROM " + Identifier.quote(table) + " WITH NO DATA";
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
        return insert() + " SELECT " + Identifier.quote(columns) + " FROM " + staged() + " ORDER BY ctid";
    }

    /** Inserts so many rows whose keys are new. */
    public String insertIgnore(int rows) {
        return insert() + values(rows) + " ON CONFLICT (" + Identifier.quote(keys) + ") DO NOTHING";
    }

    /** Inserts so many rows of different keys, or updates those that are there where they differ. */
    public String upsert(int rows) {
        return insert() + values(rows) + onConflict();
    }

    /** Inserts rows whose key is new. */
    public String insertIgnore() {
        return insert() + " SELECT " + Identifier.quote(columns) + " FROM " + staged() + " ORDER BY "
                + Identifier.quote(keys) + ", ctid ON CONFLICT (" + Identifier.quote(keys)
                + ") DO NOTHING";
    }

    /** Inserts rows whose key is new and updates the others where they differ. */
    public String upsert() {
        return insert() + " SELECT * FROM (" + last() + ") AS s" + onConflict();
    }

    private String values(int rows) {
        String row = "(" + written.parameters() + ")";
        return " VALUES " + String.join(", ", Collections.nCopies(rows, row));
    }

    private String onConflict() {
        List<String> others = others();
        String action = others.isEmpty()
                ? "DO NOTHING"
                : "DO UPDATE SET "
                        + others.stream()
                                .map(Identifier::quote)
                                .map(c -> c + " = EXCLUDED." + c)
                                .collect(Collectors.joining(", "))
                        + " WHERE " + differ("EXCLUDED", others);
        return " ON CONFLICT (" + Identifier.quote(keys) + ") " + action;
    }

    /** Updates rows whose key is there, where they differ. */
    public String update() {
        List<String> others = others();
        String set = (others.isEmpty() ? keys : others)
                .stream().map(Identifier::quote).map(c -> c + " = s." + c).collect(Collectors.joining(", "));
        String differ = others.isEmpty() ? "false" : differ("s", others);
        return byKey(same -> "UPDATE " + Identifier.quote(table) + " AS t SET " + set + " FROM (" + last()
                + ") AS s WHERE " + same + " AND " + differ);
    }

    /** Deletes rows by key. */
    public String delete() {
        return byKey(same -> "DELETE FROM " + Identifier.quote(table) + " AS t USING " + staged() + " WHERE " + same);
    }

    private String insert() {
        return "INSERT INTO " + Identifier.quote(table) + " AS t (" + Identifier.quote(columns)
                + ") OVERRIDING SYSTEM VALUE";
    }

    // Sorted by key, so that two tasks lock rows in one order.
    private String last() {
        return "SELECT DISTINCT ON (" + key.distinct() + ") " + Identifier.quote(columns) + " FROM " + staged()
                + " ORDER BY " + key.distinct() + ", ctid DESC";
    }

    // Equal NULLs need a comparison that no index serves, so it is kept to the rows that have one.
    private String byKey(UnaryOperator<String> statement) {
        String equal = joined("t.%1$s = s.%1$s", " AND ");
        if (key.nulls() != Nulls.EQUAL) {
            return statement.apply(equal);
        }
        String alike = "(" + key.anyNull("s.") + ") AND " + joined("t.%1$s IS NOT DISTINCT FROM s.%1$s", " AND ");
        return statement.apply(equal) + "; " + statement.apply(alike);
    }

    private String staged() {
        String stage = Identifier.quote(STAGE);
        return written.fitTheTable()
                ? stage + " AS s"
                : "(SELECT ctid, " + written.fromStage() + " FROM " + stage + ") AS s";
    }

    private String joined(String condition, String by) {
        return keys.stream()
                .map(key -> condition.replace("%1$s", Identifier.quote(key)))
                .collect(Collectors.joining(by));
    }

    private static String differ(String other, List<String> names) {
        // Without the casts the operator would be looked for column by column.
        return "CAST(ROW(" + of("t", names) + ") AS record) *<> CAST(ROW(" + of(other, names) + ") AS record)";
    }

    private static String of(String alias, List<String> names) {
        return names.stream().map(name -> alias + "." + Identifier.quote(name)).collect(Collectors.joining(", "));
    }

    private List<String> others() {
        return columns.stream().filter(column -> !keys.contains(column)).toList();
    }
}
