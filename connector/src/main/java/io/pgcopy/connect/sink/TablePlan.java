/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.sink;

import io.pgcopy.connect.row.RowEncoder;
import io.pgcopy.connect.type.Column;
import io.pgcopy.connect.type.TableId;
import java.util.List;

/** How records of one schema become tuples of one table. */
record TablePlan(TableId table, List<String> columns, RowEncoder encoder) {
    TablePlan {
        columns = List.copyOf(columns);
    }

    static TablePlan of(TableId table, RowEncoder encoder) {
        return new TablePlan(table, encoder.columns().stream().map(Column::name).toList(), encoder);
    }
}
