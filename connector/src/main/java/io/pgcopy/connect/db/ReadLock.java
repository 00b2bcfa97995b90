/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.db;

import io.pgcopy.connect.type.Table;

/** How a relation is kept from being rewritten while it is read. */
public enum ReadLock {
    /** LOCK TABLE: before any snapshot, by who may read the whole relation. */
    STATEMENT,
    /**
     * The lock of a query that reads nothing, for what LOCK TABLE does not take and for who may read some columns
     * alone. It has a snapshot, so each statement of the transaction must have its own.
     */
    QUERY;

    /** @param maySelect the role may read the whole relation: LOCK TABLE knows no privileges on columns */
    public static ReadLock of(Table.Kind kind, boolean maySelect) {
        return switch (kind) {
            case TABLE, PARTITIONED, VIEW -> maySelect ? STATEMENT : QUERY;
            case MATERIALIZED_VIEW, FOREIGN -> QUERY;
        };
    }
}
