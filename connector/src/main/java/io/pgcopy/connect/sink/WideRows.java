/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.sink;

import io.pgcopy.connect.copy.TupleFields;
import io.pgcopy.connect.db.RowBatch;
import io.pgcopy.connect.db.Session;
import io.pgcopy.connect.type.PgType;
import java.util.List;

/** Rows whose values are so large that they go each by its own statement, and not through a temporary table. */
final class WideRows {
    // Below this nothing is stored out of line, so staging a row costs little.
    private static final long WIDE_BYTES = 2_000;

    private WideRows() {}

    /** Whether the rows of a range are wide on average. */
    static boolean are(RowRange range) {
        long rows = range.rows();
        return rows > 0 && range.bytes() / rows >= WIDE_BYTES;
    }

    static void write(Session session, String statement, List<PgType> types, RowRange range) {
        Run run = range.run();
        try (RowBatch batch = session.rowBatch(statement, types)) {
            for (int row = run.nextIncluded(range.first()); row < range.end(); row = run.nextIncluded(row + 1)) {
                batch.add(TupleFields.of(run.tuples(), row));
            }
            batch.run();
        }
    }
}
