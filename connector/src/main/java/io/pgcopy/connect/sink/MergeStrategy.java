/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.sink;

import io.pgcopy.connect.db.DatabaseException;
import io.pgcopy.connect.db.KeyColumns;
import io.pgcopy.connect.db.Session;
import io.pgcopy.connect.db.StagedRows;
import io.pgcopy.connect.db.StagingStatements;
import io.pgcopy.connect.db.WrittenColumns;
import io.pgcopy.connect.type.TableId;
import java.util.Collections;
import java.util.List;
import java.util.function.IntFunction;

/**
 * Adds rows whose key is new, {@code insert.mode=upsert} and {@code insert_ignore}.
 *
 * @param existing what becomes of a row whose key is there
 * @param refersToItself so one statement must write them all: rows may come before those that they refer to
 */
record MergeStrategy(TableId table, WrittenColumns written, KeyColumns key, Existing existing, boolean refersToItself)
        implements WriteStrategy {

    enum Existing {
        UPDATED,
        KEPT
    }

    @Override
    public Repeated repeated() {
        return existing == Existing.KEPT ? Repeated.LEFT_OUT : Repeated.WRITTEN_OVER;
    }

    @Override
    public Staged staged(List<String> apart) {
        StagingStatements statements = new StagingStatements(table, new StagedRows(written, apart), key);
        return new Staged(
                statements.create(), existing == Existing.UPDATED ? statements.upsert() : statements.insertIgnore());
    }

    @Override
    public void write(Session session, Run run, int first, int end) {
        StagingStatements statements = new StagingStatements(table, new StagedRows(written, List.of()), key);
        RowRange range = new RowRange(run, first, end);
        boolean updates = existing == Existing.UPDATED;
        if (!refersToItself && WideRows.are(range)) {
            // A statement may update a row once only; one that leaves rows alone may have a key as often as it likes.
            List<Integer> rows = rows(range, updates);
            boolean together = !updates || range.keysAreKnown();
            IntFunction<String> statement =
                    count -> updates ? statements.upsert(count) : statements.insertIgnore(count);
            try {
                WideRows.write(session, statement, written.sent(), range, rows, together);
            } catch (DatabaseException e) {
                throw written.blame(e);
            }
        } else {
            Staging.through(session, staged(List.of()), written, range);
        }
    }

    private List<Integer> rows(RowRange range, boolean updates) {
        if (!updates) {
            return key.alone() ? range.byKey() : range.tuples();
        }
        List<Integer> last = range.lastOfKeys();
        if (!key.alone()) {
            Collections.sort(last);
        }
        return last;
    }
}
