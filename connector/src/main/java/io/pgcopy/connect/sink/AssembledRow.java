/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.sink;

import io.pgcopy.connect.blob.BlobChunk;
import io.pgcopy.connect.blob.BlobManifest;
import io.pgcopy.connect.blob.BlobManifest.SlicedColumn;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.connect.data.Field;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.header.Header;
import org.apache.kafka.connect.sink.SinkRecord;

/** A chunked row that is put together in memory, to go on as if it had come in one record. */
final class AssembledRow {
    // The tail's place is that of the record; a row that is written while it arrives knows its head's alone.
    private static final String BEGIN = "pgcopy.assembled.begin";

    private final SinkRecord head;
    private final List<SlicedColumn> columns;
    private final Map<String, byte[]> values = new HashMap<>();
    private int column;
    private int filled;

    AssembledRow(BlobManifest manifest, SinkRecord head) {
        this.head = head;
        this.columns = manifest.columns();
    }

    /** Whether a record that is to be written was put together here: it has its last slice's header still. */
    static boolean made(SinkRecord record) {
        return !record.headers().isEmpty() && record.headers().lastWithName(BlobChunk.HEADER) != null;
    }

    /** The offset at which a record's row begins: its own, or that of the first of the slices that it is made of. */
    static long begin(SinkRecord record) {
        // Of another record the header may be anybody's.
        Header begin = made(record) ? record.headers().lastWithName(BEGIN) : null;
        return begin != null && begin.value() instanceof Long offset ? offset : record.originalKafkaOffset();
    }

    /** The id of the attempt whose slices made up such a record. */
    static long attempt(SinkRecord made) {
        String header = (String) made.headers().lastWithName(BlobChunk.HEADER).value();
        return BlobChunk.parse(header).attempt().id();
    }

    /** Takes the next slice; that it is the next one was checked before. */
    void append(ByteBuffer slice) {
        SlicedColumn current = columns.get(column);
        byte[] value = values.computeIfAbsent(current.name(), name -> new byte[Math.toIntExact(current.bytes())]);
        int length = slice.remaining();
        slice.get(value, filled, length);
        filled += length;
        if (filled == value.length) {
            column++;
            filled = 0;
        }
    }

    /** The whole row, at the place of the record that completed it. */
    SinkRecord record(SinkRecord tail) {
        Struct first = (Struct) head.value();
        Struct whole = new Struct(first.schema());
        for (Field field : first.schema().fields()) {
            byte[] value = values.get(field.name());
            Object content = value == null ? first.getWithoutDefault(field.name()) : content(field, value);
            // A null stays one, whatever default its schema has.
            if (content != null) {
                whole.put(field, content);
            }
        }
        SinkRecord made = tail.newRecord(
                tail.topic(),
                tail.kafkaPartition(),
                head.keySchema(),
                head.key(),
                head.valueSchema(),
                whole,
                head.timestamp());
        made.headers().addLong(BEGIN, head.originalKafkaOffset());
        return made;
    }

    private static Object content(Field field, byte[] bytes) {
        return field.schema().type() == Schema.Type.BYTES ? bytes : new String(bytes, StandardCharsets.UTF_8);
    }
}
