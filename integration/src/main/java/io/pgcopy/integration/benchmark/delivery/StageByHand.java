/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.integration.benchmark.delivery;

import io.pgcopy.integration.fixture.Database;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.sink.SinkRecord;
import org.postgresql.PGConnection;
import org.postgresql.copy.CopyIn;

/**
 * What a person would write for narrow rows: binary COPY into a temporary table that is made once, and one
 * INSERT … ON CONFLICT from it, a transaction for so many rows. It relies on keys that are not twice in one.
 */
final class StageByHand implements Way {
    private static final byte[] HEADER = "PGCOPY\n\377\r\n\0\0\0\0\0\0\0\0\0".getBytes(StandardCharsets.ISO_8859_1);
    private static final int BUFFER_BYTES = 1 << 20;
    private static final int ROW_BYTES = 64 << 10;

    private final Database database;
    private final int rowsATransaction;
    private final ByteBuffer buffer = ByteBuffer.allocate(BUFFER_BYTES);

    StageByHand(Database database, int rowsATransaction) {
        this.database = database;
        this.rowsATransaction = rowsATransaction;
    }

    @Override
    public void write(Load load) throws SQLException {
        try (Connection connection = database.connect();
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE TEMPORARY TABLE stage (LIKE " + Load.TABLE + ") ON COMMIT DELETE ROWS");
            connection.setAutoCommit(false);
            List<SinkRecord> records = load.records();
            for (int from = 0; from < records.size(); from += rowsATransaction) {
                copy(connection, load, from, Math.min(from + rowsATransaction, records.size()));
                statement.execute("INSERT INTO " + Load.TABLE + " SELECT * FROM stage ON CONFLICT (id) DO UPDATE SET "
                        + load.shape().updates());
                connection.commit();
            }
        }
    }

    private void copy(Connection connection, Load load, int from, int end) throws SQLException {
        CopyIn copy =
                connection.unwrap(PGConnection.class).getCopyAPI().copyIn("COPY stage FROM STDIN (FORMAT binary)");
        buffer.clear().put(HEADER);
        for (SinkRecord record : load.records().subList(from, end)) {
            load.shape().encode((Struct) record.value(), buffer);
            if (buffer.remaining() < ROW_BYTES) {
                send(copy);
            }
        }
        buffer.putShort((short) -1);
        send(copy);
        copy.endCopy();
    }

    private void send(CopyIn copy) throws SQLException {
        copy.writeToCopy(buffer.array(), 0, buffer.position());
        buffer.clear();
    }
}
