/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.integration.types;

import io.pgcopy.connect.catalog.CatalogReader;
import io.pgcopy.connect.codec.CodecOptions;
import io.pgcopy.connect.codec.CodecRegistry;
import io.pgcopy.connect.copy.CopyStreamReader;
import io.pgcopy.connect.copy.CopyStreamWriter;
import io.pgcopy.connect.copy.TupleBuffer;
import io.pgcopy.connect.db.ConnectionFactory;
import io.pgcopy.connect.db.CopyInChannel;
import io.pgcopy.connect.db.CopyOutChannel;
import io.pgcopy.connect.db.ReadFrom;
import io.pgcopy.connect.db.ReadLock;
import io.pgcopy.connect.db.ReadStatements;
import io.pgcopy.connect.db.SelectList;
import io.pgcopy.connect.db.Session;
import io.pgcopy.connect.db.Statements;
import io.pgcopy.connect.row.RowDecoder;
import io.pgcopy.connect.row.RowEncoder;
import io.pgcopy.connect.type.Column;
import io.pgcopy.connect.type.Table;
import io.pgcopy.connect.type.TableId;
import io.pgcopy.integration.fixture.Await;
import io.pgcopy.integration.fixture.Database;
import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import org.apache.kafka.common.config.types.Password;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.Struct;

/** Rows out of one table into records and into another table, the way source and sink do it, without Kafka between. */
final class RowTrip implements AutoCloseable {
    private final Session session;
    private final CatalogReader catalog;
    private final CodecRegistry registry;

    RowTrip(Database database, CodecOptions options) {
        this.session = new ConnectionFactory(database.url(), database.user(), new Password(database.password()), null)
                .open("row-trip");
        this.catalog = new CatalogReader(session);
        this.registry = CodecRegistry.of(options);
    }

    List<Struct> read(String name) {
        List<Struct> rows = new ArrayList<>();
        read(name, rows::add);
        return rows;
    }

    void read(String name, Consumer<Struct> rows) {
        Table table = table(name);
        RowDecoder decoder = RowDecoder.of(table, table.columns(), List.of(), registry);
        List<String> columns = new ArrayList<>();
        Set<String> asText = new HashSet<>();
        for (Column column : decoder.columns()) {
            if (decoder.asText(columns.size())) {
                asText.add(column.name());
            }
            columns.add(column.name());
        }
        session.execute(ReadStatements.beginRead(ReadLock.of(table.kind(), true), session.serverMajorVersion()));
        String sql = ReadStatements.copyOut(ReadFrom.all(table.id()), new SelectList(columns, asText, Set.of()));
        try (CopyOutChannel channel = session.copyOut(sql, table.id())) {
            CopyStreamReader stream = new CopyStreamReader(channel::next);
            while (stream.nextTuple()) {
                Struct row = decoder.decode(stream);
                row.validate();
                rows.accept(row);
            }
        }
        session.commit();
    }

    void write(String name, Schema schema, List<Struct> rows) {
        Table table = table(name);
        RowEncoder encoder = RowEncoder.of(table, schema, Set.of(), registry);
        TupleBuffer buffer = new TupleBuffer();
        rows.forEach(row -> encoder.encode(row, buffer));
        List<String> columns = encoder.columns().stream().map(Column::name).toList();
        session.execute(Statements.beginWrite(Await.LIMIT));
        CopyInChannel channel = session.copyIn(table.id(), columns);
        CopyStreamWriter.write(buffer, 0, buffer.tuples(), channel::write);
        channel.finish();
        session.commit();
    }

    /** The table's own bytes, as COPY sends them. */
    byte[] bytes(String name) {
        TableId table = new TableId("public", name);
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        String sql = ReadStatements.copyOut(ReadFrom.all(table), SelectList.of(List.of("v")));
        try (CopyOutChannel channel = session.copyOut(sql, table)) {
            byte[] message = channel.next();
            while (message != null) {
                bytes.writeBytes(message);
                message = channel.next();
            }
        }
        return bytes.toByteArray();
    }

    @Override
    public void close() {
        session.close();
    }

    private Table table(String name) {
        return catalog.table(new TableId("public", name)).orElseThrow();
    }
}
