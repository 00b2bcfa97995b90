/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.integration.sink;

import io.pgcopy.connect.blob.BlobAttempt;
import io.pgcopy.connect.blob.BlobChunk;
import io.pgcopy.connect.blob.BlobManifest;
import io.pgcopy.connect.blob.BlobManifest.SlicedColumn;
import io.pgcopy.connect.blob.BlobSequence;
import io.pgcopy.connect.blob.BlobToken;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaBuilder;
import org.apache.kafka.connect.data.Struct;

/** A row of {@code (id, note)} whose note comes in slices, one record each, as the source sends it. */
final class Slices {
    private static final Schema ROW = row(Schema.STRING_SCHEMA);
    private static final Schema BINARY_ROW = row(Schema.BYTES_SCHEMA);

    private final TopicLog log;
    private final TopicPartition partition;
    private final long id;
    private final Schema schema;
    private final Deque<byte[]> left;
    private final BlobSequence sequence;

    Slices(TopicLog log, TopicPartition partition, long id, String... slices) {
        this(
                log,
                partition,
                id,
                ROW,
                Arrays.stream(slices)
                        .map(slice -> slice.getBytes(StandardCharsets.UTF_8))
                        .toArray(byte[][]::new));
    }

    /** The same of bytes. */
    static Slices ofBytes(TopicLog log, TopicPartition partition, long id, byte[]... slices) {
        return new Slices(log, partition, id, BINARY_ROW, slices);
    }

    private Slices(TopicLog log, TopicPartition partition, long id, Schema schema, byte[]... slices) {
        this.schema = schema;
        this.log = log;
        this.partition = partition;
        this.id = id;
        this.left = new ArrayDeque<>(List.of(slices));
        int bytes = Arrays.stream(slices).mapToInt(slice -> slice.length).sum();
        BlobManifest manifest = new BlobManifest(List.of(new SlicedColumn("note", bytes)), "(0," + id + ")");
        this.sequence = new BlobSequence(BlobAttempt.of(1, new BlobToken(1, id)), manifest, slices.length);
    }

    /** Adds the next slice to the log. */
    Slices next() {
        byte[] slice = left.element();
        Object value = schema == ROW ? new String(slice, StandardCharsets.UTF_8) : slice;
        log.add(partition, new Struct(schema).put("id", id).put("note", value), BlobChunk.HEADER, cut());
        return this;
    }

    /** The next slice gets lost on its way. */
    Slices lose() {
        cut();
        return this;
    }

    private String cut() {
        return sequence.next(left.removeFirst()).format();
    }

    private static Schema row(Schema note) {
        return SchemaBuilder.struct()
                .field("id", Schema.INT64_SCHEMA)
                .field("note", note)
                .build();
    }
}
