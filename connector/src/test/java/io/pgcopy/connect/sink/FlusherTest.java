/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.sink;

import io.pgcopy.connect.config.RetryConfig;
import io.pgcopy.connect.db.DatabaseException;
import io.pgcopy.connect.metrics.SinkMetrics;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

@Timeout(30)
class FlusherTest {
    private static final RetryConfig RETRY =
            new RetryConfig(Duration.ofSeconds(10), Duration.ofMillis(20), Duration.ofMillis(40));

    private final ScriptedBatchWriter database = new ScriptedBatchWriter();

    @Test
    void doesNotWaitForWorkThatCannotBeAborted() {
        CountDownLatch connected = new CountDownLatch(1);
        try (Flusher flusher =
                new Flusher(database, RETRY, Duration.ofMillis(200), "test-flusher", new SinkMetrics())) {
            long began = System.nanoTime();
            assertThatThrownBy(() -> flusher.call(() -> connects(connected)))
                    .isInstanceOfSatisfying(
                            DatabaseException.class,
                            e -> assertThat(e.outcome().retriable()).isTrue())
                    .hasMessageContaining("200 ms");
            assertThat(Duration.ofNanos(System.nanoTime() - began)).isLessThan(Duration.ofSeconds(3));
            assertThat(database.aborts).hasValue(1);
            connected.countDown();
            flusher.grantTime();
            assertThat(flusher.call(() -> "works")).isEqualTo("works");
        }
    }

    @Test
    void leavesABatchBehindThatTakesTooLongAndIsStillUnderWay() {
        database.slow(1_000);
        try (Flusher flusher =
                new Flusher(database, RETRY, Duration.ofMillis(100), "test-flusher", new SinkMetrics())) {
            flusher.submit(new Batch(false));
            long began = System.nanoTime();
            flusher.await();
            assertThat(Duration.ofNanos(System.nanoTime() - began)).isLessThan(Duration.ofMillis(800));
            assertThat(flusher.isBusy()).isTrue();
        }
    }

    @Test
    void aBatchThatIsGivenUpIsNotWanted() {
        Batch batch = new Batch(false);
        try (Flusher flusher = new Flusher(database, RETRY, Duration.ofSeconds(5), "test-flusher", new SinkMetrics())) {
            database.hold();
            flusher.submit(batch);
            batch.requireWanted();
            assertThat(flusher.abandon()).isTrue();
            assertThatThrownBy(batch::requireWanted).isInstanceOf(DatabaseException.class);
            assertThat(flusher.isBusy()).isFalse();
        }
    }

    @Test
    void aBatchThatIsWrittenCannotBeGivenUp() {
        Batch batch = new Batch(false);
        try (Flusher flusher = new Flusher(database, RETRY, Duration.ofSeconds(5), "test-flusher", new SinkMetrics())) {
            flusher.submit(batch);
            flusher.await();
            assertThat(flusher.abandon()).isFalse();
            assertThat(flusher.collect()).contains(batch);
        }
    }

    private static String connects(CountDownLatch connected) {
        try {
            connected.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return "connected";
    }
}
