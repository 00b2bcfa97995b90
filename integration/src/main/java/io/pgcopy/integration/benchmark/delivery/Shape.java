/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.integration.benchmark.delivery;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.List;
import java.util.stream.Collectors;
import org.apache.kafka.connect.data.Field;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaBuilder;
import org.apache.kafka.connect.data.Struct;

/** The two kinds of rows: several small columns, or a number and a blob. */
enum Shape {
    NARROW("id int8 PRIMARY KEY, n int4, x float8, label text, done bool") {
        private static final Schema SCHEMA = SchemaBuilder.struct()
                .field("id", Schema.INT64_SCHEMA)
                .field("n", Schema.INT32_SCHEMA)
                .field("x", Schema.FLOAT64_SCHEMA)
                .field("label", Schema.STRING_SCHEMA)
                .field("done", Schema.BOOLEAN_SCHEMA)
                .build();

        @Override
        Schema schema() {
            return SCHEMA;
        }

        @Override
        Struct row(long id, Content content) {
            return new Struct(schema())
                    .put("id", id)
                    .put("n", (int) (id * 7 % 100_003))
                    .put("x", id / 3.0)
                    .put("label", "label of row " + id + " in the benchmark")
                    .put("done", id % 3 == 0);
        }

        @Override
        void encode(Struct row, ByteBuffer out) {
            byte[] label = row.getString("label").getBytes(StandardCharsets.UTF_8);
            out.putShort((short) 5);
            out.putInt(8).putLong(row.getInt64("id"));
            out.putInt(4).putInt(row.getInt32("n"));
            out.putInt(8).putDouble(row.getFloat64("x"));
            out.putInt(label.length).put(label);
            out.putInt(1).put((byte) (row.getBoolean("done") ? 1 : 0));
        }

        @Override
        void bind(Struct row, PreparedStatement statement) throws SQLException {
            statement.setLong(1, row.getInt64("id"));
            statement.setInt(2, row.getInt32("n"));
            statement.setDouble(3, row.getFloat64("x"));
            statement.setString(4, row.getString("label"));
            statement.setBoolean(5, row.getBoolean("done"));
        }
    },

    BLOB("id int8 PRIMARY KEY, b bytea") {
        private static final Schema SCHEMA = SchemaBuilder.struct()
                .field("id", Schema.INT64_SCHEMA)
                .field("b", Schema.BYTES_SCHEMA)
                .build();

        @Override
        Schema schema() {
            return SCHEMA;
        }

        @Override
        Struct row(long id, Content content) {
            return new Struct(schema()).put("id", id).put("b", content.value(id));
        }

        @Override
        void encode(Struct row, ByteBuffer out) {
            byte[] blob = row.getBytes("b");
            out.putShort((short) 2);
            out.putInt(8).putLong(row.getInt64("id"));
            out.putInt(blob.length).put(blob);
        }

        @Override
        void bind(Struct row, PreparedStatement statement) throws SQLException {
            statement.setLong(1, row.getInt64("id"));
            statement.setBytes(2, row.getBytes("b"));
        }
    };

    private final String definition;

    Shape(String definition) {
        this.definition = definition;
    }

    abstract Schema schema();

    /** The columns of its table, as CREATE TABLE takes them. */
    String definition() {
        return definition;
    }

    List<String> columns() {
        return schema().fields().stream().map(Field::name).toList();
    }

    /** What ON CONFLICT does to a row that is there. */
    String updates() {
        return columns().stream()
                .filter(column -> !column.equals("id"))
                .map(column -> column + " = EXCLUDED." + column)
                .collect(Collectors.joining(", "));
    }

    abstract Struct row(long id, Content content);

    /** Writes a row as binary COPY takes it. */
    abstract void encode(Struct row, ByteBuffer out);

    abstract void bind(Struct row, PreparedStatement statement) throws SQLException;
}
