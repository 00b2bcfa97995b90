/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.integration.quickstart;

import io.pgcopy.integration.quickstart.QuickstartSettings.Address;
import io.pgcopy.integration.quickstart.TableList.Entry;
import java.sql.Array;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/** Whether two databases of the user's can be copied between, found out before anything is started. */
final class OwnDatabases {

    private OwnDatabases() {}

    /**
     * The tables to be copied.
     *
     * @throws IllegalArgumentException saying all that is to be mended first
     */
    static List<Entry> check(Address source, Address target, String tables) {
        List<String> problems = new ArrayList<>();
        List<Entry> entries = List.of();
        try (Connection session = source.connect()) {
            entries = TableList.matching(session, tables);
            if (entries.isEmpty()) {
                problems.add("no table of the source matches -Dtables=" + tables);
            }
        } catch (SQLException e) {
            problems.add(source.failure("source", e));
        }
        try (Connection session = target.connect()) {
            for (Entry entry : entries) {
                checkTarget(session, entry, problems);
            }
            checkForeignKeys(session, entries, problems);
        } catch (SQLException e) {
            problems.add(target.failure("target", e));
        }
        if (!problems.isEmpty()) {
            throw new IllegalArgumentException(String.join("; ", problems));
        }
        return entries;
    }

    // The tables arrive side by side: a row may come before the one that it refers to.
    private static void checkForeignKeys(Connection session, List<Entry> entries, List<String> problems)
            throws SQLException {
        try (PreparedStatement keys = session.prepareStatement("""
                SELECT conname, conrelid::pg_catalog.regclass, confrelid::pg_catalog.regclass
                  FROM pg_catalog.pg_constraint
                 WHERE contype = 'f' AND conparentid = 0
                   AND conrelid = ANY (SELECT to_regclass(name) FROM unnest(?) AS name)
                   AND confrelid = ANY (SELECT to_regclass(name) FROM unnest(?) AS name)
                 ORDER BY 1""")) {
            Array names = session.createArrayOf(
                    "text", entries.stream().map(Entry::quoted).toArray());
            keys.setArray(1, names);
            keys.setArray(2, names);
            try (ResultSet found = keys.executeQuery()) {
                while (found.next()) {
                    problems.add("the foreign key " + found.getString(1) + " of the target leads from "
                            + found.getString(2) + " to " + found.getString(3)
                            + ", and rows may arrive before those they refer to: drop it, and add it after the copy");
                }
            }
        }
    }

    private static void checkTarget(Connection session, Entry entry, List<String> problems) throws SQLException {
        try (PreparedStatement exists = session.prepareStatement("SELECT to_regclass(?) IS NOT NULL")) {
            exists.setString(1, entry.quoted());
            try (ResultSet answer = exists.executeQuery()) {
                answer.next();
                if (!answer.getBoolean(1)) {
                    problems.add("the target has no table " + entry.quoted()
                            + ": create it with the columns that it has in the source");
                    return;
                }
            }
        }
        try (PreparedStatement filled = session.prepareStatement("SELECT EXISTS (SELECT FROM " + entry.quoted() + ")");
                ResultSet answer = filled.executeQuery()) {
            answer.next();
            if (answer.getBoolean(1)) {
                problems.add("table " + entry.quoted()
                        + " of the target holds rows, to which the copy would be added: empty it first");
            }
        }
    }
}
