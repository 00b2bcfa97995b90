/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.db;

import java.util.List;
import java.util.stream.Collectors;

/**
 * The columns by which the server finds a row.
 *
 * @param nulls what a NULL in one of them means
 * @param alone whether nothing else of the table must be unique: else rows are written in the order in which they
 *     came, for one may have given up what another takes
 */
public record KeyColumns(List<String> names, Nulls nulls, boolean alone) {

    /** How NULLs of a key compare, as its unique index says. */
    public enum Nulls {
        /** No column takes one. */
        NONE,
        /** A row whose key has one is like no other row. */
        DISTINCT,
        /** They are equal: {@code NULLS NOT DISTINCT}. */
        EQUAL
    }

    public KeyColumns {
        names = List.copyOf(names);
    }

    /**
     * What rows of one key have in common, for DISTINCT ON: a row that is like no other must not give way to one, so
     * its place, {@code ctid}, makes it differ.
     */
    String distinct() {
        return Identifier.quote(names)
                + (nulls == Nulls.DISTINCT ? ", CASE WHEN " + anyNull("") + " THEN ctid END" : "");
    }

    /** {@code "a" IS NULL OR "b" IS NULL}, each name behind {@code alias}. */
    String anyNull(String alias) {
        return names.stream()
                .map(name -> alias + Identifier.quote(name) + " IS NULL")
                .collect(Collectors.joining(" OR "));
    }
}
