/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.config;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class BackoffTest {
    private final AtomicLong now = new AtomicLong(5);

    @Test
    void doublesUpToItsCeilingAndEndsByTime() {
        Backoff backoff = backoff(1.0);
        assertThat(backoff.next()).contains(Duration.ofMillis(100));
        assertThat(backoff.next()).contains(Duration.ofMillis(200));
        assertThat(backoff.failures()).isEqualTo(2);
        assertThat(backoff.next()).contains(Duration.ofMillis(400));
        assertThat(backoff.next()).contains(Duration.ofMillis(500));
        assertThat(backoff.next()).contains(Duration.ofMillis(500));
        now.addAndGet(Duration.ofSeconds(10).toNanos());
        assertThat(backoff.next()).isEmpty();
    }

    @Test
    void jitterNeverTakesMoreThanHalf() {
        assertThat(backoff(0.0).next()).contains(Duration.ofMillis(50));
        assertThat(backoff(0.5).next()).contains(Duration.ofMillis(75));
    }

    @Test
    void startsAnewAfterAReset() {
        Backoff backoff = backoff(1.0);
        backoff.next();
        backoff.next();
        now.addAndGet(Duration.ofHours(1).toNanos());
        backoff.reset();
        assertThat(backoff.next()).contains(Duration.ofMillis(100));
    }

    @Test
    void withoutTimeoutTheFirstFailureIsFinal() {
        RetryConfig never = new RetryConfig(Duration.ZERO, Duration.ofMillis(1), Duration.ofMillis(1));
        assertThat(new Backoff(never, now::get, () -> 0.5).next()).isEmpty();
    }

    private Backoff backoff(double random) {
        RetryConfig config = new RetryConfig(Duration.ofSeconds(10), Duration.ofMillis(100), Duration.ofMillis(500));
        return new Backoff(config, now::get, () -> random);
    }
}
