/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.db;

import io.pgcopy.connect.db.KeyColumns.Nulls;
import io.pgcopy.connect.type.TableId;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

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

    private static final String STAGE = Identifier.quote(StagingStatements.STAGE);

    private final TableId table;
    private final List<String> columns;
    private final KeyColumns key;
    private final List<String> keys;
    private final Set<String> objects;
    private final Map<String, Long> made;

    /**
     * @param objects columns that are staged as bytes
     * @param made of them those whose object is there already
     */
    public LargeObjectStatements(
            TableId table, List<String> columns, KeyColumns key, Set<String> objects, Map<String, Long> made) {
        this.table = table;
        this.columns = columns;
        this.key = key;
        this.keys = key.names();
        this.objects = objects;
        this.made = made;
    }

    /** A table of the same columns, with bytes for the objects. */
    public String create() {
        return "CREATE TEMPORARY TABLE " + Identifier.quote(StagingStatements.STAGE.name())
                + " ON COMMIT DROP AS SELECT "
                + list(
                        columns,
                        column -> objects.contains(column)
                                ? "CAST(NULL AS bytea) AS " + Identifier.quote(column)
                                : Identifier.quote(column))
                + " FROM " + Identifier.quote(table) + " WITH NO DATA";
    }

    /** Inserts every row. */
    public String insert() {
        return into() + " SELECT " + list(columns, this::value) + " FROM " + STAGE + " AS s ORDER BY s.ctid";
    }

    /** Inserts rows whose key is new; no object is made for the others. */
    public String insertIgnore() {
        return into() + " SELECT " + list(columns, this::value) + " FROM (" + one("ctid") + ") AS s WHERE NOT EXISTS"
                + " (SELECT FROM " + Identifier.quote(table) + " AS t WHERE " + sameKey() + ") ON CONFLICT ("
                + Identifier.quote(keys) + ") DO NOTHING";
    }

    /** Inserts rows whose key is new and updates the others. */
    public String upsert() {
        List<String> others = others();
        String action = others.isEmpty()
                ? "DO NOTHING"
                : "DO UPDATE SET "
                        + list(others, column -> Identifier.quote(column) + " = EXCLUDED." + Identifier.quote(column));
        return into() + " SELECT " + list(columns, this::value) + " FROM (" + one("ctid DESC") + ") AS s ON CONFLICT ("
                + Identifier.quote(keys) + ") " + action;
    }

    /** Updates rows whose key is there. */
    public String update() {
        List<String> others = others();
        return "UPDATE " + Identifier.quote(table) + " AS t SET "
                + list(others.isEmpty() ? keys : others, column -> Identifier.quote(column) + " = " + value(column))
                + " FROM (" + one("ctid DESC") + ") AS s WHERE " + sameKey();
    }

    /**
     * Removes the objects that are there already and that the row of the staged key has not: a statement each. It has
     * them where a trigger wrote it and told the server not to.
     */
    public List<String> unlink() {
        return made.entrySet().stream()
                .map(object -> "SELECT pg_catalog.lo_unlink(CAST(" + object.getValue() + " AS oid)) WHERE NOT EXISTS"
                        + " (SELECT FROM " + Identifier.quote(table) + " AS t, " + STAGE + " AS s WHERE " + sameKey()
                        + " AND t." + Identifier.quote(object.getKey()) + " = CAST(" + object.getValue() + " AS oid))")
                .toList();
    }

    private String into() {
        return "INSERT INTO " + Identifier.quote(table) + " AS t (" + Identifier.quote(columns)
                + ") OVERRIDING SYSTEM VALUE";
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

    // Sorted by key, so that two tasks lock rows in one order.
    private String one(String order) {
        return "SELECT DISTINCT ON (" + key.distinct() + ") * FROM " + STAGE + " ORDER BY " + key.distinct() + ", "
                + order;
    }

    private String sameKey() {
        return keys.stream()
                .map(Identifier::quote)
                .map(name ->
                        "t." + name + (key.nulls() == Nulls.EQUAL ? " IS NOT DISTINCT FROM " : " = ") + "s." + name)
                .collect(Collectors.joining(" AND "));
    }

    private List<String> others() {
        return columns.stream().filter(column -> !keys.contains(column)).toList();
    }

    private static String list(List<String> names, UnaryOperator<String> item) {
        return names.stream().map(item).collect(Collectors.joining(", "));
    }
}
