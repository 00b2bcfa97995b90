/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.sink;

import io.pgcopy.connect.db.DatabaseException;
import io.pgcopy.connect.db.Identifier;
import io.pgcopy.connect.db.Session;
import io.pgcopy.connect.db.SqlOutcome;
import io.pgcopy.connect.db.Statements;
import io.pgcopy.connect.db.WrittenColumns;
import io.pgcopy.connect.type.Printable;
import io.pgcopy.connect.type.TableId;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Whether a table's columns are still of the types that rows were encoded for. The server cannot tell: it takes the
 * eight bytes of a bigint for a timestamp, or for a numeric. To be asked behind the writing, in its transaction, whose
 * lock on the table keeps them as they are from then on.
 */
final class EncodedTypes {
    private static final String NULL_REFUSED = "23502";

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

    /**
     * What the server's refusal of a row comes from: the row itself, or a table that has changed.
     *
     * @throws DatabaseException that calls for a new plan, where every such row would be refused
     */
    static void refuseOthers(Session session, WriteStrategy strategy, DatabaseException refusal) {
        refuseOthers(session, strategy);
        if (!strategy.inserts() || !refusal.sqlState().equals(NULL_REFUSED)) {
            return;
        }
        List<String> needed = session.query(
                Statements.NEEDED_COLUMNS, row -> row.text("attname"), Identifier.quote(strategy.table()));
        for (String column : needed) {
            if (!strategy.columns().contains(column)) {
                throw stale("Table " + strategy.table() + " has a column by now that rows were not encoded for and that"
                        + " is NOT NULL without a default: " + Printable.text(column));
            }
        }
    }

    private static DatabaseException changed(TableId table, String column, String type) {
        return stale("Column " + column + " of table " + table + " is not of type " + type
                + " any more, for which the rows were encoded. Nothing of them was written");
    }

    private static DatabaseException stale(String message) {
        return new DatabaseException(message, SqlOutcome.SCHEMA, "none", -1, null);
    }
}
