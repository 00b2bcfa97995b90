/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.db;

import java.util.List;

/**
 * The columns by which the server finds a row.
 *
 * @param nulls what a NULL in one of them means
 */
public record KeyColumns(List<String> names, Nulls nulls) {

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
}
