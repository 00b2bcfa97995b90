/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.sink;

import io.pgcopy.connect.db.Session;
import io.pgcopy.connect.type.TableId;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** COPY straight into the table: {@code insert.mode=insert}. */
record AppendStrategy(TableId table, List<String> columns) implements WriteStrategy {
    @Override
    public Repeated repeated() {
        return Repeated.ADDED;
    }

    @Override
    public @Nullable Staged staged() {
        return null;
    }

    @Override
    public void write(Session session, Run run, int first, int end) {
        CopyRows.send(session, table, columns, new RowRange(run, first, end));
    }
}
