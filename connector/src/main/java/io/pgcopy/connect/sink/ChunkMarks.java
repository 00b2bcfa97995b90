/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.sink;

import io.pgcopy.connect.blob.BlobCheckpoint;
import io.pgcopy.connect.blob.PendingBlob;
import io.pgcopy.connect.db.Session;
import java.util.Map;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.connect.errors.ConnectException;

/** What the database itself remembers of chunked rows: as much as a restart needs, or nothing. */
interface ChunkMarks {
    /** A row whose transaction ended without an answer was committed after all. */
    final class AlreadyWritten extends ConnectException {
        private static final long serialVersionUID = 1L;

        AlreadyWritten(PendingBlob blob) {
            super(blob + " was written before");
        }
    }

    /** Nothing is remembered: after a restart rows are written again that Kafka's offsets do not cover. */
    ChunkMarks NONE = new ChunkMarks() {
        @Override
        public void mark(Session session, TopicPartition partition, PendingBlob blob) {
            // Kafka's offset alone says what is done.
        }

        @Override
        public boolean keeps() {
            return false;
        }

        @Override
        public Map<TopicPartition, BlobCheckpoint> load(Map<TopicPartition, Long> offsets) {
            return Map.of();
        }
    };

    /**
     * Notes within a streamed row's own transaction that it is written.
     *
     * @throws FencedException where another task owns the partition
     * @throws AlreadyWritten where it was noted before
     */
    void mark(Session session, TopicPartition partition, PendingBlob blob);

    /** Whether anything is remembered. */
    boolean keeps();

    /** What is remembered of partitions, given the offsets that the database has. */
    Map<TopicPartition, BlobCheckpoint> load(Map<TopicPartition, Long> offsets);
}
