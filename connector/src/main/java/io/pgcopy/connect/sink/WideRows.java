/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.sink;

import io.pgcopy.connect.copy.TupleFields;
import io.pgcopy.connect.db.RowBatch;
import io.pgcopy.connect.db.Session;
import io.pgcopy.connect.db.Statements;
import io.pgcopy.connect.type.PgType;
import java.util.List;
import java.util.function.IntFunction;

/** Rows whose values are so large that they go by statements with parameters, and not through a temporary table. */
final class WideRows {
    // Below this nothing is stored out of line, so staging a row costs little.
    private static final long WIDE_BYTES = 2_000;
    // Parsing a statement is then nothing beside its values; with a quarter of it, it was a twentieth of the time.
    private static final long STATEMENT_BYTES = 1024 * 1024;
    // The protocol counts parameters in 16 bits.
    private static final int MAX_PARAMETERS = 32_000;

    private WideRows() {}

    /** Whether the rows of a range are wide on average. */
    static boolean are(RowRange range) {
        long rows = range.rows();
        return rows > 0 && range.bytes() / rows >= WIDE_BYTES;
    }

    /**
     * Writes rows of a range.
     *
     * @param statement the statement for so many rows
     * @param tuples which rows, in which order: two tasks that lock rows in one order do not lock each other out
     * @param together whether several rows may be in one statement
     */
    static void write(
            Session session,
            IntFunction<String> statement,
            List<PgType> types,
            RowRange range,
            List<Integer> tuples,
            boolean together) {
        // A plan made for the values themselves would copy each of them several times.
        session.execute(Statements.PLAN_ONCE);
        int most = together ? rowsAStatement(types.size(), range) : 1;
        int whole = tuples.size() / most * most;
        write(session, statement, types, range.run(), tuples.subList(0, whole), most);
        write(session, statement, types, range.run(), tuples.subList(whole, tuples.size()), tuples.size() - whole);
    }

    private static void write(
            Session session,
            IntFunction<String> statement,
            List<PgType> types,
            Run run,
            List<Integer> tuples,
            int rowsAStatement) {
        if (tuples.isEmpty()) {
            return;
        }
        try (RowBatch batch = session.rowBatch(statement.apply(rowsAStatement), types, rowsAStatement)) {
            for (int tuple : tuples) {
                batch.add(TupleFields.of(run.tuples(), tuple));
            }
            batch.run();
        }
    }

    private static int rowsAStatement(int columns, RowRange range) {
        long width = Math.max(1, range.bytes() / Math.max(1, range.rows()));
        long rows = Math.min(STATEMENT_BYTES / width, MAX_PARAMETERS / Math.max(1, columns));
        return (int) Math.max(1, rows);
    }
}
