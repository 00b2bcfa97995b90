/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.sink;

import java.util.concurrent.TimeUnit;
import org.apache.kafka.common.TopicPartition;

/** What the task knows of one partition assigned to it. Confined to the task's thread. */
final class HeldPartition {
    static final long NOTHING = -1;

    private static final long FENCE_WINDOW_NANOS = TimeUnit.MINUTES.toNanos(1);

    private final TopicPartition id;
    private boolean claimed;
    private int fenced;
    private long fencedNanos;
    private long first = NOTHING;
    private long next = NOTHING;
    private long committed = NOTHING;
    // Nothing was dropped that is still to be delivered again.
    private boolean inStep = true;
    // The framework's word on what was consumed is that of before, until a record has come.
    private boolean mistrusted;

    HeldPartition(TopicPartition id, boolean claimed, boolean mistrusted) {
        this.id = id;
        this.claimed = claimed;
        this.mistrusted = mistrusted;
    }

    TopicPartition id() {
        return id;
    }

    /** Whether it may be written: always, unless the database keeps the offsets. */
    boolean isClaimed() {
        return claimed;
    }

    /** Makes it this task's, from the offset that the database has; {@link #NOTHING} where it has none. */
    void claim(long offset) {
        claimed = true;
        moveTo(offset);
    }

    /** It must be claimed before more of it is written. */
    void disown() {
        inStep = false;
        claimed = false;
        next = NOTHING;
    }

    /** Another task owns it; how often that happened within a minute. */
    int fence() {
        disown();
        long now = System.nanoTime();
        if (fenced == 0 || now - fencedNanos > FENCE_WINDOW_NANOS) {
            fencedNanos = now;
            fenced = 0;
        }
        return ++fenced;
    }

    /** Takes the database's word for what it has. */
    void moveTo(long offset) {
        inStep = false;
        if (offset == NOTHING) {
            next = NOTHING;
            committed = NOTHING;
        } else {
            first = offset;
            next = offset;
            committed = offset;
        }
    }

    /** Whether a record of this offset is encoded already, in a batch or in the database. */
    boolean hasTaken(long offset) {
        return offset < next;
    }

    /** Kafka begins anew at a lower offset: nothing that was there says anything of what comes. */
    void restart(long offset) {
        inStep = false;
        first = offset;
        next = offset;
        if (committed > offset) {
            committed = NOTHING;
        }
    }

    /** Goes back to rows that wait in Kafka, among others that are written. */
    void readAgain(long offset) {
        inStep = false;
        next = offset;
    }

    /** Goes back to where all from this offset on is written anew. */
    void readFrom(long offset) {
        readAgain(offset);
        if (first == NOTHING || offset < first) {
            first = offset;
        }
        if (committed > offset) {
            committed = offset;
        }
    }

    /** Notes that a record was taken; one that is taken again changes nothing. */
    void take(long offset) {
        if (first == NOTHING) {
            first = offset;
        }
        next = Math.max(next, offset + 1);
        inStep = true;
        mistrusted = false;
    }

    /** Kafka has followed to wherever it was asked to go: what comes from here on is what is to come next. */
    void join() {
        inStep = true;
    }

    /** Records of it came that were not taken. */
    void drop() {
        inStep = false;
    }

    /** The database has everything before this offset. */
    void commit(long nextOffset) {
        committed = nextOffset;
    }

    /**
     * Whether all that came of it is in the database. What the framework counts as consumed beyond that never came
     * here: a transformation left it out. Of a partition that is not claimed yet only the database knows.
     */
    boolean isDone() {
        return claimed && inStep && !mistrusted && committed == next;
    }

    boolean hasCommitted() {
        return committed != NOTHING;
    }

    /** What Kafka may be told; only where {@link #hasCommitted}. */
    long committed() {
        return committed;
    }

    /** The offset of the record to come, as far as it is known; {@link #NOTHING} otherwise. */
    long position() {
        return next == NOTHING ? first : next;
    }

    /** Forgets what was taken and not committed; where to read again, {@link #NOTHING} where nothing was taken. */
    long rewind() {
        inStep = false;
        next = committed;
        return committed == NOTHING ? first : committed;
    }
}
