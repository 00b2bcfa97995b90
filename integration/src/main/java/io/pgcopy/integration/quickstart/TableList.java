/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.integration.quickstart;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The tables of a database that a list of {@code schema.table} globs means, read by the quickstart for itself. */
final class TableList {

    /**
     * @param quoted as SQL wants it
     * @param bytes size on disk, TOAST included
     */
    record Entry(String quoted, String topicSuffix, long rows, long bytes) {}

    private TableList() {}

    static List<Entry> matching(Connection session, String globs) throws SQLException {
        List<Pattern> patterns = Stream.of(globs.split(","))
                .map(glob -> Pattern.compile(
                        "\\Q" + glob.strip().replace("*", "\\E.*\\Q").replace("?", "\\E.\\Q") + "\\E"))
                .toList();
        List<Entry> entries = new ArrayList<>();
        try (Statement statement = session.createStatement();
                ResultSet tables = statement.executeQuery("""
                        SELECT nspname || '.' || relname, quote_ident(nspname) || '.' || quote_ident(relname)
                          FROM pg_catalog.pg_class AS c
                          JOIN pg_catalog.pg_namespace AS n ON n.oid = relnamespace
                         WHERE relkind IN ('r', 'p') AND NOT relispartition AND relpersistence <> 't'
                           AND nspname !~ '^pg_' AND nspname <> 'information_schema'
                         ORDER BY 1""")) {
            while (tables.next()) {
                String name = tables.getString(1);
                if (patterns.stream().anyMatch(pattern -> pattern.matcher(name).matches())) {
                    entries.add(measured(session, name, tables.getString(2)));
                }
            }
        }
        return entries;
    }

    private static Entry measured(Connection session, String name, String quoted) throws SQLException {
        try (Statement statement = session.createStatement();
                ResultSet size = statement.executeQuery("SELECT (SELECT count(*) FROM " + quoted + "),"
                        + " (SELECT coalesce(sum(pg_table_size(relid)), 0) FROM pg_partition_tree('"
                        + quoted.replace("'", "''") + "'))")) {
            size.next();
            return new Entry(quoted, name.replaceAll("[^a-zA-Z0-9._-]", "_"), size.getLong(1), size.getLong(2));
        }
    }
}
