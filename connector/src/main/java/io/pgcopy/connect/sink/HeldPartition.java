/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.sink;

import org.apache.kafka.common.TopicPartition;

/** What the task knows of one partition assigned to it. Confined to the task's thread. */
final class HeldPartition {
    private static final long NOTHING = -1;

    private final TopicPartition id;
    private long first = NOTHING;
    private long next = NOTHING;
    private long committed = NOTHING;

    HeldPartition(TopicPartition id) {
        this.id = id;
    }

    TopicPartition id() {
        return id;
    }

    /** Whether the record of this offset is encoded already, in a batch or in the database. */
    boolean hasTaken(long offset) {
        return offset < next;
    }

    void take(long offset) {
        if (first == NOTHING) {
            first = offset;
        }
        next = offset + 1;
    }

    /** The database has everything before this offset. */
    void commit(long nextOffset) {
        committed = nextOffset;
    }

    boolean hasCommitted() {
        return committed != NOTHING;
    }

    /** What Kafka may be told; only where {@link #hasCommitted}. */
    long committed() {
        return committed;
    }

    /** Forgets what was taken and not committed; where to read again, or -1 where nothing was ever taken. */
    long rewind() {
        next = NOTHING;
        return committed == NOTHING ? first : committed;
    }
}
