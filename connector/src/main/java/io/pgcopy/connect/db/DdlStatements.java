/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.db;

import io.pgcopy.connect.type.TableId;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** SQL that creates tables and adds columns. */
public final class DdlStatements {
    /** Whether the database knows a type. Parameter: its name, with length or scale; other text is an error. */
    public static final String TYPE_EXISTS = "SELECT pg_catalog.to_regtype(?) IS NOT NULL AS found";

    /** Others queue behind whoever waits for a table's lock, so the wait is short. */
    public static final String BEGIN = "BEGIN; SET LOCAL lock_timeout = '2s'" + LocalSettings.SQL;

    /**
     * A column to be.
     *
     * @param type a type that the database knows, with length or scale, as SQL writes it
     * @param defaultValue what the column gets where a row says nothing, as text; null for nothing
     */
    public record ColumnDefinition(
            String name,
            String type,
            boolean notNull,
            @Nullable String defaultValue) {
        String sql() {
            String value = defaultValue == null ? "" : " DEFAULT " + literal(defaultValue);
            return Identifier.quote(name) + " " + type + value + (notNull ? " NOT NULL" : "");
        }
    }

    private DdlStatements() {}

    /** Creates a table; without keys it has no primary key. */
    public static String create(TableId table, List<ColumnDefinition> columns, List<String> keys) {
        String body = columns.stream().map(ColumnDefinition::sql).collect(Collectors.joining(", "));
        String primary = keys.isEmpty() ? "" : ", PRIMARY KEY (" + Identifier.quote(keys) + ")";
        return "CREATE TABLE IF NOT EXISTS " + Identifier.quote(table) + " (" + body + primary + ")";
    }

    /** Adds columns; one that is there already is left as it is. */
    public static String add(TableId table, List<ColumnDefinition> columns) {
        return "ALTER TABLE " + Identifier.quote(table) + " "
                + columns.stream()
                        .map(column -> "ADD COLUMN IF NOT EXISTS " + column.sql())
                        .collect(Collectors.joining(", "));
    }

    // The transaction has standard_conforming_strings on: only the quote itself needs care.
    private static String literal(String text) {
        return "'" + text.replace("'", "''") + "'";
    }
}
