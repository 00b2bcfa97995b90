/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.db;

import io.pgcopy.connect.type.BuiltIn;
import io.pgcopy.connect.type.Column;
import io.pgcopy.connect.type.PgType;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

/**
 * The columns of rows on their way to a table, in the order of their fields.
 *
 * @param sent the types of the fields as they are sent
 * @param textForms by column, the type that a field in the server's text form is to become: a type that has no codec
 */
public record WrittenColumns(List<String> names, List<PgType> sent, Map<String, String> textForms) {
    // A cast from text may be one that the type's author wrote; one from varchar goes through the type's input
    // function.
    private static final String TEXT_FORM = "pg_catalog.varchar";
    // What they take on disk stands for it.
    private static final Set<BuiltIn> WITHOUT_LENGTH = Set.of(BuiltIn.JSON, BuiltIn.JSONB, BuiltIn.XML);

    public WrittenColumns {
        names = List.copyOf(names);
        sent = List.copyOf(sent);
        textForms = Map.copyOf(textForms);
    }

    /** {@code asText}: names of those whose fields are in the server's text form. */
    public static WrittenColumns of(List<Column> columns, Set<String> asText) {
        List<PgType> sent = new ArrayList<>();
        Map<String, String> textForms = new HashMap<>();
        for (Column column : columns) {
            boolean text = asText.contains(column.name());
            sent.add(text ? BuiltIn.VARCHAR.type() : column.type());
            if (text) {
                textForms.put(column.name(), column.declaredType());
            }
        }
        return new WrittenColumns(columns.stream().map(Column::name).toList(), sent, textForms);
    }

    /** Whether COPY can write the fields into the table as they are. */
    public boolean fitTheTable() {
        return textForms.isEmpty();
    }

    /**
     * What an error is that came while text forms were cast. An input function may say anything: a syntax error, a name that
     * it does not find, no state of its own. Our statement is the same for every row, so the value is to blame; the
     * server's words, which may quote it, are left out.
     */
    public DatabaseException blame(DatabaseException e) {
        boolean ofInput = e.sqlState().equals("42601")
                || e.sqlState().equals("42704")
                || e.sqlState().equals("XX000");
        if (fitTheTable() || e.outcome() != SqlOutcome.PERMANENT || !ofInput) {
            return e;
        }
        String message = "Writing rows failed: a value is not valid for the type of its column, one of "
                + String.join(", ", textForms.keySet()) + " (SQLSTATE " + e.sqlState() + ")";
        return new DatabaseException(message, SqlOutcome.DATA, e.sqlState(), -1, null);
    }

    /** The item of a select list that makes a column which takes this field as it is sent. */
    String stagedAs(String name) {
        return textForms.containsKey(name) ? cast(name, TEXT_FORM) : Identifier.quote(name);
    }

    /** The same of one that takes NULL as well, which a domain may refuse. */
    String stagedWithNull(String name) {
        PgType type = sent.get(names.indexOf(name));
        PgType carried = type.carried();
        return type.equals(carried)
                ? stagedAs(name)
                : cast(name, Identifier.quote(carried.schema()) + "." + Identifier.quote(carried.name()));
    }

    /** The select list that makes of the fields what the table takes. */
    String fromStage() {
        return list(name -> {
            String type = textForms.get(name);
            return type == null ? Identifier.quote(name) : cast(name, type);
        });
    }

    /** A parameter for each field. */
    String parameters() {
        return list(name -> textForms.containsKey(name)
                ? "CAST(CAST(? AS " + TEXT_FORM + ") AS " + textForms.get(name) + ")"
                : "?");
    }

    /** How many bytes each of those columns has that may have very many; the server knows without fetching them. */
    List<String> sizes(String alias, List<String> among) {
        Set<String> wanted = new HashSet<>(among);
        List<String> sizes = new ArrayList<>();
        for (int i = 0; i < names.size(); i++) {
            String name = names.get(i);
            BuiltIn type = sent.get(i).builtIn().orElse(BuiltIn.INT8);
            if (wanted.contains(name)
                    && !textForms.containsKey(name)
                    && (type == BuiltIn.BYTEA || BuiltIn.LONG_TEXT.contains(type))) {
                String function = WITHOUT_LENGTH.contains(type) ? "pg_column_size" : "octet_length";
                sizes.add("CAST(coalesce(pg_catalog." + function + "(" + alias + "." + Identifier.quote(name)
                        + "), 0) AS bigint)");
            }
        }
        return sizes;
    }

    private static String cast(String name, String type) {
        return "CAST(" + Identifier.quote(name) + " AS " + type + ") AS " + Identifier.quote(name);
    }

    private String list(UnaryOperator<String> item) {
        return names.stream().map(item).collect(Collectors.joining(", "));
    }
}
