/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.integration.storage;

import io.pgcopy.integration.fixture.Database;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;

/** Stores values in a column that is EXTENDED with {@code pglz}, and tells what became of each. */
final class StoredSizes implements AutoCloseable {
    private final Connection connection;

    /** What the server keeps of one value. */
    record Stored(int bytes, boolean compressed) {}

    StoredSizes(Database database) throws SQLException {
        connection = database.connect();
        try (var statement = connection.createStatement()) {
            statement.execute("CREATE TEMP TABLE one_value (v bytea COMPRESSION pglz)");
        }
    }

    Stored store(byte[] value) throws SQLException {
        try (var statement = connection.createStatement()) {
            statement.execute("TRUNCATE one_value");
        }
        try (PreparedStatement insert = connection.prepareStatement("INSERT INTO one_value VALUES (?)")) {
            insert.setBytes(1, value);
            insert.executeUpdate();
        }
        try (var statement = connection.createStatement();
                ResultSet row = statement.executeQuery(
                        "SELECT pg_column_size(v), pg_column_compression(v) IS NOT NULL FROM one_value")) {
            row.next();
            return new Stored(row.getInt(1), row.getBoolean(2));
        }
    }

    @Override
    public void close() throws SQLException {
        connection.close();
    }
}
