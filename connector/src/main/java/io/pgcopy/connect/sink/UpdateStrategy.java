/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.sink;

import io.pgcopy.connect.db.KeyColumns;
import io.pgcopy.connect.db.Session;
import io.pgcopy.connect.db.StagedRows;
import io.pgcopy.connect.db.StagingStatements;
import io.pgcopy.connect.db.WrittenColumns;
import io.pgcopy.connect.type.TableId;
import java.util.List;

/** Updates rows whose key is there and leaves out the others: {@code insert.mode=update}. */
record UpdateStrategy(TableId table, WrittenColumns written, KeyColumns key) implements WriteStrategy {
    @Override
    public boolean inserts() {
        return false;
    }

    @Override
    public Staged staged(List<String> apart) {
        StagingStatements statements = new StagingStatements(table, new StagedRows(written, apart), key);
        return new Staged(statements.create(), statements.update());
    }

    @Override
    public void write(Session session, Run run, int first, int end) {
        Staging.through(session, staged(List.of()), written, new RowRange(run, first, end));
    }
}
