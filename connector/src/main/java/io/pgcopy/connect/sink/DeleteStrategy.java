/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.sink;

import io.pgcopy.connect.db.Session;
import io.pgcopy.connect.db.StagingStatements;
import io.pgcopy.connect.type.TableId;
import java.util.List;

/** Deletes rows by key; a run of it holds keys only. */
record DeleteStrategy(TableId table, List<String> columns, List<String> keys) implements WriteStrategy {
    @Override
    public Staged staged() {
        StagingStatements statements = new StagingStatements(table, columns, keys);
        return new Staged(statements.create(), statements.delete());
    }

    @Override
    public void write(Session session, Run run, int first, int end) {
        StagingStatements statements = new StagingStatements(table, columns, keys);
        Staging.through(session, statements, columns, new RowRange(run, first, end), statements.delete());
    }
}
