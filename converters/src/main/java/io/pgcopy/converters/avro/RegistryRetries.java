/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.converters.avro;

import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;
import org.apache.kafka.common.config.AbstractConfig;
import org.apache.kafka.common.config.ConfigDef;

import static org.apache.kafka.common.config.ConfigDef.Importance.LOW;
import static org.apache.kafka.common.config.ConfigDef.Range.atLeast;
import static org.apache.kafka.common.config.ConfigDef.Type.INT;
import static org.apache.kafka.common.config.ConfigDef.Width.SHORT;

/** How long the schema registry is waited for: the keys, their definition and their parsed form. */
record RegistryRetries(
        Duration connectTimeout, Duration readTimeout, int most, Duration firstWait, Duration maxWait, Duration total) {
    static final String CONNECT_TIMEOUT = "http.connect.timeout.ms";
    static final String READ_TIMEOUT = "http.read.timeout.ms";
    static final String MAX_RETRIES = "max.retries";
    static final String WAIT = "retries.wait.ms";
    static final String MAX_WAIT = "retries.max.wait.ms";
    static final String TOTAL = "retries.total.ms";
    private static final String GROUP = "Schema registry access";

    static ConfigDef define(ConfigDef def) {
        return defineTotal(defineRepeats(def.define(
                        CONNECT_TIMEOUT,
                        INT,
                        10_000,
                        atLeast(1),
                        LOW,
                        "Longest wait for a connection to the registry.",
                        GROUP,
                        12,
                        SHORT,
                        "Connect timeout (ms)")
                .define(
                        READ_TIMEOUT,
                        INT,
                        30_000,
                        atLeast(1),
                        LOW,
                        "Longest wait for an answer of the registry, the connection included.",
                        GROUP,
                        13,
                        SHORT,
                        "Answer timeout (ms)")));
    }

    private static ConfigDef defineRepeats(ConfigDef def) {
        return def.define(
                        MAX_RETRIES,
                        INT,
                        3,
                        atLeast(0),
                        LOW,
                        "How often a request is repeated that found no registry, or a registry in trouble.",
                        GROUP,
                        14,
                        SHORT,
                        "Repeats")
                .define(
                        WAIT,
                        INT,
                        1_000,
                        atLeast(0),
                        LOW,
                        "The wait before the first repeat; it doubles with each, and half of it is left to chance.",
                        GROUP,
                        15,
                        SHORT,
                        "First wait (ms)")
                .define(
                        MAX_WAIT,
                        INT,
                        20_000,
                        atLeast(0),
                        LOW,
                        "The longest wait before a repeat.",
                        GROUP,
                        16,
                        SHORT,
                        "Longest wait (ms)");
    }

    private static ConfigDef defineTotal(ConfigDef def) {
        return def.define(
                TOTAL,
                INT,
                120_000,
                atLeast(1),
                LOW,
                "Longest time for one request with all its repeats, at all addresses; keep it below the"
                        + " consumer's max.poll.interval.ms.",
                GROUP,
                17,
                SHORT,
                "Longest time in all (ms)");
    }

    static RegistryRetries from(AbstractConfig config) {
        return new RegistryRetries(
                millis(config, CONNECT_TIMEOUT),
                millis(config, READ_TIMEOUT),
                config.getInt(MAX_RETRIES),
                millis(config, WAIT),
                millis(config, MAX_WAIT),
                millis(config, TOTAL));
    }

    /** The wait before a repeat, counted from 0. */
    long waitMillis(int repeat) {
        long full = Math.min(maxWait.toMillis(), firstWait.toMillis() << Math.min(repeat, 20));
        return full / 2 + ThreadLocalRandom.current().nextLong(full / 2 + 1);
    }

    private static Duration millis(AbstractConfig config, String key) {
        return Duration.ofMillis(config.getInt(key));
    }
}
