/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.blob;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** What survives a crash of the sink: rows written, checkpoints beside them, and Kafka's offsets. */
final class SimulatedDatabase {
    /** A row written, and the record or attempt it was made of. */
    record Written(SimulatedRow row, String origin) {}

    final List<Written> rows = new ArrayList<>();
    final Map<Integer, BlobCheckpoint> checkpoints = new HashMap<>();
    final Map<Integer, Map<Long, Long>> streamed = new HashMap<>();
    final Map<Integer, Long> kafkaOffsets = new HashMap<>();

    /** Marks of streamed rows that a checkpoint has taken over, or that it needs no more. */
    void forget(int partition, BlobCheckpoint stored) {
        Map<Long, Long> marks = streamed.getOrDefault(partition, new HashMap<>());
        marks.entrySet().removeIf(mark -> stored.done().containsKey(mark.getKey()) || mark.getValue() < stored.safe());
    }

    /** Whether a row put together from slices was streamed, and its mark is still there. */
    boolean marks(Written row) {
        return streamed.values().stream()
                .anyMatch(
                        marks -> marks.keySet().stream().map(Long::toHexString).anyMatch(row.origin()::equals));
    }

    @Nullable
    BlobCheckpoint restore(int partition) {
        BlobCheckpoint stored = checkpoints.get(partition);
        Map<Long, Long> done = new HashMap<>(streamed.getOrDefault(partition, Map.of()));
        if (stored == null) {
            return done.isEmpty() ? null : new BlobCheckpoint(0, 0, Map.of(), new TreeSet<>(), done);
        }
        done.putAll(stored.done());
        return new BlobCheckpoint(stored.next(), stored.safe(), stored.tokens(), stored.waiting(), done);
    }
}
