/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.sink;

import io.pgcopy.connect.db.Session;
import io.pgcopy.connect.db.StagingStatements;
import io.pgcopy.connect.type.PgType;
import io.pgcopy.connect.type.TableId;
import java.util.List;

/** Adds rows whose key is new and updates the others: {@code insert.mode=upsert}. */
record UpsertStrategy(TableId table, List<String> columns, List<String> keys, List<PgType> types)
        implements WriteStrategy {
    @Override
    public Staged staged() {
        StagingStatements statements = new StagingStatements(table, columns, keys);
        return new Staged(statements.create(), statements.upsert());
    }

    @Override
    public void write(Session session, Run run, int first, int end) {
        StagingStatements statements = new StagingStatements(table, columns, keys);
        RowRange range = new RowRange(run, first, end);
        if (WideRows.are(range)) {
            WideRows.write(session, statements.upsertRow(), types, range);
        } else {
            Staging.through(session, statements, columns, range, statements.upsert());
        }
    }
}
