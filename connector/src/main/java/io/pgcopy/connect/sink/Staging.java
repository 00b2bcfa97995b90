/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.sink;

import io.pgcopy.connect.db.DatabaseException;
import io.pgcopy.connect.db.Session;
import io.pgcopy.connect.db.SqlResource;
import io.pgcopy.connect.db.StagingStatements;
import io.pgcopy.connect.db.WrittenColumns;
import java.util.List;

/** Rows on their way through a temporary table. */
final class Staging {
    private static final String COMPRESSED = SqlResource.named("stage").all();

    private Staging() {}

    /** Stages the range's rows, takes them from there, and leaves nothing behind. */
    static void through(Session session, Staged staged, List<String> columns, RowRange range) {
        begin(session, staged);
        CopyRows.send(session, StagingStatements.STAGE, columns, range);
        session.execute(staged.statement());
        session.execute(StagingStatements.DROP);
    }

    /** The same, for rows that have columns which the server casts. */
    static void through(Session session, Staged staged, WrittenColumns written, RowRange range) {
        try {
            through(session, staged, written.names(), range);
        } catch (DatabaseException e) {
            throw written.blame(e);
        }
    }

    /** Makes the temporary table. */
    static void begin(Session session, Staged staged) {
        session.execute(staged.create());
        List<String> compressed = session.query(COMPRESSED, row -> row.text("attname"));
        if (!compressed.isEmpty()) {
            session.execute(StagingStatements.doNotCompress(compressed));
        }
    }
}
