/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.db;

import io.pgcopy.connect.type.TableId;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * SQL that makes large objects of staged bytes and puts their numbers into the table. They belong to the role that
 * the statements run as. The object of a row that is updated stays: whoever does not want it has the trigger
 * {@code lo_manage} on the table, or runs {@code vacuumlo}.
 */
public final class LargeObjectStatements {
    /** Makes an empty object; its number is the result's {@code object}. */
    public static final String CREATE = "SELECT CAST(pg_catalog.lo_create(0) AS bigint) AS object";

    /** Writes into an object. Parameters: number, offset, bytes. */
    public static final String PUT = "SELECT pg_catalog.lo_put(CAST(? AS oid), CAST(? AS bigint), ?)";

    private final TableId table;
    private final List<String> columns;
    private final StagedRows stage;
    private final String staged;
    private final KeyedRows rows;
    private final Set<String> objects;
    private final Map<String, Long> made;

    /**
     * @param objects columns that are staged as bytes
     * @param made of them those whose object is there already
     */
    public LargeObjectStatements(
            TableId table, StagedRows stage, KeyColumns key, Set<String> objects, Map<String, Long> made) {
        this.table = table;
        this.stage = stage;
        this.columns = stage.written().names();
        this.staged = stage.from() + " AS s";
        this.rows = new KeyedRows(table, columns, key);
        this.objects = objects;
        this.made = made;
    }

    /** A table of the same columns, with bytes for the objects. */
    public String create() {
        return "CREATE TEMPORARY TABLE " + Identifier.quote(StagingStatements.STAGE.name())
                + " ON COMMIT DROP AS SELECT "
                + KeyedRows.list(
                        columns,
                        column -> objects.contains(column)
                                ? "CAST(NULL AS bytea) AS " + Identifier.quote(column)
                                : stage.made(column))
                + " FROM " + Identifier.quote(table) + " WITH NO DATA";
    }

    /** Inserts every row. */
    public String insert() {
        return rows.insertInto() + " SELECT " + values() + " FROM " + staged + " ORDER BY s.ctid";
    }

    /** Inserts rows whose key is new; no object is made for the others. */
    public String insertIgnore() {
        return rows.insertInto() + " SELECT " + values() + " FROM (" + rows.oneOfEach("*", staged, "ctid")
                + ") AS s WHERE " + rows.isNew() + rows.orNothing();
    }

    /** Inserts rows whose key is new and updates the others. */
    public String upsert() {
        return rows.insertInto() + " SELECT " + values() + " FROM (" + last() + ") AS s" + rows.orOver("");
    }

    /** Updates rows whose key is there. */
    public String update() {
        String set = rows.set(this::value);
        return rows.byKey(same ->
                "UPDATE " + Identifier.quote(table) + " AS t SET " + set + " FROM (" + last() + ") AS s WHERE " + same);
    }

    /**
     * Removes the objects that are there already and that the row of the staged key has not: a statement each. It has
     * them where a trigger wrote it and told the server not to.
     */
    public List<String> unlink() {
        return made.entrySet().stream()
                .map(object -> "SELECT pg_catalog.lo_unlink(CAST(" + object.getValue() + " AS oid)) WHERE NOT EXISTS"
                        + " (SELECT FROM " + Identifier.quote(table) + " AS t, " + staged + " WHERE " + rows.same()
                        + " AND t." + Identifier.quote(object.getKey()) + " = CAST(" + object.getValue() + " AS oid))")
                .toList();
    }

    private String values() {
        return KeyedRows.list(columns, this::value);
    }

    private String value(String column) {
        Long object = made.get(column);
        if (object != null) {
            return "CAST(" + object + " AS oid)";
        }
        String staged = "s." + Identifier.quote(column);
        return objects.contains(column)
                ? "CASE WHEN " + staged + " IS NOT NULL THEN pg_catalog.lo_from_bytea(0, " + staged + ") END"
                : staged;
    }

    private String last() {
        return rows.oneOfEach("*", staged, "ctid DESC");
    }
}
