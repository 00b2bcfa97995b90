/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.sink;

import io.pgcopy.connect.db.DatabaseException;
import io.pgcopy.connect.db.Identifier;
import io.pgcopy.connect.db.Session;
import io.pgcopy.connect.db.SqlOutcome;
import io.pgcopy.connect.db.Statements;
import io.pgcopy.connect.db.WrittenColumns;
import io.pgcopy.connect.type.TableId;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Whether a table's columns are still of the types that rows were encoded for. The server cannot tell: it takes the
 * eight bytes of a bigint for a timestamp, or for a numeric. To be asked behind the writing, in its transaction, whose
 * lock on the table keeps them as they are from then on.
 */
final class EncodedTypes {
    private record Found(String column, String type) {}

    private EncodedTypes() {}

    /** @throws DatabaseException that calls for a new plan, where a column is of another type by now */
    static void refuseOthers(Session session, WriteStrategy strategy) {
        Map<String, String> found = session
                .query(
                        Statements.COLUMN_TYPES,
                        row -> new Found(row.text("attname"), row.text("type")),
                        Identifier.quote(strategy.table()))
                .stream()
                .collect(Collectors.toMap(Found::column, Found::type));
        WrittenColumns written = strategy.written();
        for (int i = 0; i < written.names().size(); i++) {
            String column = written.names().get(i);
            String encoded = Integer.toUnsignedString(written.sent().get(i).oid());
            if (strategy.reachesAsEncoded(column) && !encoded.equals(found.get(column))) {
                throw changed(strategy.table(), column, written.sent().get(i).name());
            }
        }
    }

    private static DatabaseException changed(TableId table, String column, String type) {
        return new DatabaseException(
                "Column " + column + " of table " + table + " is not of type " + type
                        + " any more, for which the rows were encoded. Nothing of them was written",
                SqlOutcome.SCHEMA,
                "none",
                -1,
                null);
    }
}
