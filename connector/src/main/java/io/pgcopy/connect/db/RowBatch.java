/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.db;

import io.pgcopy.connect.type.BuiltIn;
import io.pgcopy.connect.type.PgType;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Types;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.postgresql.jdbc.PgConnection;
import org.postgresql.util.PGobject;

/**
 * One statement run again and again, with the parameters of so many rows in the server's binary form. For rows so
 * wide that staging them, which writes each value twice, costs more. The statement is parsed each time, since a
 * connection pooler may not know prepared ones: several rows share the cost.
 */
public final class RowBatch implements AutoCloseable {
    // What the driver may hold before it is sent.
    private static final long MAX_BYTES = 4L * 1024 * 1024;

    private final PreparedStatement statement;
    private final List<String> types;
    private final List<PgType> columns;
    private final int rowsAStatement;
    private int bound;
    private long pending;

    RowBatch(PgConnection connection, String sql, List<PgType> columns, int rowsAStatement) throws SQLException {
        this.statement = connection.prepareStatement(sql);
        // A domain travels as what it is based on.
        this.columns = columns.stream().map(PgType::carried).toList();
        this.types = new ArrayList<>();
        this.rowsAStatement = rowsAStatement;
        for (PgType type : this.columns) {
            connection.getQueryExecutor().addBinarySendOid(type.oid());
            String name = connection.getTypeInfo().getPGType(type.oid());
            types.add(name == null ? type.name() : name);
        }
    }

    /** Adds a row: the content of each field, null for NULL. */
    public void add(byte[] @Nullable [] fields) {
        try {
            for (int i = 0; i < fields.length; i++) {
                bind(i, bound * fields.length + i + 1, fields[i]);
            }
            if (++bound == rowsAStatement) {
                bound = 0;
                statement.addBatch();
                if (pending >= MAX_BYTES) {
                    run();
                }
            }
        } catch (SQLException e) {
            throw SqlErrors.of("Writing rows failed", e);
        }
    }

    /** Sends what was added, which must fill its last statement, and waits for the server's verdict. */
    public void run() {
        if (bound != 0) {
            throw new IllegalStateException(bound + " rows do not fill a statement of " + rowsAStatement);
        }
        try {
            statement.executeBatch();
            pending = 0;
        } catch (SQLException e) {
            throw SqlErrors.of("Writing rows failed", e);
        }
    }

    @Override
    public void close() {
        try {
            statement.close();
        } catch (SQLException e) {
            throw SqlErrors.of("Statement could not be closed", e);
        }
    }

    private void bind(int column, int parameter, byte @Nullable [] content) throws SQLException {
        if (content == null) {
            statement.setNull(parameter, Types.OTHER);
        } else if (columns.get(column).oid() == BuiltIn.BYTEA.oid()) {
            statement.setBytes(parameter, content);
            pending += content.length;
        } else {
            statement.setObject(parameter, binary(types.get(column), content));
            pending += content.length;
        }
    }

    private static PGobject binary(String type, byte[] content) throws SQLException {
        // The driver takes binary content of no bytes for NULL; types that have such a value write it as no text.
        PGobject parameter = content.length == 0 ? new PGobject() : new BinaryParameter(content);
        parameter.setType(type);
        if (content.length == 0) {
            parameter.setValue("");
        }
        return parameter;
    }
}
