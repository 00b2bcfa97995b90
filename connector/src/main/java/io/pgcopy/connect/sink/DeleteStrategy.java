/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.sink;

import io.pgcopy.connect.db.KeyColumns;
import io.pgcopy.connect.db.Session;
import io.pgcopy.connect.db.StagedRows;
import io.pgcopy.connect.db.StagingStatements;
import io.pgcopy.connect.db.WrittenColumns;
import io.pgcopy.connect.type.TableId;
import java.util.List;

/**
 * Deletes rows by key; a run of it holds keys only.
 *
 * @param last whether it is written after the rows of the flush, and not before them
 */
record DeleteStrategy(TableId table, WrittenColumns written, KeyColumns key, boolean last) implements WriteStrategy {
    /** The same deletes, after the rows. */
    DeleteStrategy afterRows() {
        return new DeleteStrategy(table, written, key, true);
    }

    @Override
    public boolean inserts() {
        return false;
    }

    @Override
    public Staged staged(List<String> apart) {
        StagingStatements statements = new StagingStatements(table, new StagedRows(written, apart), key);
        return new Staged(statements.create(), statements.delete());
    }

    @Override
    public void write(Session session, Run run, int first, int end) {
        Staging.through(session, staged(List.of()), written, new RowRange(run, first, end));
    }
}
