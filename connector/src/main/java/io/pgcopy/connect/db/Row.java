/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.db;

import java.sql.Array;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The current row of a query's result, by column name. Valid only while its reader runs. */
public final class Row {
    /** Makes one value of each row. */
    @FunctionalInterface
    public interface Reader<T> {
        T read(Row row);
    }

    @FunctionalInterface
    private interface Getter<T extends @Nullable Object> {
        T get(String column) throws SQLException;
    }

    private final ResultSet rows;

    Row(ResultSet rows) {
        this.rows = rows;
    }

    public String text(String column) {
        String value = textOrNull(column);
        if (value == null) {
            throw new IllegalStateException("column " + column + " is NULL");
        }
        return value;
    }

    public @Nullable String textOrNull(String column) {
        return read(column, rows::getString);
    }

    public int int4(String column) {
        return read(column, rows::getInt);
    }

    public long int8(String column) {
        return read(column, rows::getLong);
    }

    public boolean bool(String column) {
        return read(column, rows::getBoolean);
    }

    /** An {@code oid}: unsigned on the server, the same 32 bits here. */
    public int oid(String column) {
        return (int) int8(column);
    }

    /** A {@code text[]}; empty where it is NULL. */
    public List<String> texts(String column) {
        return read(column, name -> {
            Array array = rows.getArray(name);
            List<String> values = new ArrayList<>();
            if (array != null) {
                for (Object value : (Object[]) array.getArray()) {
                    values.add((String) value);
                }
            }
            return values;
        });
    }

    private static <T extends @Nullable Object> T read(String column, Getter<T> getter) {
        try {
            return getter.get(column);
        } catch (SQLException e) {
            throw DatabaseException.of("Cannot read column " + column + " of a query's result", e);
        }
    }
}
