/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.integration.sink;

import io.pgcopy.connect.blob.BlobAttempt;
import io.pgcopy.connect.blob.BlobChunk;
import io.pgcopy.connect.blob.BlobManifest;
import io.pgcopy.connect.blob.BlobManifest.SlicedColumn;
import io.pgcopy.connect.blob.BlobSequence;
import io.pgcopy.connect.blob.BlobToken;
import io.pgcopy.integration.data.DataPattern;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaBuilder;
import org.apache.kafka.connect.data.Struct;

/** A row with three large columns, bytes, text and JSON, which comes in slices of them. */
final class LargeRow {
    static final TopicPartition P0 = new TopicPartition("t", 0);
    /** Bytes of all its values. */
    static final long BYTES = 5_000_000;
    /** Tables of such rows; neither domain takes a NULL. */
    static final String[] TABLES = {
        "CREATE DOMAIN label AS text NOT NULL",
        "CREATE DOMAIN photo AS bytea NOT NULL CHECK (octet_length(VALUE) < 10000000)",
        "CREATE TABLE t (id int8 PRIMARY KEY, label label, a photo, b text NOT NULL, c jsonb)"
    };

    /** Digests of all such rows. */
    static final String FOUND = "SELECT id, label, md5(a), md5(b), md5(c ->> 'k') FROM t ORDER BY id";

    private static final int SLICE = 500_000;
    private static final Schema ROW = SchemaBuilder.struct()
            .field("id", Schema.INT64_SCHEMA)
            .field("label", Schema.STRING_SCHEMA)
            .field("a", Schema.BYTES_SCHEMA)
            .field("b", Schema.STRING_SCHEMA)
            .field("c", Schema.OPTIONAL_STRING_SCHEMA)
            .build();

    private final long id;
    private final Map<String, byte[]> values = new LinkedHashMap<>();
    private final Deque<Map.Entry<String, byte[]>> left = new ArrayDeque<>();
    private final BlobSequence sequence;

    LargeRow(long id) {
        this.id = id;
        values.put("a", DataPattern.JSON.value(id, 2_000_000));
        values.put("b", DataPattern.HEX.value(id, 2_000_000));
        String json = new String(DataPattern.HEX.value(id + 1, 999_991), StandardCharsets.UTF_8);
        values.put("c", ("{\"k\": \"" + json + "\"}").getBytes(StandardCharsets.UTF_8));
        values.forEach((column, value) -> {
            for (int at = 0; at < value.length; at += SLICE) {
                left.add(Map.entry(column, Arrays.copyOfRange(value, at, Math.min(at + SLICE, value.length))));
            }
        });
        List<SlicedColumn> columns = values.entrySet().stream()
                .map(value -> new SlicedColumn(value.getKey(), value.getValue().length))
                .toList();
        sequence = new BlobSequence(
                BlobAttempt.of(1, new BlobToken(1, id)), new BlobManifest(columns, "(0," + id + ")"), left.size());
    }

    /** Adds all slices to the log but so many of the last ones. */
    LargeRow addAllBut(int last, TopicLog log) {
        while (left.size() > last) {
            Map.Entry<String, byte[]> cut = left.removeFirst();
            byte[] slice = cut.getValue();
            Struct value = row(id).put("a", new byte[0]).put("b", "");
            Object content = cut.getKey().equals("a") ? slice : new String(slice, StandardCharsets.UTF_8);
            value.put(cut.getKey(), content);
            log.add(P0, value, BlobChunk.HEADER, sequence.next(slice).format());
        }
        return this;
    }

    /** Adds a whole row with little in it. */
    static void addSmall(long id, TopicLog log) {
        log.add(P0, row(id).put("a", new byte[1]).put("b", "small"));
    }

    private static Struct row(long id) {
        return new Struct(ROW).put("id", id).put("label", "label " + id);
    }

    /** What {@link #FOUND} finds where the row was written. */
    List<String> expected() {
        byte[] json = values.get("c");
        return List.of(
                Long.toString(id),
                "label " + id,
                md5(values.get("a")),
                md5(values.get("b")),
                md5(Arrays.copyOfRange(json, 7, json.length - 2)));
    }

    private static String md5(byte[] bytes) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("MD5").digest(bytes));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}
