/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.integration.benchmark.delivery;

import io.pgcopy.integration.fixture.Database;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.Collections;
import java.util.List;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.sink.SinkRecord;

/**
 * What a person would write for wide rows: one INSERT … ON CONFLICT prepared once, executed in batches of so many
 * bytes, a transaction for so many rows.
 */
final class BatchByHand implements Way {
    private static final long BATCH_BYTES = 4_000_000;

    private final Database database;
    private final int rowsATransaction;

    BatchByHand(Database database, int rowsATransaction) {
        this.database = database;
        this.rowsATransaction = rowsATransaction;
    }

    @Override
    public void write(Load load) throws SQLException {
        int rowsABatch = (int) Math.max(1, BATCH_BYTES * load.rows() / load.bytes());
        try (Connection connection = database.connect();
                PreparedStatement statement = connection.prepareStatement(sql(load.shape()))) {
            connection.setAutoCommit(false);
            List<SinkRecord> records = load.records();
            for (int row = 0; row < records.size(); row++) {
                load.shape().bind((Struct) records.get(row).value(), statement);
                statement.addBatch();
                boolean ends = (row + 1) % rowsATransaction == 0 || row + 1 == records.size();
                if (ends || (row + 1) % rowsABatch == 0) {
                    statement.executeBatch();
                }
                if (ends) {
                    connection.commit();
                }
            }
        }
    }

    private static String sql(Shape shape) {
        return "INSERT INTO " + Load.TABLE + " (" + String.join(", ", shape.columns()) + ") VALUES ("
                + String.join(", ", Collections.nCopies(shape.columns().size(), "?"))
                + ") ON CONFLICT (id) DO UPDATE SET " + shape.updates();
    }
}
