/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.sink;

import io.pgcopy.connect.config.RetryConfig;
import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;

/** Waits of one outage: growing, jittered so that tasks do not come back all at once, bounded by time. */
final class Backoff {
    private final RetryConfig config;
    private final long startedNanos = System.nanoTime();
    private int failures;

    Backoff(RetryConfig config) {
        this.config = config;
    }

    /** Whether another attempt is still within the bound. */
    boolean mayRetry() {
        return elapsed().compareTo(config.timeout()) < 0;
    }

    Duration elapsed() {
        return Duration.ofNanos(System.nanoTime() - startedNanos);
    }

    int failures() {
        return failures;
    }

    /** The wait before the next attempt: between half and the whole of what has grown so far. */
    Duration next() {
        long grown = config.backoff().toMillis() << Math.min(failures++, 20);
        long limit = Math.max(1, Math.min(grown, config.maxBackoff().toMillis()));
        return Duration.ofMillis(ThreadLocalRandom.current().nextLong((limit + 1) / 2, limit + 1));
    }
}
