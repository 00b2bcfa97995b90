/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.sink;

import io.pgcopy.connect.blob.BlobCheckpoint;
import io.pgcopy.connect.blob.PendingBlob;
import io.pgcopy.connect.db.Session;
import java.util.Map;
import org.apache.kafka.common.TopicPartition;

/** A database that would remember chunked rows and has none yet. */
final class KeptMarks implements ChunkMarks {
    @Override
    public void mark(Session session, TopicPartition partition, PendingBlob blob) {
        throw new IllegalStateException("this test streams no rows");
    }

    @Override
    public boolean keeps() {
        return true;
    }

    @Override
    public Map<TopicPartition, BlobCheckpoint> load(Map<TopicPartition, Long> offsets) {
        return Map.of();
    }
}
