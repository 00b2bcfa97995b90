/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.config;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.common.config.AbstractConfig;
import org.apache.kafka.common.config.ConfigDef;

/**
 * How the sink puts together rows that came in chunks: the keys {@code chunk.*}.
 *
 * @param rowBytes rows of at most this many sliced bytes are put together in memory
 * @param bufferBytes memory of a task for such rows
 * @param streams rows of a task that are written while they arrive
 * @param stall after so long without progress a row gives back its memory or its stream
 * @param incomplete after so long without progress a row is given up
 * @param policy what happens to a row that cannot be put together
 * @param reported how much of it goes to the dead letter queue
 */
public record ChunkConfig(
        long rowBytes,
        long bufferBytes,
        int streams,
        Duration stall,
        Duration incomplete,
        Policy policy,
        Reported reported) {
    public static final String ROW_BYTES = "chunk.buffer.row.bytes";
    public static final String BUFFER_BYTES = "chunk.buffer.bytes";
    public static final String STREAMS = "chunk.streams.max";
    public static final String STALL = "chunk.stall.timeout.ms";
    public static final String INCOMPLETE = "chunk.incomplete.timeout.ms";
    public static final String POLICY = "chunk.incomplete.policy";
    public static final String DLQ = "chunk.dlq";

    private static final String TOLERANCE = "errors.tolerance";
    private static final String DEAD_LETTERS = "errors.deadletterqueue.topic.name";

    /** What happens to a row that cannot be put together. */
    public enum Policy {
        FAIL,
        DLQ,
        DROP
    }

    /** How much of such a row goes to the dead letter queue. */
    public enum Reported {
        ALL,
        HEAD
    }

    public ChunkConfig {
        if (rowBytes > bufferBytes) {
            throw new KeyException(
                    ROW_BYTES, "(" + rowBytes + ") is above " + BUFFER_BYTES + " (" + bufferBytes + ").");
        }
        if (stall.compareTo(incomplete) > 0) {
            throw new KeyException(
                    STALL, "(" + stall.toMillis() + ") is above " + INCOMPLETE + " (" + incomplete.toMillis() + ").");
        }
    }

    public static ChunkConfig from(AbstractConfig config) {
        return new ChunkConfig(
                config.getLong(ROW_BYTES),
                config.getLong(BUFFER_BYTES),
                config.getInt(STREAMS),
                Duration.ofMillis(config.getLong(STALL)),
                Duration.ofMillis(config.getLong(INCOMPLETE)),
                switch (config.getString(POLICY)) {
                    case "dlq" -> Policy.DLQ;
                    case "drop" -> Policy.DROP;
                    default -> Policy.FAIL;
                },
                config.getString(DLQ).equals("head") ? Reported.HEAD : Reported.ALL);
    }

    /** What a dead letter queue, where the policy asks for one, wants of the worker's settings for the connector. */
    Optional<String> missing(Map<String, String> settings) {
        boolean there = "all".equals(settings.get(TOLERANCE))
                && !settings.getOrDefault(DEAD_LETTERS, "").isBlank();
        return policy != Policy.DLQ || there
                ? Optional.empty()
                : Optional.of("is dlq, which needs " + TOLERANCE + "=all and a topic in " + DEAD_LETTERS + ".");
    }

    static void define(ConfigDef def) {
        KeyGroup group = new KeyGroup(def, "Chunked rows");
        defineBounds(group);
        defineTimes(group);
        group.add(Key.choice(
                                POLICY,
                                List.of("fail", "dlq", "drop"),
                                "Incomplete rows",
                                "What happens to a row that cannot be put together, because slices are missing or were"
                                        + " changed on their way: the task fails (fail), its records go to the dead"
                                        + " letter queue, which needs errors.tolerance=all (dlq), or they are counted"
                                        + " and skipped (drop).")
                        .byDefault("fail"))
                .add(Key.choice(
                                DLQ,
                                List.of("all", "head"),
                                "Reported slices",
                                "Which records of such a row go to the dead letter queue: each slice (all), or the first"
                                        + " one, which names the row and where its records stand (head).")
                        .byDefault("all"));
    }

    private static void defineBounds(KeyGroup group) {
        group.add(Key.of(
                                ROW_BYTES,
                                ConfigDef.Type.LONG,
                                "Largest row in memory",
                                "A chunked row of at most this many bytes is put together in memory and written with"
                                        + " other rows. A larger one is written while it arrives, in a transaction of"
                                        + " its own.")
                        .byDefault(8_388_608L)
                        .valid(ConfigDef.Range.atLeast(0)))
                .add(Key.of(
                                BUFFER_BYTES,
                                ConfigDef.Type.LONG,
                                "Memory for rows",
                                "Memory of a task for chunked rows that are put together in memory.")
                        .byDefault(67_108_864L)
                        .valid(ConfigDef.Range.atLeast(0)))
                .add(Key.of(
                                STREAMS,
                                ConfigDef.Type.INT,
                                "Rows written at once",
                                "Large chunked rows that a task writes at one time, each over a connection of its own."
                                        + " The server needs memory of up to three times a row's size for each. Further"
                                        + " rows wait in Kafka and are read again.")
                        .byDefault(2)
                        .valid(ConfigDef.Range.between(1, 64)));
    }

    private static void defineTimes(KeyGroup group) {
        group.add(Key.of(
                                STALL,
                                ConfigDef.Type.LONG,
                                "Stalled rows (ms)",
                                "A chunked row that gets no slice for so long gives back its memory or its connection;"
                                        + " it is read again when the rest has come, in milliseconds.")
                        .byDefault(300_000L)
                        .valid(ConfigDef.Range.atLeast(1_000)))
                .add(Key.of(
                                INCOMPLETE,
                                ConfigDef.Type.LONG,
                                "Incomplete rows (ms)",
                                "A chunked row that gets no slice for so long is given up as chunk.incomplete.policy"
                                        + " says, in milliseconds. A paused sink and brokers that are away count, time in which the"
                                        + " database is waited for does not: raise it before a longer pause.")
                        .byDefault(3_600_000L)
                        .valid(ConfigDef.Range.atLeast(1_000)));
    }
}
