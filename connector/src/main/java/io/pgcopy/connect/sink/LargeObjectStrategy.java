/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.sink;

import io.pgcopy.connect.config.WriteConfig.InsertMode;
import io.pgcopy.connect.db.KeyColumns;
import io.pgcopy.connect.db.LargeObjectStatements;
import io.pgcopy.connect.db.Session;
import io.pgcopy.connect.db.StagedRows;
import io.pgcopy.connect.db.WrittenColumns;
import io.pgcopy.connect.type.TableId;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Rows of a table whose columns of type {@code oid} or {@code lo} meet bytes: the server makes large objects of
 * them, out of staged rows.
 *
 * @param objects these columns
 */
record LargeObjectStrategy(TableId table, WrittenColumns written, KeyColumns key, InsertMode mode, Set<String> objects)
        implements WriteStrategy {
    @Override
    public Repeated repeated() {
        return switch (mode) {
            case INSERT -> Repeated.ADDED;
            case INSERT_IGNORE -> Repeated.LEFT_OUT;
            case UPSERT, UPDATE -> Repeated.WRITTEN_OVER;
        };
    }

    @Override
    public boolean inserts() {
        return mode != InsertMode.UPDATE;
    }

    @Override
    public boolean reachesAsEncoded(String column) {
        return !objects.contains(column);
    }

    @Override
    public Staged staged(List<String> apart) {
        return staged(Map.of(), apart);
    }

    /** With the numbers of objects that are there already, by column. */
    Staged staged(Map<String, Long> made) {
        return staged(made, List.of());
    }

    private Staged staged(Map<String, Long> made, List<String> apart) {
        LargeObjectStatements statements = statements(made, apart);
        return new Staged(
                statements.create(),
                switch (mode) {
                    case INSERT -> statements.insert();
                    case INSERT_IGNORE -> statements.insertIgnore();
                    case UPSERT -> statements.upsert();
                    case UPDATE -> statements.update();
                });
    }

    /** What removes these objects where the row was not written, while it is staged: it was there, or was not. */
    List<String> unlink(Map<String, Long> made) {
        return mode == InsertMode.INSERT
                ? List.of()
                : statements(made, List.of()).unlink();
    }

    private LargeObjectStatements statements(Map<String, Long> made, List<String> apart) {
        return new LargeObjectStatements(table, new StagedRows(written, apart), key, objects, made);
    }

    @Override
    public void write(Session session, Run run, int first, int end) {
        Staging.through(session, staged(List.of()), columns(), new RowRange(run, first, end));
    }
}
