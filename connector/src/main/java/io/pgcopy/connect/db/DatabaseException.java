/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.db;

import java.sql.SQLException;
import java.util.OptionalLong;
import org.apache.kafka.connect.errors.ConnectException;
import org.jspecify.annotations.Nullable;

/**
 * An error of the server or of the connection to it, classified. Its message names relation, column,
 * constraint and SQLSTATE and never holds a row's value; where the server's own words may quote one, they
 * are neither in the message nor in the cause.
 */
public final class DatabaseException extends ConnectException {
    private static final long serialVersionUID = 1L;

    private final SqlOutcome outcome;
    private final String sqlState;
    private final long copyLine;

    public DatabaseException(
            String message, SqlOutcome outcome, String sqlState, long copyLine, @Nullable Throwable cause) {
        super(message, cause);
        this.outcome = outcome;
        this.sqlState = sqlState;
        this.copyLine = copyLine;
    }

    static DatabaseException of(String action, SQLException error) {
        return SqlErrors.of(action, error);
    }

    public SqlOutcome outcome() {
        return outcome;
    }

    /** Five characters, or "none" where the driver gave none. */
    public String sqlState() {
        return sqlState;
    }

    /** Whether somebody else holds what was to be locked. */
    public boolean isLockTimeout() {
        return sqlState.equals("55P03");
    }

    /** The tuple of the COPY that the server refused, counted from 1; empty where it did not say. */
    public OptionalLong copyLine() {
        return copyLine < 0 ? OptionalLong.empty() : OptionalLong.of(copyLine);
    }
}
