/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.blob;

import io.pgcopy.connect.blob.BlobRows.Disposition;
import io.pgcopy.connect.blob.BlobSteps.Slice;
import io.pgcopy.connect.blob.PendingBlob.Place;
import io.pgcopy.connect.blob.PendingBlob.State;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.SortedSet;
import org.jspecify.annotations.Nullable;

/**
 * Decides, record by record of one partition, what is written now, what waits in the log and what is skipped,
 * and from which offset a restart must read again. It does no I/O: effects go through {@link BlobRows}, time
 * comes in with the calls. Confined to the task's thread.
 *
 * <p>The log may hold attempts that nobody finishes, attempts of readers that should have stopped, and batches
 * that a producer sent twice. The rules that keep rows from being lost or doubled in it are
 * {@link #completeInLog}, {@link #readPosition}, {@link #order}, {@link #resolved}, {@link #stalled} and
 * {@link #looksBack}.
 *
 * @param <R> the record that a slice comes in
 */
public class BlobTracker<R> {
    private final BlobRows<R> rows;
    private final BlobLimits limits;
    private final PendingBlobs pending = new PendingBlobs();
    private final ResolvedBlobs resolved;
    private final SplitTokens tokens;
    private final KeyQueue queue;
    private final BlobSteps<R> steps;
    private final BlobProgress progress = new BlobProgress();
    private @Nullable LookBack lookBack;

    /**
     * @param from what the target database remembers of the partition; null where it remembers nothing
     */
    public BlobTracker(BlobRows<R> rows, BlobBudget budget, BlobLimits limits, @Nullable BlobCheckpoint from) {
        this.rows = rows;
        this.limits = limits;
        resolved = new ResolvedBlobs(from == null ? Map.of() : from.done());
        tokens = new SplitTokens(from == null ? Map.of() : from.tokens());
        queue = new KeyQueue(from == null ? List.of() : from.waiting());
        steps = new BlobSteps<>(rows, budget, pending, resolved, queue);
        if (from != null) {
            start(from.safe());
            progress.restore(from.next());
        }
    }

    /** Whether it is known where reading began; before that there is no offset to keep. */
    public boolean begun() {
        return lookBack != null;
    }

    /**
     * Takes the next plain row; true when it belongs into the main batch now.
     *
     * @param key what the target's rows are told apart by, or null where rows of a key need no order
     */
    public boolean plain(long offset, @Nullable Object key) {
        if (enter(offset).before(offset)) {
            return false;
        }
        boolean waited = queue.contains(offset);
        if (!waited && progress.isHandled(offset)) {
            return false;
        }
        progress.handle(offset);
        if (key != null && steps.blocked(key, offset)) {
            queue.add(offset, key);
            return false;
        }
        if (waited) {
            queue.write(offset);
        }
        return true;
    }

    /** Takes back that a plain row went into the batch: that failed, and the row will be delivered again. */
    public void retract(long offset) {
        if (!queue.retract(offset)) {
            progress.retract(offset);
        }
    }

    /** Whether keys matter now: some row waits or is incomplete. */
    public boolean ordersKeys() {
        return !pending.isEmpty() || !queue.isEmpty();
    }

    /** Takes the next slice. */
    public void slice(long offset, BlobChunk chunk, @Nullable Object key, R row, long nowMs) {
        LookBack back = enter(offset);
        if (back.before(offset)) {
            learn(offset, chunk);
            return;
        }
        back.reached(offset);
        boolean older = tokens.older(chunk.attempt(), offset, this::order);
        if (chunk.head() && !older) {
            supersede(chunk.attempt(), offset);
        }
        Slice<R> slice = new Slice<>(offset, chunk, row, nowMs);
        PendingBlob blob = pending.get(chunk.attempt().id());
        if (blob != null) {
            steps.known(blob, slice);
        } else if (resolved(chunk.attempt())) {
            String reason = resolved.reportReason(chunk.attempt().id(), offset);
            if (!reason.isEmpty()) {
                rows.report(null, row, reason);
            }
        } else if (older && chunk.head()) {
            rows.older(chunk.attempt(), offset);
            resolved.addGivenUp(chunk.attempt().id(), offset);
        } else if (!older && chunk.head()) {
            head(new PendingBlob(chunk, offset, key), slice);
        } else if (!older && !back.wanted()) {
            stray(back, slice);
        }
        progress.handle(offset);
    }

    /** To be called now and then: gives up what has waited too long. */
    public void tick(long nowMs) {
        for (PendingBlob blob : pending.matching(b -> b.state != State.WRITTEN)) {
            long idleMs = nowMs - blob.lastSeenMs;
            if (blob.state == State.OPEN && stalled(idleMs)) {
                steps.stall(blob, "no slice for " + limits.stallMs() + " ms");
            }
            if (idleMs < limits.incompleteMs()) {
                continue;
            }
            if (blob.state == State.REPORTED) {
                steps.reportEnds(blob);
            } else if (!blob.tailSeen) {
                steps.broken(
                        blob,
                        blob.lastOffset,
                        "had no more slices for " + limits.incompleteMs() + " ms: " + blob.next + " of " + blob.count()
                                + " were found");
            }
        }
    }

    /** Gives back all streams; their rows are read again when all of them is in the log. */
    public void yieldStreams(String why) {
        pending.matching(blob -> blob.state == State.OPEN && blob.place == Place.STREAM)
                .forEach(blob -> steps.stall(blob, why));
    }

    /**
     * Where the partition must be read again, now that something that waits there may pass: to be asked after
     * each round of records, and to be followed.
     */
    public OptionalLong rewind() {
        long target = pending.lowestHead(steps::readAgain);
        target = Math.min(target, queue.first((offset, key) -> !steps.blocked(key, offset)));
        if (lookBack != null && lookBack.wanted()) {
            target = Math.min(target, lookBack.begin());
        }
        return progress.goBack(target) ? OptionalLong.of(target) : OptionalLong.empty();
    }

    /**
     * The main batch, with all that was written so far, goes to the database; what comes next is of the next
     * batch. What is returned belongs into the transaction, where the database keeps the offsets.
     */
    public BlobCheckpoint handOver() {
        progress.handOver();
        queue.handOver();
        pending.matching(blob -> blob.state == State.WRITTEN).forEach(blob -> blob.handedOver = true);
        return checkpoint();
    }

    /** The batch that was handed over is committed. */
    public void batchCommitted() {
        progress.commit();
        queue.committed();
        pending.matching(blob -> blob.handedOver).forEach(steps::written);
    }

    /** The offset that Kafka may keep: everything below it is done with. */
    public long safeOffset() {
        long held = Math.min(queue.lowest(), pending.lowestHead(blob -> true));
        long safe = safe(Math.min(progress.committed(), held));
        resolved.settle(safe);
        tokens.settle(safe);
        return safe;
    }

    private BlobCheckpoint checkpoint() {
        SortedSet<Long> waiting = queue.offsets();
        long held = Math.min(
                waiting.isEmpty() ? Long.MAX_VALUE : waiting.first(),
                pending.lowestHead(blob -> blob.state != State.WRITTEN));
        long safe = safe(Math.min(progress.handled(), held));
        Map<Long, Long> done = new LinkedHashMap<>(resolved.written());
        for (PendingBlob written : pending.matching(blob -> blob.state == State.WRITTEN)) {
            done.put(written.attempt().id(), written.headOffset());
        }
        done.values().removeIf(head -> head < safe);
        return new BlobCheckpoint(progress.handled(), safe, tokens.settledAt(safe), waiting, done);
    }

    /** Lets go of everything: the partition is taken away. What was begun is abandoned. */
    public void close() {
        pending.matching(blob -> true).forEach(blob -> steps.forget(blob, "partition taken away"));
    }

    // R1: a row that is complete in the log is not superseded by a later attempt, even if it is not written yet.
    boolean completeInLog(PendingBlob blob) {
        return blob.tailSeen;
    }

    // R2: after a restart the database can be ahead of what was read again; heads in between are not known yet.
    long readPosition() {
        return progress.unread();
    }

    // R3: epoch and counter. A repeated batch can bring an older row's head after a newer one of one epoch.
    int order(BlobToken left, BlobToken right) {
        return left.compareTo(right);
    }

    // R4: rows are told apart by attempt, not by place: a repeat stands at another offset.
    boolean resolved(BlobAttempt attempt) {
        return resolved.contains(attempt.id());
    }

    // R5: a stream can be held by an attempt that nothing will ever supersede.
    boolean stalled(long idleMs) {
        return idleMs >= limits.stallMs();
    }

    // R6: a slice without a head, soon after reading began, can repeat the end of a row written before.
    boolean looksBack(LookBack back, long offset, BlobChunk chunk) {
        return back.explains(offset, chunk);
    }

    private LookBack enter(long offset) {
        LookBack back = lookBack == null ? start(offset) : lookBack;
        progress.read(offset);
        return back;
    }

    private LookBack start(long offset) {
        LookBack back = new LookBack(offset);
        lookBack = back;
        progress.begin(offset);
        return back;
    }

    // A row that began before the start is done with: a safe offset is never above a head that is not.
    private void learn(long offset, BlobChunk chunk) {
        if (chunk.head()) {
            if (!tokens.older(chunk.attempt(), offset, this::order)) {
                tokens.accept(chunk.attempt(), offset);
            }
            resolved.addBefore(chunk.attempt().id(), offset);
        }
    }

    // Never below the place where reading began, which was safe.
    private long safe(long unheld) {
        long started = lookBack == null ? 0 : lookBack.start();
        long stray = lookBack == null ? Long.MAX_VALUE : lookBack.strayOffset();
        return Math.max(started, Math.min(Math.min(unheld, stray), readPosition()));
    }

    private void head(PendingBlob blob, Slice<R> slice) {
        pending.add(blob);
        long largest = blob.manifest().largest();
        if (largest > BlobLimits.MAX_VALUE_BYTES) {
            steps.broken(
                    blob,
                    slice.offset(),
                    "has " + largest + " bytes in one column; the server takes no value of more than "
                            + BlobLimits.MAX_VALUE_BYTES);
            return;
        }
        steps.place(blob, slice);
    }

    // A reader sends one row after the other: a new head tells that it gave up what it had not finished.
    private void supersede(BlobAttempt attempt, long offset) {
        for (PendingBlob blob : pending.matching(b -> b.attempt().split() == attempt.split())) {
            boolean lower = order(blob.attempt().token(), attempt.token()) <= 0
                    && blob.attempt().id() != attempt.id();
            if (!lower || blob.headOffset() >= offset) {
                continue;
            }
            switch (blob.state) {
                case OPEN, DEFERRED -> {
                    if (!completeInLog(blob)) {
                        steps.forget(blob, "superseded by another attempt");
                    }
                }
                case REPORTED -> steps.reportEnds(blob);
                case WRITTEN -> {}
            }
        }
        tokens.accept(attempt, offset);
    }

    private void stray(LookBack back, Slice<R> slice) {
        BlobChunk chunk = slice.chunk();
        if (looksBack(back, slice.offset(), chunk)) {
            back.want(slice.offset(), chunk);
            return;
        }
        String reason = "slice " + chunk.sequence() + " of " + chunk.count() + " has no head before it. "
                + "Reading began inside the row, or its head was lost to retention, compaction or errors.tolerance";
        if (rows.broken(null, slice.offset(), reason) == Disposition.REPORT) {
            resolved.addReported(chunk.attempt().id(), slice.offset(), reason, slice.offset());
            rows.report(null, slice.row(), reason);
        } else {
            resolved.addGivenUp(chunk.attempt().id(), slice.offset());
        }
    }
}
