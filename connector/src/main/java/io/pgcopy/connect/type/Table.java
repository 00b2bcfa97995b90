/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.type;

import java.util.List;

/**
 * One relation that rows are read from or written to.
 *
 * @param oid {@code pg_class.oid} on the connected server
 * @param columns live columns in {@code attnum} order
 * @param primaryKey names of the primary key's columns in key order; empty where there is none
 * @param bytes {@code pg_table_size}: heap and TOAST without indexes, 0 for views and foreign tables
 */
public record Table(TableId id, int oid, Kind kind, List<Column> columns, List<String> primaryKey, long bytes) {

    /** {@code pg_class.relkind}, for the kinds that hold rows. */
    public enum Kind {
        TABLE,
        PARTITIONED,
        VIEW,
        MATERIALIZED_VIEW,
        FOREIGN
    }

    public Table {
        columns = List.copyOf(columns);
        primaryKey = List.copyOf(primaryKey);
    }
}
