/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.sink;

import io.pgcopy.connect.blob.BlobCheckpoint;
import io.pgcopy.connect.blob.PendingBlob;
import io.pgcopy.connect.db.Session;
import java.util.Map;
import org.apache.kafka.common.TopicPartition;

/** Chunked rows as the offsets ledger remembers them. */
record LedgerMarks(OffsetLedger ledger, Flusher flusher, TargetConnection connection) implements ChunkMarks {
    @Override
    public void mark(Session session, TopicPartition partition, PendingBlob blob) {
        // Whoever claims the partition from here on waits for our end, and then sees the mark.
        ledger.hold(session, partition);
        if (!ledger.chunks().mark(session, partition, blob.attempt().id(), blob.headOffset())) {
            throw new AlreadyWritten(blob);
        }
    }

    @Override
    public boolean keeps() {
        return true;
    }

    @Override
    public Map<TopicPartition, BlobCheckpoint> load(Map<TopicPartition, Long> offsets) {
        return flusher.call(() -> connection.use(session -> ledger.chunks().load(session, offsets)));
    }
}
