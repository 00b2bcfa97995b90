/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.sink;

import io.pgcopy.connect.db.KeyColumns;
import io.pgcopy.connect.db.Session;
import io.pgcopy.connect.db.StagedRows;
import io.pgcopy.connect.db.StagingStatements;
import io.pgcopy.connect.db.WrittenColumns;
import io.pgcopy.connect.type.TableId;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * COPY straight into the table: {@code insert.mode=insert}. Only where a column has a type without codec do the rows
 * take the way through the server's casts.
 */
record AppendStrategy(TableId table, WrittenColumns written) implements WriteStrategy {
    private static final KeyColumns NO_KEY = new KeyColumns(List.of(), KeyColumns.Nulls.NONE, true);

    @Override
    public Repeated repeated() {
        return Repeated.ADDED;
    }

    @Override
    public @Nullable Staged staged(List<String> apart) {
        return written.fitTheTable() && apart.isEmpty() ? null : throughStage(apart);
    }

    @Override
    public void write(Session session, Run run, int first, int end) {
        RowRange range = new RowRange(run, first, end);
        if (written.fitTheTable()) {
            CopyRows.send(session, table, columns(), range);
        } else {
            Staging.through(session, throughStage(List.of()), written, range);
        }
    }

    private Staged throughStage(List<String> apart) {
        StagingStatements statements = new StagingStatements(table, new StagedRows(written, apart), NO_KEY);
        return new Staged(statements.create(), statements.append());
    }
}
