/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.blob;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A topic: what producers appended, and what of it a sink must make. */
final class SimulatedLog {
    /** One record. A plain row has no chunk. */
    record Entry(SimulatedRow row, @Nullable BlobChunk chunk, ByteBuffer bytes) {
        /** The chunk of a record that has one. */
        BlobChunk slice() {
            return Objects.requireNonNull(chunk);
        }
    }

    /** Where the records of one attempt stand. */
    static final class Attempt {
        final SimulatedRow row;
        final int partition;
        final List<Long> offsets = new ArrayList<>();
        long headOffset = -1;
        int next;
        boolean complete;

        Attempt(SimulatedRow row, int partition) {
            this.row = row;
            this.partition = partition;
        }
    }

    final List<List<Entry>> partitions = new ArrayList<>();
    private final Map<Long, Attempt> attempts = new HashMap<>();

    SimulatedLog(int count) {
        for (int i = 0; i < count; i++) {
            partitions.add(new ArrayList<>());
        }
    }

    Attempt attempt(long id) {
        return Objects.requireNonNull(attempts.get(id));
    }

    Entry entry(int partition, long offset) {
        return partitions.get(partition).get((int) offset);
    }

    int partitionOf(SimulatedRow row) {
        return Math.floorMod(row.key().hashCode() * 31, partitions.size());
    }

    void append(Entry entry) {
        int partition = partitionOf(entry.row());
        long offset = partitions.get(partition).size();
        partitions.get(partition).add(entry);
        BlobChunk chunk = entry.chunk();
        if (chunk != null) {
            Attempt attempt = attempts.computeIfAbsent(chunk.attempt().id(), id -> new Attempt(entry.row(), partition));
            attempt.offsets.add(offset);
            if (chunk.head() && attempt.headOffset < 0) {
                attempt.headOffset = offset;
            }
            if (chunk.sequence() == attempt.next) {
                attempt.next++;
                attempt.complete = chunk.tail();
            }
        }
    }
}
