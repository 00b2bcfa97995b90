/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.db;

import java.io.IOException;
import java.sql.SQLException;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.postgresql.util.PSQLException;
import org.postgresql.util.ServerErrorMessage;

/**
 * The one place that decides what an SQLSTATE means. The class of the state alone does not tell: a wrong
 * binary field length is {@code 08P01} and a bad jsonb version {@code XX000}, both the record's own fault.
 */
public final class SqlErrors {
    private static final Set<String> TRANSIENT = Set.of("55P03", "57014", "25P03", "25P04");
    private static final Set<String> SCHEMA = Set.of("42P01", "42703", "42804", "42P10");
    private static final Pattern PARAMETER = Pattern.compile("[$][0-9]");
    private static final Set<String> NEVER_DATA = Set.of("0A", "25", "28", "3D", "3F", "40", "42", "53", "58");

    private static final Set<String> TRIGGERS = Set.of("P0", "09", "27", "38", "39");
    // Classes of the server's own states, beside those that are told apart above.
    private static final Set<String> SERVERS = Set.of(
            "0A", "0B", "0F", "0L", "0P", "0Z", "20", "21", "24", "25", "26", "28", "2B", "2D", "2F", "34", "3B", "3D",
            "3F", "42", "55", "72", "F0", "HV", "XX");

    // How the context of an error tells of PL/pgSQL, PL/Python and so on, in each language of messages.
    private static final String ROUTINE = "PL/";

    private SqlErrors() {}

    /** Classifies an error; {@code action} says what went wrong: "Cannot connect to the database". */
    public static DatabaseException of(String action, SQLException error) {
        return of(action, null, error);
    }

    /**
     * Classifies an error of a statement on a relation.
     *
     * @param relation the relation's name without its schema, as the server's COPY context prints it
     */
    public static DatabaseException of(String action, @Nullable String relation, SQLException error) {
        SQLException root = innermost(error);
        ServerErrorMessage server = root instanceof PSQLException e ? e.getServerErrorMessage() : null;
        String state = root.getSQLState() == null ? "none" : root.getSQLState();
        String where = server == null ? null : server.getWhere();
        CopyContext context = CopyContext.parse(where, relation);
        // "unnamed portal parameter $3", in any language.
        boolean ofValue =
                context.line() > 0 || (where != null && PARAMETER.matcher(where).find());
        SqlOutcome outcome = classify(state, where != null, ofValue, root);
        // The words on a record's content, and a trigger's own words on anything, may quote it. Connect prints causes.
        boolean quotes = outcome == SqlOutcome.DATA || (where != null && where.contains(ROUTINE));
        String message = ErrorText.of(action, root, server, new ErrorText.Tone(outcome, quotes), context);
        Throwable cause = quotes ? null : root;
        return new DatabaseException(message, outcome, state, context.line(), cause);
    }

    private static SqlOutcome classify(String state, boolean hasContext, boolean ofValue, SQLException error) {
        if (state.equals("XX000") && isOfATypeThatIsGone(error)) {
            return SqlOutcome.SCHEMA;
        }
        if (ofValue && mayBeData(state)) {
            return SqlOutcome.DATA;
        }
        if (TRANSIENT.contains(state) || state.startsWith("40")) {
            return SqlOutcome.TRANSIENT;
        }
        if (SCHEMA.contains(state) || (state.equals("0A000") && isStalePlan(error))) {
            return SqlOutcome.SCHEMA;
        }
        return switch (state.substring(0, 2)) {
            // 08P01 with a context is the server's answer to a malformed parameter; without one it is a proxy's.
            case "08" -> state.equals("08P01") && hasContext ? SqlOutcome.DATA : SqlOutcome.CONNECTION;
            case "57" -> SqlOutcome.CONNECTION;
            case "53" -> state.equals("53300") ? SqlOutcome.CONNECTION : SqlOutcome.RESOURCE;
            case "58" -> SqlOutcome.RESOURCE;
            case "25" -> state.equals("25006") ? SqlOutcome.READ_ONLY : SqlOutcome.PERMANENT;
            case "22", "23", "44", "54" -> SqlOutcome.DATA;
            default -> other(state, error);
        };
    }

    private static SqlOutcome other(String state, SQLException error) {
        if (state.equals("21000") || isTriggersOwn(state, error)) {
            return SqlOutcome.DATA;
        }
        return error.getCause() instanceof IOException ? SqlOutcome.CONNECTION : SqlOutcome.PERMANENT;
    }

    // What a trigger raises: PL/pgSQL's own states, those of external routines, and any that a user made up.
    private static boolean isTriggersOwn(String state, SQLException error) {
        boolean fromServer = error instanceof PSQLException e && e.getServerErrorMessage() != null;
        return fromServer && (TRIGGERS.contains(state.substring(0, 2)) || !SERVERS.contains(state.substring(0, 2)));
    }

    private static boolean mayBeData(String state) {
        // The syntax of a value (jsonpath, ltree): an error in that of the statement names no row.
        boolean syntaxOfAValue = state.equals("42601");
        return syntaxOfAValue
                || (!TRANSIENT.contains(state)
                        && !state.startsWith("57P")
                        && !state.equals("XX001")
                        && !state.equals("XX002")
                        && !NEVER_DATA.contains(state.substring(0, 2)));
    }

    // The server's C function is not translated, unlike its message.
    private static boolean isStalePlan(SQLException error) {
        ServerErrorMessage server = error instanceof PSQLException e ? e.getServerErrorMessage() : null;
        return server != null && "RevalidateCachedQuery".equals(server.getRoutine());
    }

    // An internal error, which no language of messages translates.
    private static boolean isOfATypeThatIsGone(SQLException error) {
        ServerErrorMessage server = error instanceof PSQLException e ? e.getServerErrorMessage() : null;
        return server != null && String.valueOf(server.getMessage()).startsWith("cache lookup failed for type ");
    }

    // A batch wraps the server's answer in an exception that prints the whole statement.
    private static SQLException innermost(SQLException error) {
        SQLException next = error.getNextException();
        return error instanceof PSQLException || next == null ? error : innermost(next);
    }
}
