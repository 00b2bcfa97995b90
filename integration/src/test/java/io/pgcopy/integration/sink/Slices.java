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
import java.util.Deque;
import java.util.List;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaBuilder;
import org.apache.kafka.connect.data.Struct;

/** A row of {@code (id, note)} whose note comes in slices, one record each, as the source sends it. */
final class Slices {
    private static final Schema ROW = SchemaBuilder.struct()
            .field("id", Schema.INT64_SCHEMA)
            .field("note", Schema.STRING_SCHEMA)
            .build();

    private final TopicLog log;
    private final TopicPartition partition;
    private final long id;
    private final Deque<String> left;
    private final BlobSequence sequence;

    Slices(TopicLog log, TopicPartition partition, long id, String... slices) {
        this.log = log;
        this.partition = partition;
        this.id = id;
        this.left = new ArrayDeque<>(List.of(slices));
        int bytes = String.join("", slices).length();
        BlobManifest manifest = new BlobManifest(List.of(new SlicedColumn("note", bytes)), "(0," + id + ")");
        this.sequence = new BlobSequence(BlobAttempt.of(1, new BlobToken(1, id)), manifest, slices.length);
    }

    /** Adds the next slice to the log. */
    Slices next() {
        String slice = left.element();
        log.add(partition, new Struct(ROW).put("id", id).put("note", slice), BlobChunk.HEADER, cut());
        return this;
    }

    /** The next slice gets lost on its way. */
    Slices lose() {
        cut();
        return this;
    }

    private String cut() {
        return sequence.next(left.removeFirst().getBytes(StandardCharsets.UTF_8))
                .format();
    }
}
