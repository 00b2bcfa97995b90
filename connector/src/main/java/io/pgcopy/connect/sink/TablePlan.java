/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.sink;

import io.pgcopy.connect.row.RowEncoder;
import org.jspecify.annotations.Nullable;

/**
 * How records of one schema become rows of one table.
 *
 * @param rows makes the row of a record, where its value alone is not the row
 * @param keys makes the row's key comparable; null where no order among rows of one key matters
 */
record TablePlan(
        WriteStrategy strategy,
        RowShape rows,
        RowEncoder encoder,
        @Nullable KeyBytes keys) {}
