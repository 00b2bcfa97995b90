/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.config;

import java.time.Duration;
import org.apache.kafka.common.config.AbstractConfig;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigDef.Importance;

/**
 * How long and how often a transient failure is met with another attempt: the keys {@code retry.*} of both connectors.
 *
 * @param timeout after which a failure that lasts is final
 * @param backoff before the first new attempt; doubled, with jitter, up to {@code maxBackoff}
 */
public record RetryConfig(Duration timeout, Duration backoff, Duration maxBackoff) {
    public static final String TIMEOUT = "retry.timeout.ms";
    public static final String BACKOFF = "retry.backoff.ms";
    public static final String MAX_BACKOFF = "retry.backoff.max.ms";

    public RetryConfig {
        if (maxBackoff.compareTo(backoff) < 0) {
            throw new KeyException(
                    MAX_BACKOFF,
                    "(" + maxBackoff.toMillis() + ") is below " + BACKOFF + " (" + backoff.toMillis() + ").");
        }
    }

    public static RetryConfig from(AbstractConfig config) {
        return new RetryConfig(
                Duration.ofMillis(config.getLong(TIMEOUT)),
                Duration.ofMillis(config.getLong(BACKOFF)),
                Duration.ofMillis(config.getLong(MAX_BACKOFF)));
    }

    static void define(ConfigDef def) {
        new KeyGroup(def, "Retries")
                .add(Key.of(
                                TIMEOUT,
                                ConfigDef.Type.LONG,
                                "Give up after (ms)",
                                "How long transient failures (a lost connection, a failover, a lock not granted) are"
                                        + " retried before the task fails, in milliseconds. 0: the first one is final.")
                        .byDefault(600_000L)
                        .valid(ConfigDef.Range.between(0, 86_400_000)))
                .add(Key.of(
                                BACKOFF,
                                ConfigDef.Type.LONG,
                                "First wait (ms)",
                                "Wait before the first retry, in milliseconds; it doubles, with jitter, from one to the next.")
                        .byDefault(500L)
                        .valid(ConfigDef.Range.between(1, 600_000))
                        .importance(Importance.LOW))
                .add(Key.of(
                                MAX_BACKOFF,
                                ConfigDef.Type.LONG,
                                "Longest wait (ms)",
                                "Longest wait between two retries, in milliseconds.")
                        .byDefault(30_000L)
                        .valid(ConfigDef.Range.between(1, 600_000))
                        .importance(Importance.LOW));
    }
}
