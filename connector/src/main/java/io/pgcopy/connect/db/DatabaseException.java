/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.db;

import java.sql.SQLException;
import org.apache.kafka.connect.errors.ConnectException;
import org.jspecify.annotations.Nullable;
import org.postgresql.util.PSQLException;
import org.postgresql.util.ServerErrorMessage;

/**
 * What the server or the driver said went wrong, without any value of a row: the server's DETAIL and
 * CONTEXT stay out of the message, and so does the text of the error classes that quote values.
 */
public final class DatabaseException extends ConnectException {
    private static final long serialVersionUID = 1L;

    /** Stands for an error that came without a SQLSTATE. */
    public static final String UNKNOWN_STATE = "";

    private final String sqlState;
    private final transient @Nullable ServerErrorMessage server;

    private DatabaseException(
            String message, String sqlState, @Nullable ServerErrorMessage server, @Nullable Throwable cause) {
        super(message, cause);
        this.sqlState = sqlState;
        this.server = server;
    }

    static DatabaseException of(String action, SQLException e) {
        String state = e.getSQLState() == null ? UNKNOWN_STATE : e.getSQLState();
        ServerErrorMessage server = e instanceof PSQLException driver ? driver.getServerErrorMessage() : null;
        String place = " (SQLSTATE " + state + ")";
        if (server != null && quotesValues(state)) {
            // Without the cause: its message would carry the values into every printed stack trace.
            return new DatabaseException(action + ": " + withoutValues(server) + place, state, server, null);
        }
        return new DatabaseException(action + ": " + reason(e, server) + place, state, server, e);
    }

    public String sqlState() {
        return sqlState;
    }

    /** {@code 42} for {@code 42P01}; empty where there is no SQLSTATE. */
    public String sqlStateClass() {
        return sqlState.length() == 5 ? sqlState.substring(0, 2) : UNKNOWN_STATE;
    }

    /** The constraint at fault, where the server names one. */
    public @Nullable String constraint() {
        return server == null ? null : server.getConstraint();
    }

    /** The column at fault, where the server names one. */
    public @Nullable String column() {
        return server == null ? null : server.getColumn();
    }

    // The CONTEXT: it holds COPY's line number, and values of the row. It never leaves this package.
    @Nullable
    String where() {
        return server == null ? null : server.getWhere();
    }

    // Data exceptions quote the input; RAISE in a trigger says what its author liked.
    private static boolean quotesValues(String state) {
        return state.startsWith("22") || state.startsWith("P0");
    }

    private static String withoutValues(ServerErrorMessage server) {
        StringBuilder text = new StringBuilder("the server refused a value");
        append(text, "column", server.getColumn());
        append(text, "type", server.getDatatype());
        append(text, "constraint", server.getConstraint());
        append(text, "routine", server.getRoutine());
        return text.toString();
    }

    private static void append(StringBuilder text, String what, @Nullable String name) {
        if (name != null) {
            text.append(", ").append(what).append(' ').append(name);
        }
    }

    private static String reason(SQLException e, @Nullable ServerErrorMessage server) {
        String text = server == null ? e.getMessage() : server.getMessage();
        return text == null ? e.getClass().getSimpleName() : text;
    }
}
