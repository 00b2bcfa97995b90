/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.config;

import org.apache.kafka.common.config.AbstractConfig;
import org.apache.kafka.common.config.ConfigDef;

/**
 * How much a task holds in memory.
 *
 * @param pollMaxBytes most bytes that one poll hands to the worker
 * @param prefetchMaxBytes most bytes read ahead of the worker
 */
public record ReadConfig(long pollMaxBytes, long prefetchMaxBytes) {
    public static final String POLL_MAX_BYTES = "poll.max.bytes";
    public static final String PREFETCH_MAX_BYTES = "prefetch.max.bytes";

    private static final long SMALLEST = 64 * 1024;

    public ReadConfig {
        if (prefetchMaxBytes < pollMaxBytes) {
            throw new KeyException(
                    PREFETCH_MAX_BYTES,
                    "(" + prefetchMaxBytes + ") is below " + POLL_MAX_BYTES + " (" + pollMaxBytes + ").");
        }
    }

    public static ReadConfig from(AbstractConfig config) {
        return new ReadConfig(config.getLong(POLL_MAX_BYTES), config.getLong(PREFETCH_MAX_BYTES));
    }

    static void define(ConfigDef def) {
        new KeyGroup(def, "Memory")
                .add(Key.of(
                                POLL_MAX_BYTES,
                                ConfigDef.Type.LONG,
                                "Bytes a poll",
                                "Most bytes of records that a task hands to the worker at once; a larger record"
                                        + " goes alone.")
                        .byDefault(8L * 1024 * 1024)
                        .valid(ConfigDef.Range.between(SMALLEST, 1L << 40)))
                .add(Key.of(
                                PREFETCH_MAX_BYTES,
                                ConfigDef.Type.LONG,
                                "Bytes read ahead",
                                "Most bytes of records that a task has read and the worker has not taken yet; a larger"
                                        + " record is read alone. Counted as they lie in memory, more or less.")
                        .byDefault(32L * 1024 * 1024)
                        .valid(ConfigDef.Range.between(SMALLEST, 1L << 40)));
    }
}
