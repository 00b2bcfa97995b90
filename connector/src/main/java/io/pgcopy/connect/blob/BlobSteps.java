/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.blob;

import io.pgcopy.connect.blob.BlobRows.Disposition;
import io.pgcopy.connect.blob.BlobRows.Outcome;
import io.pgcopy.connect.blob.PendingBlob.Place;
import io.pgcopy.connect.blob.PendingBlob.State;
import java.nio.ByteBuffer;

/**
 * Moves one pending row along: to a place, from slice to slice, to its end, or back into the log. Which row a
 * record belongs to and whether it counts was decided before.
 */
final class BlobSteps<R> {
    /** One record that carries a slice. */
    record Slice<R>(long offset, BlobChunk chunk, R row, long nowMs) {}

    private final BlobRows<R> rows;
    private final BlobBudget budget;
    private final PendingBlobs pending;
    private final ResolvedBlobs resolved;
    private final KeyQueue queue;

    BlobSteps(BlobRows<R> rows, BlobBudget budget, PendingBlobs pending, ResolvedBlobs resolved, KeyQueue queue) {
        this.rows = rows;
        this.budget = budget;
        this.pending = pending;
        this.resolved = resolved;
        this.queue = queue;
    }

    /** A slice of a row that is pending. */
    void known(PendingBlob blob, Slice<R> slice) {
        if (slice.offset() < blob.headOffset()) {
            // Read again from before its head: an earlier copy, of which only this much is left.
            return;
        }
        switch (blob.state) {
            case OPEN -> next(blob, slice);
            case DEFERRED -> {
                if (slice.offset() == blob.headOffset()) {
                    place(blob, slice);
                } else {
                    count(blob, slice);
                }
            }
            case REPORTED -> report(blob, slice);
            case WRITTEN -> {}
        }
    }

    /** The row's head is read: the row begins where there is a place for it, else it stays in the log. */
    void place(PendingBlob blob, Slice<R> head) {
        boolean first = blob.next == 0;
        if (first) {
            blob.counted(head.chunk(), head.offset(), head.nowMs());
        }
        if (unready(blob)) {
            return;
        }
        long bytes = blob.manifest().bytes();
        if (blob.place == Place.NONE) {
            blob.place = first ? budget.takeInTurn(bytes) : budget.take(bytes);
        }
        waits(blob, blob.place == Place.NONE);
        if (blob.place == Place.NONE) {
            return;
        }
        blob.open(head.nowMs());
        if (settle(blob, head.offset(), rows.begin(blob, head.row()))) {
            next(blob, head);
        } else {
            blob.counted(head.chunk(), head.offset(), head.nowMs());
            if (blob.state == State.REPORTED) {
                // It was known to be refused: the records are passing by right now.
                report(blob, head);
            }
        }
    }

    /** Whether the row's head is to be read again now; if so, what it needs is set aside for it. */
    boolean readAgain(PendingBlob blob) {
        if (blob.state == State.REPORTED) {
            return blob.reportedOffset < blob.headOffset();
        }
        if (blob.state != State.DEFERRED || unready(blob)) {
            return false;
        }
        if (blob.place == Place.NONE) {
            blob.place = budget.take(blob.manifest().bytes());
            waits(blob, blob.place == Place.NONE);
        }
        return blob.place != Place.NONE;
    }

    boolean blocked(Object key, long offset) {
        return queue.blocks(key, offset) || pending.block(key, offset);
    }

    void broken(PendingBlob blob, long offset, String reason) {
        blob.reason = reason;
        give(blob, offset, rows.broken(blob, offset, reason));
    }

    /** The row gives back its place and stays in the log. */
    void stall(PendingBlob blob, String why) {
        rows.abandon(blob, why);
        blob.stalled = true;
        defer(blob, false);
    }

    /** The row is not to be written at all, or not by us. */
    void forget(PendingBlob blob, String why) {
        abandon(blob, why);
        pending.remove(blob);
        resolved.addGivenUp(blob.attempt().id(), blob.headOffset());
    }

    /** The row is committed. */
    void written(PendingBlob blob) {
        release(blob);
        pending.remove(blob);
        resolved.addWritten(blob.attempt().id(), blob.headOffset());
    }

    // A row that stalled once is not tried again before all of it is in the log.
    private boolean unready(PendingBlob blob) {
        Object key = blob.key();
        return (blob.stalled && !blob.tailSeen) || (key != null && blocked(key, blob.headOffset()));
    }

    private void next(PendingBlob blob, Slice<R> slice) {
        BlobChunk chunk = slice.chunk();
        if (chunk.sequence() < blob.next) {
            return;
        }
        if (chunk.sequence() > blob.next) {
            broken(blob, slice.offset(), gap(blob, chunk));
            return;
        }
        ByteBuffer bytes = rows.slice(slice.row(), chunk);
        String problem = blob.check(chunk, bytes);
        if (problem != null) {
            broken(blob, slice.offset(), problem);
            return;
        }
        blob.counted(chunk, slice.offset(), slice.nowMs());
        if (settle(blob, slice.offset(), rows.append(blob, chunk, bytes)) && chunk.tail()) {
            finish(blob, slice);
        }
    }

    private void finish(PendingBlob blob, Slice<R> tail) {
        if (!settle(blob, tail.offset(), rows.finish(blob, tail.row()))) {
            return;
        }
        if (blob.place == Place.STREAM) {
            written(blob);
        } else {
            blob.state = State.WRITTEN;
        }
    }

    // True where the row goes on.
    private boolean settle(PendingBlob blob, long offset, Outcome outcome) {
        switch (outcome) {
            case DONE -> {
                return true;
            }
            case REFUSED -> give(blob, offset, Disposition.REPORT);
            case LOST -> defer(blob, true);
        }
        return false;
    }

    private void count(PendingBlob blob, Slice<R> slice) {
        BlobChunk chunk = slice.chunk();
        if (chunk.sequence() == blob.next) {
            blob.counted(chunk, slice.offset(), slice.nowMs());
        } else if (chunk.sequence() > blob.next) {
            broken(blob, slice.offset(), gap(blob, chunk));
        }
    }

    private static String gap(PendingBlob blob, BlobChunk chunk) {
        return "misses slice " + blob.next + ": slice " + chunk.sequence() + " of " + chunk.count()
                + " follows. Records were lost or went to another partition: look at the topic's retention and"
                + " compaction, the producer's partitioner, errors.tolerance, and whether partitions were added";
    }

    private void give(PendingBlob blob, long offset, Disposition disposition) {
        abandon(blob, "given up");
        if (disposition == Disposition.DROP) {
            pending.remove(blob);
            resolved.addGivenUp(blob.attempt().id(), blob.headOffset());
        } else {
            blob.state = State.REPORTED;
            blob.lastOffset = Math.max(blob.lastOffset, offset);
        }
    }

    /** Nothing more is to come of a row that is reported; true unless some of it is still to be reported. */
    boolean reportEnds(PendingBlob blob) {
        if (blob.reportedOffset < blob.lastOffset) {
            return false;
        }
        release(blob);
        pending.remove(blob);
        resolved.addReported(blob.attempt().id(), blob.headOffset(), blob.reason, blob.reportedOffset);
        return true;
    }

    // Its records are reported in the order of the log, from the head on; before the head is read again, more may come.
    private void report(PendingBlob blob, Slice<R> slice) {
        blob.tailSeen |= slice.chunk().tail();
        if (blob.reportedOffset < blob.headOffset() && slice.offset() != blob.headOffset()) {
            blob.lastOffset = Math.max(blob.lastOffset, slice.offset());
            return;
        }
        if (slice.offset() > blob.reportedOffset) {
            rows.report(blob, slice.row(), blob.reason);
            blob.reportedOffset = slice.offset();
            blob.lastSeenMs = slice.nowMs();
        }
        if (blob.tailSeen) {
            reportEnds(blob);
        }
    }

    private void defer(PendingBlob blob, boolean wait) {
        blob.state = State.DEFERRED;
        release(blob);
        waits(blob, wait);
    }

    private void abandon(PendingBlob blob, String why) {
        if (blob.state == State.OPEN) {
            rows.abandon(blob, why);
        }
        release(blob);
    }

    private void release(PendingBlob blob) {
        budget.give(blob.place, blob.manifest().bytes());
        blob.place = Place.NONE;
        waits(blob, false);
    }

    private void waits(PendingBlob blob, boolean waiting) {
        if (blob.waiting != waiting) {
            blob.waiting = waiting;
            if (waiting) {
                budget.waits();
            } else {
                budget.waitsNoMore();
            }
        }
    }
}
