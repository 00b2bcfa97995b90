/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.integration.quickstart;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/**
 * The tables of a database that a list of {@code schema.table} means, written as the connector's {@code tables}: read
 * by the quickstart for itself, so that the verdict does not rest on what it judges.
 */
final class TableList {

    // One part of a name: in double quotes as it is, or unquoted with globs.
    private static final String PART = "(\"(?:[^\"]|\"\")+\"|[^\",.\\s]+)";
    private static final Pattern NAME = Pattern.compile("\\s*" + PART + "\\s*\\.\\s*" + PART + "\\s*(?:,|$)");

    /**
     * @param quoted as SQL wants it
     * @param bytes size on disk, TOAST included
     */
    record Entry(String quoted, String topicSuffix, long rows, long bytes) {}

    private TableList() {}

    static List<Entry> matching(Connection session, String list) throws SQLException {
        List<Name> names = names(list);
        List<Entry> entries = new ArrayList<>();
        try (Statement statement = session.createStatement();
                ResultSet tables = statement.executeQuery("""
                        SELECT nspname, relname,
                               '"' || replace(nspname, '"', '""') || '"."' || replace(relname, '"', '""') || '"'
                          FROM pg_catalog.pg_class AS c
                          JOIN pg_catalog.pg_namespace AS n ON n.oid = relnamespace
                         WHERE relkind IN ('r', 'p') AND NOT relispartition AND relpersistence <> 't'
                           AND nspname !~ '^pg_' AND nspname <> 'information_schema'
                         ORDER BY 1, 2""")) {
            while (tables.next()) {
                String schema = tables.getString(1);
                String table = tables.getString(2);
                if (names.stream().anyMatch(name -> name.matches(schema, table))) {
                    entries.add(measured(session, schema + "." + table, tables.getString(3)));
                }
            }
        }
        return entries;
    }

    private record Name(Pattern schema, Pattern table) {
        boolean matches(String schemaName, String tableName) {
            return schema.matcher(schemaName).matches()
                    && table.matcher(tableName).matches();
        }
    }

    private static List<Name> names(String list) {
        List<MatchResult> found = NAME.matcher(list).results().toList();
        int read = found.stream().mapToInt(name -> name.end() - name.start()).sum();
        if (read < list.stripTrailing().length()) {
            throw new IllegalArgumentException(
                    "-Dtables=" + list + " is not a list of schema.table, like sales.orders,archive.*");
        }
        return found.stream()
                .map(name -> new Name(pattern(name.group(1)), pattern(name.group(2))))
                .toList();
    }

    private static Pattern pattern(String part) {
        if (part.startsWith("\"")) {
            return Pattern.compile(
                    Pattern.quote(part.substring(1, part.length() - 1).replace("\"\"", "\"")));
        }
        return Pattern.compile(
                "\\Q" + part.toLowerCase(Locale.ROOT).replace("*", "\\E.*\\Q").replace("?", "\\E.\\Q") + "\\E");
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
