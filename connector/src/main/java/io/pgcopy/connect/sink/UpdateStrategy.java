/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.sink;

import io.pgcopy.connect.db.KeyColumns;
import io.pgcopy.connect.db.Session;
import io.pgcopy.connect.db.StagingStatements;
import io.pgcopy.connect.db.WrittenColumns;
import io.pgcopy.connect.type.TableId;

/** Updates rows whose key is there and leaves out the others: {@code insert.mode=update}. */
record UpdateStrategy(TableId table, WrittenColumns written, KeyColumns key) implements WriteStrategy {
    @Override
    public boolean inserts() {
        return false;
    }

    @Override
    public Staged staged() {
        StagingStatements statements = new StagingStatements(table, written, key);
        return new Staged(statements.create(), statements.update());
    }

    @Override
    public void write(Session session, Run run, int first, int end) {
        Staging.through(session, staged(), written, new RowRange(run, first, end));
    }
}
