/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.config;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.DoubleSupplier;
import java.util.function.LongSupplier;

/** How long to wait before the next attempt, and when to give up, as {@code retry.*} says. Confined to one thread. */
public final class Backoff {
    private final RetryConfig config;
    private final LongSupplier nanoTime;
    private final DoubleSupplier random;
    private long firstFailure;
    private int failures;

    public Backoff(RetryConfig config) {
        this(config, System::nanoTime, () -> ThreadLocalRandom.current().nextDouble());
    }

    /**
     * @param nanoTime {@code System::nanoTime}, or a test's clock
     * @param random from 0 to 1, so that the tasks that one failure stopped do not all come back at once
     */
    Backoff(RetryConfig config, LongSupplier nanoTime, DoubleSupplier random) {
        this.config = config;
        this.nanoTime = nanoTime;
        this.random = random;
    }

    /** Things went on: the next failure is the first one again. */
    public void reset() {
        failures = 0;
    }

    /** Failures since the last {@link #reset}. */
    public int failures() {
        return failures;
    }

    /** The wait after a failure; empty once failures have lasted for {@code retry.timeout.ms}. */
    public Optional<Duration> next() {
        long now = nanoTime.getAsLong();
        if (failures == 0) {
            firstFailure = now;
        }
        if (now - firstFailure >= config.timeout().toNanos()) {
            return Optional.empty();
        }
        long ceiling = config.backoff().toMillis();
        for (int i = 0; i < failures && ceiling < config.maxBackoff().toMillis(); i++) {
            ceiling *= 2;
        }
        failures++;
        ceiling = Math.min(ceiling, config.maxBackoff().toMillis());
        // Between half of it and all of it.
        return Optional.of(Duration.ofMillis((long) (ceiling * (1 + random.getAsDouble()) / 2)));
    }
}
