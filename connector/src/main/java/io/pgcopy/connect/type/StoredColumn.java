/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.type;

import org.jspecify.annotations.Nullable;

/**
 * How one column of one table is stored; each partition of a table has its own.
 *
 * @param table the table itself or one of its partitions
 * @param partitioned it has no rows of its own, but new partitions take after it
 * @param type which of the server's own types it is, under its domains; null for every other
 * @param compression its own, or {@link Compression#UNSET}
 * @param owned the role may alter the table
 */
public record StoredColumn(
        TableId table,
        boolean partitioned,
        String column,
        @Nullable BuiltIn type,
        Storage storage,
        Compression compression,
        boolean owned) {}
