/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.integration.chaos;

import io.pgcopy.connect.blob.BlobAttempt;
import io.pgcopy.connect.blob.BlobChunk;
import io.pgcopy.connect.blob.BlobManifest;
import io.pgcopy.connect.blob.BlobManifest.SlicedColumn;
import io.pgcopy.connect.blob.BlobSequence;
import io.pgcopy.connect.blob.BlobToken;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.jspecify.annotations.Nullable;

/** A record as JsonConverter reads it. */
final class Message {
    private static final int SLICE_BYTES = 40_000;
    private static final String KEY_FIELD = "{\"field\":\"k\",\"type\":\"int64\"}";
    private static final String FIELDS = "{\"field\":\"id\",\"type\":\"int64\"},"
            + "{\"field\":\"payload\",\"type\":\"bytes\"},{\"field\":\"digest\",\"type\":\"bytes\"}";

    private final byte @Nullable [] key;
    private final byte[] value;
    private final @Nullable String slice;

    private Message(@Nullable String key, String value, @Nullable String slice) {
        this.key = key == null ? null : key.getBytes(StandardCharsets.US_ASCII);
        this.value = value.getBytes(StandardCharsets.US_ASCII);
        this.slice = slice;
    }

    /** A row without a key. */
    static Message of(NumberedRow row) {
        return new Message(null, struct(FIELDS, content(row, row.payload())), null);
    }

    /** A row that is the last word on its key. */
    static Message keyed(NumberedRow row, long key) {
        return keyed(row, key, row.payload(), null);
    }

    /** The same in slices, as the source sends it. */
    static List<Message> sliced(NumberedRow row, long key, int partition) {
        byte[] payload = row.payload();
        int count = (payload.length + SLICE_BYTES - 1) / SLICE_BYTES;
        BlobManifest manifest = new BlobManifest(List.of(new SlicedColumn("payload", payload.length)), "");
        BlobSequence sequence =
                new BlobSequence(BlobAttempt.of(partition, new BlobToken(1, row.id())), manifest, count);
        List<Message> slices = new ArrayList<>();
        for (int from = 0; from < payload.length; from += SLICE_BYTES) {
            byte[] slice = Arrays.copyOfRange(payload, from, Math.min(from + SLICE_BYTES, payload.length));
            slices.add(keyed(row, key, slice, sequence.next(slice).format()));
        }
        return slices;
    }

    private static Message keyed(NumberedRow row, long key, byte[] payload, @Nullable String slice) {
        String named = "\"k\":" + key;
        return new Message(
                struct(KEY_FIELD, named), struct(KEY_FIELD + "," + FIELDS, named + "," + content(row, payload)), slice);
    }

    ProducerRecord<byte[], byte[]> to(String topic, int partition) {
        ProducerRecord<byte[], byte[]> message = new ProducerRecord<>(topic, partition, key, value);
        if (slice != null) {
            message.headers().add(BlobChunk.HEADER, slice.getBytes(StandardCharsets.UTF_8));
        }
        return message;
    }

    byte[] value() {
        return value;
    }

    private static String content(NumberedRow row, byte[] payload) {
        Base64.Encoder base64 = Base64.getEncoder();
        return "\"id\":" + row.id() + ",\"payload\":\"" + base64.encodeToString(payload) + "\",\"digest\":\""
                + base64.encodeToString(row.digest()) + "\"";
    }

    private static String struct(String fields, String content) {
        return "{\"schema\":{\"type\":\"struct\",\"fields\":[" + fields + "]},\"payload\":{" + content + "}}";
    }
}
