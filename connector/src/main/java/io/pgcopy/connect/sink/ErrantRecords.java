/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.sink;

import io.pgcopy.connect.config.ErrorsConfig;
import io.pgcopy.connect.metrics.SinkMetrics;
import java.time.Duration;
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
 * Where records go whose own content is the trouble: to Connect's reporter, where the user has set one up, and
 * otherwise nowhere, for then the task fails. Never for outages, rights or schemas.
 */
final class ErrantRecords {
    private final @Nullable ErrantRecordReporter reporter;
    private final int maxPerFlush;
    private final Duration timeout;
    private final SinkMetrics metrics;

    ErrantRecords(@Nullable ErrantRecordReporter reporter, ErrorsConfig config, Duration timeout, SinkMetrics metrics) {
        this.reporter = reporter;
        this.maxPerFlush = config.maxPerFlush();
        this.timeout = timeout;
        this.metrics = metrics;
    }

    /** Whether there is anybody to report to. */
    boolean tolerated() {
        return reporter != null;
    }

    /**
     * Hands a record over; the batch remembers what {@link #await} is to wait for.
     *
     * @throws ConnectException where the user did not ask for tolerance, or where there are too many
     * @throws DataException where the record is none of Kafka's but was put together from several
     */
    void report(SinkRecord record, DataException error, Batch batch) {
        if (AssembledRow.made(record)) {
            throw error;
        }
        reportItself(record, error, batch);
    }

    /** The same for a record that is in the batch; one that was put together is noted there, and so is the next one. */
    void reportWritten(SinkRecord record, DataException error, Batch batch) {
        if (reporter != null && AssembledRow.made(record)) {
            count(error, batch);
            batch.refused().add(RefusedRow.of(record, error));
        } else {
            reportItself(record, error, batch);
        }
    }

    /** The same for a record that is one of Kafka's own for certain, such as a slice that nobody understands. */
    void reportItself(SinkRecord record, DataException error, Batch batch) {
        if (reporter == null) {
            throw error;
        }
        count(error, batch);
        metrics.badRecord();
        batch.reports().add(reporter.report(record, error));
    }

    private void count(DataException error, Batch batch) {
        if (batch.reports().size() + batch.refused().size() >= maxPerFlush) {
            throw tooMany(maxPerFlush, error);
        }
    }

    static ConnectException tooMany(int maxPerFlush, ConnectException last) {
        return new ConnectException(
                "More than " + maxPerFlush + " bad records in one flush (" + ErrorsConfig.MAX_PER_FLUSH
                        + "); that many point to a wrong table or setting. The last one: " + last.getMessage(),
                last);
    }

    /** Waits until every report of the batch is safe: a record may be reported twice, but never be lost. */
    void await(Batch batch) {
        long deadline = System.nanoTime() + timeout.toNanos();
        for (Future<Void> report : batch.reports()) {
            try {
                report.get(Math.max(1, deadline - System.nanoTime()), TimeUnit.NANOSECONDS);
            } catch (ExecutionException e) {
                throw new ConnectException("A bad record could not be reported; is the dead letter queue there?", e);
            } catch (TimeoutException e) {
                throw new ConnectException(
                        "Bad records were not reported within " + timeout.toMillis() + " ms; is the dead letter queue"
                                + " there?",
                        e);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new ConnectException("Interrupted while reporting a bad record.", e);
            }
        }
    }
}
