/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.sink;

import io.pgcopy.connect.config.Backoff;
import io.pgcopy.connect.config.RetryConfig;
import io.pgcopy.connect.db.DatabaseException;
import io.pgcopy.connect.db.SqlOutcome;
import io.pgcopy.connect.metrics.SinkMetrics;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import org.apache.kafka.connect.errors.ConnectException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The thread that talks to the database: it writes one batch while the task's thread fills the next.
 * Transient failures are retried here, with the same encoded rows, for as long as {@code retry.timeout.ms}
 * allows. All methods are for the task's thread, which is also the watchdog: whenever it looks, an attempt
 * that takes longer than {@code flush.timeout.ms} loses its connection. It waits here for no longer than that
 * either, however many batches it waits for.
 */
final class Flusher implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Flusher.class);
    private static final long LOOK_MILLIS = 50;
    private static final long STOP_MILLIS = 4_000;
    // An aborted connection ends its work at once; one that is still being opened cannot be aborted.
    private static final long ABORT_MILLIS = 1_000;

    private final BatchWriter writer;
    private final RetryConfig retry;
    private final Duration timeout;
    private final SinkMetrics metrics;
    private final ExecutorService thread;
    private @Nullable Flight flight;
    private long deadlineNanos;
    private volatile boolean stopping;

    Flusher(BatchWriter writer, RetryConfig retry, Duration timeout, String name, SinkMetrics metrics) {
        this.writer = writer;
        this.retry = retry;
        this.timeout = timeout;
        this.metrics = metrics;
        this.thread = Executors.newSingleThreadExecutor(work -> {
            Thread flusher = new Thread(work, name);
            flusher.setDaemon(true);
            return flusher;
        });
        grantTime();
    }

    /** From here on the task waits for {@code flush.timeout.ms} in all, until it comes here again. */
    void grantTime() {
        deadlineNanos = System.nanoTime() + timeout.toNanos();
    }

    /** Hands over a batch; the one before must have been collected. */
    void submit(Batch batch) {
        if (flight != null) {
            throw new IllegalStateException("a batch is under way");
        }
        Flight next = new Flight(batch);
        flight = next;
        thread.execute(() -> fly(next));
    }

    /** Whether a batch is under way. */
    boolean isBusy() {
        return flight != null && !flight.isOver();
    }

    /** Whether the batch under way waits for a lock that another session has, perhaps one of this task's. */
    boolean isLockedOut() {
        return flight != null && flight.isLockedOut();
    }

    /** Whether a batch was handed over that was not collected yet, be it under way or over. */
    boolean holdsBatch() {
        return flight != null;
    }

    /** Waits until the batch under way is over, waits for a database that failed, or the task has no more time. */
    void await() {
        while (flight != null && !flight.isOver() && !flight.isBackingOff() && hasTime()) {
            abortIfLate();
            pause(flight.end());
        }
    }

    /** The batch that is over and was not collected yet. Throws what it ended with, where it failed. */
    Optional<Batch> collect() {
        Flight over = flight;
        if (over == null || !over.isOver()) {
            abortIfLate();
            return Optional.empty();
        }
        flight = null;
        result(over.end());
        return Optional.of(over.batch());
    }

    /**
     * Gives up the batch under way: it is in the database as a whole or not at all, and it is not known which.
     * False where it ended just now and can be collected.
     */
    boolean abandon() {
        Flight given = flight;
        if (given == null || !given.end().cancel(false)) {
            return false;
        }
        flight = null;
        given.batch().abandon();
        writer.abort();
        return true;
    }

    /** Runs something else on the flusher's thread, after the batch under way, and waits for it. */
    <T> T call(Supplier<T> work) {
        await();
        if (isBusy()) {
            throw new DatabaseException(
                    "The database is away, and a flush waits for it", SqlOutcome.CONNECTION, "none", -1, null);
        }
        Future<T> call = thread.submit(work::get);
        while (!call.isDone() && hasTime()) {
            pause(call);
        }
        if (!call.isDone()) {
            abort(call);
        }
        return result(call);
    }

    private void abort(Future<?> call) {
        writer.abort();
        long until = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(ABORT_MILLIS);
        while (!call.isDone() && System.nanoTime() < until) {
            pause(call);
        }
        if (!call.isDone() && call.cancel(false)) {
            throw new DatabaseException(
                    "The database did not answer within " + timeout.toMillis() + " ms",
                    SqlOutcome.CONNECTION,
                    "none",
                    -1,
                    null);
        }
    }

    /** Whether the task may wait for longer, in this call of the framework. */
    boolean hasTime() {
        return timeLeft().toNanos() > 0;
    }

    /** For how long. */
    Duration timeLeft() {
        return Duration.ofNanos(Math.max(0, deadlineNanos - System.nanoTime()));
    }

    @Override
    public void close() {
        stopping = true;
        if (flight != null) {
            flight.batch().abandon();
        }
        writer.abort();
        thread.shutdownNow();
        try {
            if (!thread.awaitTermination(STOP_MILLIS, TimeUnit.MILLISECONDS)) {
                LOG.warn("{} did not end within {} ms; its connection is closed", this, STOP_MILLIS);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        writer.close();
    }

    private void fly(Flight mine) {
        Backoff backoff = new Backoff(retry);
        long began = System.nanoTime();
        while (!mine.isOver()) {
            try {
                mine.attempt();
                metrics.goOn();
                writer.write(mine.batch());
                metrics.flushed(
                        mine.batch().rows(), mine.batch().rowBytes(), Duration.ofNanos(System.nanoTime() - began));
                mine.end().complete(null);
            } catch (DatabaseException e) {
                writer.abort();
                Optional<Duration> wait = stopping || !e.outcome().retriable() ? Optional.empty() : backoff.next();
                if (wait.isPresent()) {
                    backOff(mine, wait.get(), backoff.failures(), e);
                } else {
                    mine.end().completeExceptionally(e);
                }
            } catch (RuntimeException | Error e) {
                writer.abort();
                mine.end().completeExceptionally(e);
            }
        }
    }

    private void backOff(Flight mine, Duration wait, int failures, DatabaseException error) {
        metrics.retry();
        LOG.warn(
                "Flush of {} records failed (attempt {}), next attempt in {} ms: {}",
                mine.batch().records(),
                failures,
                wait.toMillis(),
                error.getMessage());
        mine.backOff(error.isLockTimeout());
        try {
            Thread.sleep(wait.toMillis());
        } catch (InterruptedException e) {
            mine.end().completeExceptionally(error);
        }
    }

    private void abortIfLate() {
        if (flight != null && flight.isLate(timeout)) {
            LOG.warn("Flush takes longer than {} ms; closing its connection", timeout.toMillis());
            flight.attempt();
            writer.abort();
        }
    }

    private static void pause(Future<?> end) {
        try {
            end.get(LOOK_MILLIS, TimeUnit.MILLISECONDS);
        } catch (TimeoutException | ExecutionException | CancellationException e) {
            LOG.trace("looked at work under way: {}", e.toString());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new ConnectException("Interrupted while waiting for the database.", e);
        }
    }

    private static <T> T result(Future<T> over) {
        try {
            return over.get();
        } catch (ExecutionException e) {
            if (e.getCause() instanceof RuntimeException cause) {
                throw cause;
            }
            throw new ConnectException("Writing to the database failed unexpectedly.", e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new ConnectException("Interrupted while waiting for the database.", e);
        }
    }
}
