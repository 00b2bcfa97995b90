/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.integration.source;

import io.pgcopy.connect.blob.BlobChunk;
import io.pgcopy.connect.blob.BlobManifest.SlicedColumn;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.zip.CRC32C;
import org.apache.kafka.connect.data.Field;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.header.Header;
import org.apache.kafka.connect.source.SourceRecord;

import static org.assertj.core.api.Assertions.assertThat;

/** Puts rows in slices together again, strictly by the documented layout, and fails where it is broken. */
final class Reassembled {
    private final Map<String, ByteArrayOutputStream> values = new HashMap<>();
    private final CRC32C checksum = new CRC32C();
    private final List<Map<String, Object>> rows = new ArrayList<>();
    private Map<String, Object> head = Map.of();
    private List<SlicedColumn> manifest = List.of();
    private int expected;
    private int largestRecord;

    /** Rows by column name; sliced texts as the bytes of their UTF-8. */
    static Reassembled of(List<SourceRecord> records) {
        Reassembled all = new Reassembled();
        records.forEach(all::add);
        assertThat(all.expected).as("the last row is complete").isZero();
        return all;
    }

    List<Map<String, Object>> rows() {
        return rows;
    }

    /** Most bytes of a value in one record. */
    int largestRecord() {
        return largestRecord;
    }

    private void add(SourceRecord record) {
        Header header = record.headers().lastWithName(BlobChunk.HEADER);
        Struct row = (Struct) record.value();
        if (header == null) {
            assertThat(expected).as("no other row between the slices of one").isZero();
            rows.add(fields(row));
            return;
        }
        BlobChunk chunk = BlobChunk.parse((String) header.value());
        assertThat(chunk.sequence()).isEqualTo(expected++);
        if (chunk.head()) {
            head = fields(row);
            manifest = chunk.manifest() == null ? List.of() : chunk.manifest().columns();
            manifest.forEach(column -> values.put(column.name(), new ByteArrayOutputStream()));
        }
        append(chunk, bytes(row.get(chunk.column())));
        if (chunk.tail()) {
            assertThat(chunk.checksum()).isEqualTo((int) checksum.getValue());
            finish();
        }
    }

    private void append(BlobChunk chunk, byte[] slice) {
        ByteArrayOutputStream value = values.get(chunk.column());
        assertThat((long) value.size()).isEqualTo(chunk.offset());
        value.writeBytes(slice);
        checksum.update(slice);
        largestRecord = Math.max(largestRecord, slice.length);
    }

    private void finish() {
        Map<String, Object> row = new HashMap<>(head);
        for (SlicedColumn column : manifest) {
            byte[] whole = values.get(column.name()).toByteArray();
            assertThat((long) whole.length).isEqualTo(column.bytes());
            row.put(column.name(), whole);
        }
        rows.add(row);
        values.clear();
        checksum.reset();
        expected = 0;
    }

    private static Map<String, Object> fields(Struct row) {
        Map<String, Object> fields = new HashMap<>();
        for (Field field : row.schema().fields()) {
            fields.put(field.name(), row.get(field));
        }
        return fields;
    }

    private static byte[] bytes(Object value) {
        return value instanceof String text ? text.getBytes(StandardCharsets.UTF_8) : (byte[]) value;
    }
}
