/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.sink;

import io.pgcopy.connect.blob.BlobBudget;
import io.pgcopy.connect.config.Backoff;
import io.pgcopy.connect.config.RetryConfig;
import io.pgcopy.connect.db.DatabaseException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.Set;
import java.util.function.IntFunction;
import org.apache.kafka.connect.errors.ConnectException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The task's streams, which its partitions share, and what an outage of the database means to them. */
final class BlobLanes implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(BlobLanes.class);

    private final RetryConfig retry;
    private final BlobBudget budget;
    private final LaneWatch watch;
    private final Deque<BlobLane> free = new ArrayDeque<>();
    private final Deque<TargetConnection> connections = new ArrayDeque<>();
    private final Set<Long> lostRows = new HashSet<>();
    private @Nullable Backoff outage;
    private long againNanos;

    BlobLanes(
            int streams,
            IntFunction<TargetConnection> connection,
            Duration timeout,
            RetryConfig retry,
            BlobBudget budget,
            String name) {
        this.retry = retry;
        this.budget = budget;
        this.watch = new LaneWatch(timeout, "pgcopy-lanes-" + name);
        for (int i = 0; i < streams; i++) {
            TargetConnection own = connection.apply(i);
            connections.add(own);
            free.add(new BlobLane(own, watch, timeout));
        }
    }

    /** A lane that nobody uses; the budget has counted it. */
    BlobLane take() {
        return free.removeFirst();
    }

    void give(BlobLane lane) {
        free.addFirst(lane);
    }

    /** A row's lane lost its connection: no row begins to stream before the next attempt is due. */
    void lost(long attempt, DatabaseException error) {
        if (outage != null && isOver(attempt)) {
            worked();
        }
        lostRows.add(attempt);
        Backoff since = outage == null ? new Backoff(retry) : outage;
        outage = since;
        Duration wait = since.next()
                .orElseThrow(
                        () -> new ConnectException("A large row could not be written: " + error.getMessage(), error));
        LOG.warn("A large row is written again, in {} ms at the earliest: {}", wait.toMillis(), error.getMessage());
        againNanos = System.nanoTime() + wait.toNanos();
        budget.pauseStreams(true);
    }

    void worked() {
        outage = null;
        lostRows.clear();
    }

    // Whether an outage has passed though no row was written since: a row may be given up, or be written from memory.
    // One that is lost again and again needs its time to get that far.
    private boolean isOver(long attempt) {
        Duration quiet = lostRows.contains(attempt) ? retry.timeout() : retry.maxBackoff();
        return System.nanoTime() - againNanos > quiet.toNanos();
    }

    /** To be called now and then. */
    void tick() {
        if (outage != null && System.nanoTime() - againNanos >= 0) {
            budget.pauseStreams(false);
        }
    }

    @Override
    public void close() {
        watch.close();
        connections.forEach(TargetConnection::close);
    }
}
