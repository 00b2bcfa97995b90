/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.sink;

import io.pgcopy.connect.db.Session;
import io.pgcopy.connect.db.WrittenColumns;
import io.pgcopy.connect.type.TableId;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How rows get into a table. A strategy is a value: rows of equal strategies are written together.
 * Runs on the flusher's thread, inside a transaction.
 */
sealed interface WriteStrategy
        permits AppendStrategy, DeleteStrategy, LargeObjectStrategy, MergeStrategy, UpdateStrategy {
    /** What becomes of a row whose key an earlier one has. */
    enum Repeated {
        ADDED,
        LEFT_OUT,
        WRITTEN_OVER
    }

    TableId table();

    /** The columns that rows of this strategy have, in the order of their fields, and the types that these are of. */
    WrittenColumns written();

    /** Their names. */
    default List<String> columns() {
        return written().names();
    }

    /** Whether fields of this column reach it as they were encoded, and not by way of a cast or a function. */
    default boolean reachesAsEncoded(String column) {
        return !written().textForms().containsKey(column);
    }

    default Repeated repeated() {
        return Repeated.WRITTEN_OVER;
    }

    /** Whether it adds rows, so that all columns must be given that a new row needs. */
    default boolean inserts() {
        return true;
    }

    /** How rows go through a staging table; null where they go into their own straight. */
    default @Nullable Staged staged() {
        return staged(List.of());
    }

    /** The same for one row that has these columns staged apart, each in a row of its own, if any. */
    @Nullable
    Staged staged(List<String> apart);

    /**
     * Writes the rows of a run from {@code first} up to, not including, {@code end}, but for the excluded ones.
     *
     * @throws io.pgcopy.connect.db.DatabaseException where the server refuses; a line is then a row's number
     */
    void write(Session session, Run run, int first, int end);
}
