/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.db;

import io.pgcopy.connect.type.PgType;
import io.pgcopy.connect.type.TableId;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.postgresql.PGConnection;
import org.postgresql.core.BaseConnection;
import org.postgresql.core.TransactionState;
import org.postgresql.jdbc.PgConnection;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One connection to the server. Confined to one thread, but for {@link #cancel} and {@link #abort},
 * which any thread may call to end what the owner waits for. The driver's autocommit stays on:
 * transactions are the statements {@code BEGIN}, {@code COMMIT}, {@code ROLLBACK} and nothing hidden.
 */
public final class Session implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Session.class);

    private final Connection connection;
    private volatile boolean aborted;

    Session(Connection connection) {
        this.connection = connection;
    }

    /** Runs one or more statements without parameters. */
    public void execute(String sql) {
        LOG.debug("{}", sql);
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        } catch (SQLException e) {
            throw DatabaseException.of("Statement failed", e);
        }
    }

    /** Runs a statement with parameters ({@code ?}); the number of rows it changed. */
    public int update(String sql, @Nullable Object... parameters) {
        LOG.debug("{}", sql);
        try (PreparedStatement statement = prepare(sql, parameters)) {
            return statement.executeUpdate();
        } catch (SQLException e) {
            throw DatabaseException.of("Statement failed", e);
        }
    }

    /** All rows of a query. A {@code List<String>} as parameter is a {@code text[]}. */
    public <T> List<T> query(String sql, Row.Reader<T> reader, @Nullable Object... parameters) {
        LOG.debug("{}", sql);
        try (PreparedStatement statement = prepare(sql, parameters);
                ResultSet rows = statement.executeQuery()) {
            List<T> values = new ArrayList<>();
            Row row = new Row(rows);
            while (rows.next()) {
                values.add(reader.read(row));
            }
            return values;
        } catch (SQLException e) {
            throw DatabaseException.of("Query failed", e);
        }
    }

    /** The first row of a query, if it has any. */
    public <T> Optional<T> first(String sql, Row.Reader<T> reader, @Nullable Object... parameters) {
        return query(sql, reader, parameters).stream().findFirst();
    }

    /** Such as 17; the server has told it when the session began. */
    public int serverMajorVersion() {
        try {
            return connection.getMetaData().getDatabaseMajorVersion();
        } catch (SQLException e) {
            throw DatabaseException.of("The server's version is not known", e);
        }
    }

    /** Commits; a transaction that has failed before is an error here, where the server would just roll back. */
    public void commit() {
        try {
            if (connection.unwrap(BaseConnection.class).getTransactionState() == TransactionState.FAILED) {
                throw new SQLException("the transaction has failed before and was not committed", "25P02");
            }
        } catch (SQLException e) {
            throw DatabaseException.of("COMMIT failed", e);
        }
        execute("COMMIT");
    }

    public void rollback() {
        execute("ROLLBACK");
    }

    /** Starts a COPY to us. Nothing else may run here until it has ended. */
    public CopyOutChannel copyOut(String sql, TableId table) {
        LOG.debug("{}", sql);
        try {
            return new CopyOutChannel(
                    this, connection.unwrap(PGConnection.class).getCopyAPI().copyOut(sql), table);
        } catch (SQLException e) {
            throw DatabaseException.of("COPY of " + table + " could not start", e);
        }
    }

    /** Starts a COPY from us. Nothing else may run here until it has ended. */
    public CopyInChannel copyIn(TableId table, List<String> columns) {
        String sql = Statements.copyIn(table, columns);
        LOG.debug("{}", sql);
        try {
            return new CopyInChannel(
                    connection.unwrap(PGConnection.class).getCopyAPI().copyIn(sql), table);
        } catch (SQLException e) {
            throw SqlErrors.of("COPY into " + table + " could not start", table.name(), e);
        }
    }

    /** A statement that takes so many rows at a time, whose fields have these types. */
    public RowBatch rowBatch(String sql, List<PgType> types, int rowsAStatement) {
        LOG.debug("{}", sql);
        try {
            return new RowBatch(connection.unwrap(PgConnection.class), sql, types, rowsAStatement);
        } catch (SQLException e) {
            throw DatabaseException.of("Statement failed", e);
        }
    }

    /** Asks the server to end the statement that runs, from any thread. */
    public void cancel() {
        if (aborted) {
            // The driver would still open a connection for it, to a server that may not answer.
            return;
        }
        try {
            connection.unwrap(PGConnection.class).cancelQuery();
        } catch (SQLException e) {
            // Only a courtesy to the server: it ends a COPY at its next write to the closed socket too.
            LOG.debug("cancel request was not delivered: {}", e.getMessage());
        }
    }

    /** Closes the socket, from any thread and without waiting for it; the owner's wait ends with an error. */
    public void abort() {
        aborted = true;
        try {
            connection.abort(close -> {
                Thread thread = new Thread(close, "pgcopy-abort");
                thread.setDaemon(true);
                thread.start();
            });
        } catch (SQLException e) {
            throw DatabaseException.of("Connection could not be aborted", e);
        }
    }

    @Override
    public void close() {
        try {
            connection.close();
        } catch (SQLException e) {
            throw DatabaseException.of("Connection could not be closed", e);
        }
    }

    private PreparedStatement prepare(String sql, @Nullable Object... parameters) throws SQLException {
        PreparedStatement statement = connection.prepareStatement(sql);
        try {
            for (int i = 0; i < parameters.length; i++) {
                Object value = parameters[i];
                statement.setObject(
                        i + 1,
                        value instanceof List<?> list ? connection.createArrayOf("text", list.toArray()) : value);
            }
            return statement;
        } catch (SQLException | RuntimeException e) {
            closeAfter(e, statement);
            throw e;
        }
    }

    private static void closeAfter(Exception failure, Statement statement) {
        try {
            statement.close();
        } catch (SQLException e) {
            failure.addSuppressed(e);
        }
    }
}
