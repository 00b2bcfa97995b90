/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.source;

import io.pgcopy.connect.blob.ReaderEpoch;
import io.pgcopy.connect.config.Backoff;
import io.pgcopy.connect.config.SourceConfig;
import io.pgcopy.connect.db.ConnectionFactory;
import io.pgcopy.connect.db.DatabaseException;
import io.pgcopy.connect.db.Session;
import io.pgcopy.connect.metrics.SourceMetrics;
import java.time.Duration;
import java.util.List;
import org.apache.kafka.connect.source.SourceRecord;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The thread of a task that reads its splits one after the other into the queue. A connection that is lost is
 * opened again and the split read again from its beginning. {@link #stop} may come from any thread at any
 * time, also in the middle of a COPY.
 */
final class SplitReading implements Runnable {
    private static final Logger LOG = LoggerFactory.getLogger(SplitReading.class);
    // Together below the five seconds that a worker gives a task.
    private static final Duration CANCEL_WAIT = Duration.ofMillis(1_500);
    private static final Duration STOP_WAIT = Duration.ofSeconds(4);

    private final List<TableSplit> splits;
    private final SourceConfig config;
    private final SplitOpening opening;
    private final ConnectionFactory connections;
    private final String name;
    private final RecordQueue queue;
    private final SourceMetrics metrics;
    private final Backoff backoff;
    private final Thread thread;

    // Guarded by this; set by the reading thread, ended by the one that stops it.
    private @Nullable Session session;
    private boolean stopped;

    // Rows of the current split, sent by this attempt and by the best one so far: only getting further is progress.
    private long sent;
    private long furthest;
    private ReaderEpoch epoch;

    SplitReading(
            TaskSplits splits,
            SourceConfig config,
            SplitOpening opening,
            String name,
            RecordQueue queue,
            SourceMetrics metrics) {
        this.splits = splits.open();
        this.config = config;
        this.metrics = metrics;
        this.epoch = ReaderEpoch.starting(System.currentTimeMillis(), splits.lastEpoch());
        this.opening = opening;
        this.connections = SourceSessions.factory(config.connection());
        this.name = name;
        this.queue = queue;
        this.backoff = new Backoff(config.retries());
        this.thread = new Thread(this, name);
        thread.setDaemon(true);
    }

    void start() {
        thread.start();
    }

    /** Ends reading: what the server does is cancelled, the connection closed, the thread gone. */
    void stop() {
        long start = System.nanoTime();
        Session current;
        synchronized (this) {
            stopped = true;
            current = session;
        }
        if (current != null) {
            cancel(current);
        }
        letGo();
        thread.interrupt();
        join(thread, STOP_WAIT.minusNanos(System.nanoTime() - start));
        if (thread.isAlive()) {
            LOG.warn("{}: the reading thread still runs {} s after it was told to stop", name, STOP_WAIT.toSeconds());
        }
    }

    // On a thread of its own: the request is a connection of its own, and who stops waits no longer than he must
    // for a server that does not answer. Before the session is closed, since only an open one can be cancelled.
    private void cancel(Session current) {
        Thread canceller = new Thread(current::cancel, "cancel-" + name);
        canceller.setDaemon(true);
        canceller.start();
        join(canceller, CANCEL_WAIT);
    }

    private static void join(Thread other, Duration limit) {
        try {
            other.join(Math.max(1, limit.toMillis()));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void run() {
        try {
            for (TableSplit split : splits) {
                readToTheEnd(split);
            }
            queue.finish();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (Throwable e) {
            if (!isStopped()) {
                queue.fail(e);
            }
        } finally {
            letGo();
        }
    }

    private void readToTheEnd(TableSplit split) throws InterruptedException {
        furthest = 0;
        backoff.reset();
        while (true) {
            try {
                read(split);
                return;
            } catch (DatabaseException e) {
                letGo();
                if (isStopped() || !e.outcome().retriable()) {
                    throw e;
                }
                metrics.retry();
                epoch = epoch.reopened();
                Duration wait = backoff.next().orElseThrow(() -> e);
                LOG.warn(
                        "{}; trying {} again in {} ms{}",
                        e.getMessage(),
                        split,
                        wait.toMillis(),
                        sent == 0 ? "" : ", from its beginning: " + sent + " records are sent twice");
                Thread.sleep(wait.toMillis());
            }
        }
    }

    private void read(TableSplit split) throws InterruptedException {
        sent = 0;
        Session current = connected();
        try (TableReader reader = opening.open(current, split, epoch.value())) {
            SourceRecord next = reader.next();
            while (next != null) {
                queue.put(next, reader.bytes());
                metrics.record(reader.bytes());
                sent++;
                if (sent > furthest) {
                    furthest = sent;
                    backoff.reset();
                }
                next = reader.next();
            }
            metrics.splitDone();
            LOG.info("Read {}: {} rows", split, reader.rows());
        }
        end(current);
    }

    // All rows are sent, the last one with the word that they are: a session that is lost now is no reason to
    // read them again.
    private void end(Session current) {
        try {
            current.commit();
        } catch (DatabaseException e) {
            LOG.info("{}: all rows have been read, and the session is given up: {}", name, e.getMessage());
            letGo();
        }
    }

    private Session connected() {
        synchronized (this) {
            if (session != null) {
                return session;
            }
        }
        // After a failure the retries themselves are the attempts: theirs is the time that is counted.
        int attempts = backoff.failures() > 0 ? 1 : config.connection().attempts();
        Session opened = connections.open(name, attempts, config.connection().backoff());
        synchronized (this) {
            session = opened;
            if (stopped) {
                letGo();
                throw new IllegalStateException("stopped while connecting");
            }
        }
        return opened;
    }

    private synchronized void letGo() {
        if (session != null) {
            session.abort();
            session = null;
        }
    }

    private synchronized boolean isStopped() {
        return stopped;
    }
}
