/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.sink;

import io.pgcopy.connect.config.SinkConfig;
import io.pgcopy.connect.metrics.SinkMetrics;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.apache.kafka.connect.errors.ConnectException;
import org.apache.kafka.connect.errors.DataException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class ChunkReportsTest {
    private static final Duration TIMEOUT = Duration.ofMillis(300);

    private final CompletableFuture<Void> answer = new CompletableFuture<>();
    private final ChunkReports reports = new ChunkReports(
            (record, error) -> answer,
            SinkConfig.from(Map.of("connection.url", "jdbc:postgresql://nowhere/none"))
                    .errors(),
            TIMEOUT,
            new SinkMetrics());

    @BeforeEach
    void report() {
        reports.report(SinkHarness.record(SinkHarness.P0, 1), new DataException("bad"));
    }

    @Test
    void areWaitedForNoLongerThanTheTaskHasTime() {
        long began = System.nanoTime();
        assertThat(reports.await(Duration.ofMillis(20))).isFalse();
        assertThat(Duration.ofNanos(System.nanoTime() - began)).isLessThan(TIMEOUT);
        answer.complete(null);
        assertThat(reports.await(Duration.ZERO)).isTrue();
    }

    @Test
    void areGivenUpAfterTheTimeoutInAll() {
        assertThat(reports.await(TIMEOUT.dividedBy(2))).isFalse();
        assertThatThrownBy(() -> reports.await(TIMEOUT))
                .isInstanceOf(ConnectException.class)
                .hasMessageContaining("dead letter queue");
    }
}
