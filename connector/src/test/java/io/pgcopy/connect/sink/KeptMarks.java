/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.sink;

import io.pgcopy.connect.blob.BlobCheckpoint;
import io.pgcopy.connect.blob.PendingBlob;
import io.pgcopy.connect.db.Session;
import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.common.TopicPartition;

/** A database that remembers of chunked rows what a test says. */
final class KeptMarks implements ChunkMarks {
    final Map<TopicPartition, BlobCheckpoint> stored = new HashMap<>();

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
        Map<TopicPartition, BlobCheckpoint> asked = new HashMap<>(stored);
        asked.keySet().retainAll(offsets.keySet());
        return asked;
    }
}
