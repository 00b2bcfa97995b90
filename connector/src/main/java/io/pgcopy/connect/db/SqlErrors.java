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
 * binary field length is {@code 08P01} and a bad jsonb version {@code XX000}, both the record's own fault. {@link SqlRule} has
 * the table.
 */
public final class SqlErrors {
    private static final Pattern PARAMETER = Pattern.compile("[$][0-9]");

    // How the context of an error tells of PL/pgSQL, PL/Python and so on, in each language of messages.
    private static final String ROUTINE = "PL/";

    // In varsup.c and multixact.c.
    private static final Set<String> WITHOUT_IDS = Set.of("GetNewTransactionId", "GetNewMultiXactId");

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
        if ((state.equals("XX000") && isOfATypeThatIsGone(error)) || (state.equals("0A000") && isStalePlan(error))) {
            return SqlOutcome.SCHEMA;
        }
        if (state.startsWith("54") && isOfTheServer(error)) {
            return SqlOutcome.RESOURCE;
        }
        @Nullable SqlRule rule = SqlRule.of(state);
        if (rule == null && isFromServer(error)) {
            // A state that a user's own trigger or function made up.
            return SqlOutcome.DATA;
        }
        SqlOutcome outcome = rule == null ? SqlOutcome.PERMANENT : rule.outcome(hasContext, ofValue);
        boolean lost = outcome == SqlOutcome.PERMANENT && error.getCause() instanceof IOException;
        return lost ? SqlOutcome.CONNECTION : outcome;
    }

    private static boolean isFromServer(SQLException error) {
        return error instanceof PSQLException e && e.getServerErrorMessage() != null;
    }

    // The server's C function is not translated, unlike its message.
    private static boolean isStalePlan(SQLException error) {
        ServerErrorMessage server = error instanceof PSQLException e ? e.getServerErrorMessage() : null;
        return server != null && "RevalidateCachedQuery".equals(server.getRoutine());
    }

    // A server that refuses writes before its transaction ids wrap around says so in a state that is else the row's.
    private static boolean isOfTheServer(SQLException error) {
        ServerErrorMessage server = error instanceof PSQLException e ? e.getServerErrorMessage() : null;
        return server != null && WITHOUT_IDS.contains(String.valueOf(server.getRoutine()));
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
