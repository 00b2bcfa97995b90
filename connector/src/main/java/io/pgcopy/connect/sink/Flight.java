/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.sink;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;

/** One batch handed to the flusher: how far it is, as the task's thread sees it. */
final class Flight {
    private final Batch batch;
    private final CompletableFuture<Void> end = new CompletableFuture<>();
    private volatile long attemptNanos = System.nanoTime();
    private volatile boolean waiting;
    private volatile boolean lockedOut;

    Flight(Batch batch) {
        this.batch = batch;
    }

    Batch batch() {
        return batch;
    }

    /** Completed when the batch is written, or exceptionally when it is given up. */
    CompletableFuture<Void> end() {
        return end;
    }

    boolean isOver() {
        return end.isDone();
    }

    void attempt() {
        attemptNanos = System.nanoTime();
        waiting = false;
    }

    void backOff(boolean forALock) {
        lockedOut = forALock;
        waiting = true;
    }

    /** Whether the database failed and the next attempt is still to come. */
    boolean isBackingOff() {
        return waiting && !isOver();
    }

    /** Whether that is because another session's lock was in the way. */
    boolean isLockedOut() {
        return lockedOut && isBackingOff();
    }

    boolean isLate(Duration timeout) {
        return !waiting && !isOver() && System.nanoTime() - attemptNanos > timeout.toNanos();
    }
}
