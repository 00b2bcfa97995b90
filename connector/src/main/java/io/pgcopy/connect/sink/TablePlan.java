/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.sink;

import io.pgcopy.connect.row.RowEncoder;
import io.pgcopy.connect.type.TableId;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How records of one schema become rows of one table.
 *
 * @param rows makes the row of a record, where its value alone is not the row
 * @param sampler looks at some of the rows, for how their values are best stored
 * @param refersTo the tables that the table's foreign keys refer to
 * @param keys makes the row's key comparable; null where no order among rows of one key matters
 * @param unavailable finds what is no value in a record's
 */
record TablePlan(
        WriteStrategy strategy,
        RowShape rows,
        RowEncoder encoder,
        RowSampler sampler,
        List<TableId> refersTo,
        @Nullable KeyBytes keys,
        UnavailableValues unavailable) {}
