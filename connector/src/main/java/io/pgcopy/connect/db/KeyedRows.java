/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.db;

import io.pgcopy.connect.db.KeyColumns.Nulls;
import io.pgcopy.connect.type.TableId;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

/**
 * What all SQL has in common that moves staged rows, which it calls {@code s}, into their table, which it calls {@code t}, by
 * key.
 *
 * @param columns that are written, the key's among them
 */
record KeyedRows(TableId table, List<String> columns, KeyColumns key) {
    // A name that no column has.
    private static final String CAME = "\"pgcopy.came\"";

    /** Up to the rows that are inserted. */
    String insertInto() {
        return "INSERT INTO " + Identifier.quote(table) + " AS t (" + Identifier.quote(columns)
                + ") OVERRIDING SYSTEM VALUE";
    }

    /**
     * One row of each key: the first in this order. Sorted by key, so that two tasks lock rows in one order; or as they
     * came, where other constraints look at each row as it is written.
     */
    String oneOfEach(String items, String staged, String order) {
        String ofKeys = " FROM " + staged + " ORDER BY " + key.distinct() + ", " + order;
        String one = "SELECT DISTINCT ON (" + key.distinct() + ") ";
        return key.alone()
                ? one + items + ofKeys
                : "SELECT " + items + " FROM (" + one + "ctid AS " + CAME + ", *" + ofKeys + ") AS s ORDER BY " + CAME;
    }

    /** Leaves out a row whose key is there. */
    String orNothing() {
        return " ON CONFLICT (" + Identifier.quote(key.names()) + ") DO NOTHING";
    }

    /** Writes a row over the one of its key; {@code where}: which of them, an empty text for all. */
    String orOver(String where) {
        List<String> others = others();
        if (others.isEmpty()) {
            return orNothing();
        }
        return " ON CONFLICT (" + Identifier.quote(key.names()) + ") DO UPDATE SET "
                + list(others, column -> Identifier.quote(column) + " = EXCLUDED." + Identifier.quote(column)) + where;
    }

    /** The items of SET; where there is nothing but the key, of that. */
    String set(UnaryOperator<String> value) {
        return list(
                others().isEmpty() ? key.names() : others(),
                column -> Identifier.quote(column) + " = " + value.apply(column));
    }

    /**
     * The statement for all rows of equal keys. Equal NULLs need a comparison that no index serves, so it is kept to a
     * statement of its own, for the rows that have one.
     */
    String byKey(UnaryOperator<String> statement) {
        if (key.nulls() != Nulls.EQUAL) {
            return statement.apply(equal());
        }
        return statement.apply(equal()) + "; " + statement.apply("(" + key.anyNull("s.") + ") AND " + alike());
    }

    /** That no row of the key is there. An index serves it, but for keys of equal NULLs. */
    String isNew() {
        String there = "EXISTS (SELECT FROM " + Identifier.quote(table) + " AS t WHERE ";
        String notEqual = "NOT " + there + equal() + ")";
        return key.nulls() == Nulls.EQUAL
                ? notEqual + " AND NOT ((" + key.anyNull("s.") + ") AND " + there + alike() + "))"
                : notEqual;
    }

    /** Keys that are the same, for few rows. */
    String same() {
        return key.nulls() == Nulls.EQUAL ? alike() : equal();
    }

    /** Columns beside the key. */
    List<String> others() {
        return columns.stream().filter(column -> !key.names().contains(column)).toList();
    }

    static String list(List<String> names, UnaryOperator<String> item) {
        return names.stream().map(item).collect(Collectors.joining(", "));
    }

    private String equal() {
        return compared(" = ");
    }

    private String alike() {
        return compared(" IS NOT DISTINCT FROM ");
    }

    private String compared(String by) {
        return key.names().stream()
                .map(Identifier::quote)
                .map(name -> "t." + name + by + "s." + name)
                .collect(Collectors.joining(" AND "));
    }
}
