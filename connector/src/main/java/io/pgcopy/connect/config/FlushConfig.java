/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.config;

import java.time.Duration;
import org.apache.kafka.common.config.AbstractConfig;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigDef.Importance;

/**
 * When the sink writes what it has gathered: the keys {@code flush.*}.
 *
 * @param maxBytes most bytes of encoded rows that a task holds, written or waiting
 * @param maxRecords most records in one transaction
 * @param interval longest time that a record waits for others
 * @param timeout longest time that one transaction may take
 */
public record FlushConfig(long maxBytes, int maxRecords, Duration interval, Duration timeout) {
    public static final String MAX_BYTES = "flush.max.bytes";
    public static final String MAX_RECORDS = "flush.max.records";
    public static final String INTERVAL = "flush.interval.ms";
    public static final String TIMEOUT = "flush.timeout.ms";

    /** One batch is written while the next is filled: each may have half of what the task may hold. */
    public long batchBytes() {
        return maxBytes / 2;
    }

    public static FlushConfig from(AbstractConfig config) {
        return new FlushConfig(
                config.getLong(MAX_BYTES),
                config.getInt(MAX_RECORDS),
                Duration.ofMillis(config.getLong(INTERVAL)),
                Duration.ofMillis(config.getLong(TIMEOUT)));
    }

    public static void define(ConfigDef def) {
        new KeyGroup(def, "Flushing")
                .add(Key.of(
                                MAX_BYTES,
                                ConfigDef.Type.LONG,
                                "Bytes held",
                                "Most bytes of encoded rows that a task holds. Half of it makes one transaction: one half"
                                        + " is written while the other is filled. The row that goes beyond it is still"
                                        + " taken.")
                        .byDefault(67_108_864L)
                        .valid(ConfigDef.Range.atLeast(65_536))
                        .importance(Importance.HIGH))
                .add(Key.of(
                                MAX_RECORDS,
                                ConfigDef.Type.INT,
                                "Records per transaction",
                                "Most records in one transaction.")
                        .byDefault(100_000)
                        .valid(ConfigDef.Range.atLeast(1)))
                .add(Key.of(
                                INTERVAL,
                                ConfigDef.Type.LONG,
                                "Longest wait (ms)",
                                "Longest time that a record waits in the task for others to be written with, in"
                                        + " milliseconds.")
                        .byDefault(1_000L)
                        .valid(ConfigDef.Range.between(1, 600_000)))
                .add(Key.of(
                                TIMEOUT,
                                ConfigDef.Type.LONG,
                                "Flush timeout (ms)",
                                "Longest time that one transaction may take, in milliseconds; then it is ended on both"
                                        + " sides and tried again. Keep it below the consumer's max.poll.interval.ms.")
                        .byDefault(120_000L)
                        .valid(ConfigDef.Range.between(1_000, 3_600_000)));
    }
}
