/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.sink;

import io.pgcopy.connect.config.ErrorsConfig;
import io.pgcopy.connect.metrics.SinkMetrics;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.connect.errors.ConnectException;
import org.apache.kafka.connect.errors.DataException;
import org.apache.kafka.connect.sink.ErrantRecordReporter;
import org.apache.kafka.connect.sink.SinkRecord;
import org.jspecify.annotations.Nullable;

/**
 * The records of rows that are given up, on their way to the dead letter queue. One row can be thousands of
 * records, so it is rows that count against {@code errors.max.per.flush}: those that were refused. What becomes of those
 * that could not be put together has a setting of its own.
 */
final class ChunkReports {
    private final @Nullable ErrantRecordReporter reporter;
    private final int maxPerFlush;
    private final Duration timeout;
    private final SinkMetrics metrics;
    private final Deque<Future<Void>> underWay = new ArrayDeque<>();
    private long waitedNanos;
    private int refused;

    ChunkReports(@Nullable ErrantRecordReporter reporter, ErrorsConfig config, Duration timeout, SinkMetrics metrics) {
        this.reporter = reporter;
        this.maxPerFlush = config.maxPerFlush();
        this.timeout = timeout;
        this.metrics = metrics;
    }

    boolean possible() {
        return reporter != null;
    }

    /** One more row is found to be bad. */
    void refused(ConnectException error) {
        if (refused++ >= maxPerFlush) {
            throw ErrantRecords.tooMany(maxPerFlush, error);
        }
    }

    /** What was found so far belongs to a flush that is over. */
    void flushed() {
        refused = 0;
    }

    void report(SinkRecord record, DataException error) {
        if (reporter == null) {
            throw error;
        }
        metrics.badRecord();
        underWay.add(reporter.report(record, error));
    }

    /**
     * Waits for them, but for no longer than that; whether all of them are safe: a record may be reported twice, but
     * never be lost.
     *
     * @throws ConnectException where one is not, or where that has taken {@code flush.timeout.ms} of waiting
     */
    boolean await(Duration limit) {
        long began = System.nanoTime();
        long left = Math.min(limit.toNanos(), timeout.toNanos() - waitedNanos);
        try {
            while (!underWay.isEmpty()) {
                underWay.element().get(Math.max(1, began + left - System.nanoTime()), TimeUnit.NANOSECONDS);
                underWay.remove();
            }
            waitedNanos = 0;
            return true;
        } catch (TimeoutException e) {
            waitedNanos += System.nanoTime() - began;
            if (waitedNanos >= timeout.toNanos()) {
                throw unsafe(e);
            }
            return false;
        } catch (ExecutionException e) {
            throw unsafe(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new ConnectException("Interrupted while reporting a row that is given up.", e);
        }
    }

    private static ConnectException unsafe(Exception e) {
        return new ConnectException(
                "A slice of a row that is given up could not be reported; is the dead letter queue there, and"
                        + " does it take records of this size?",
                e);
    }
}
