/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.config;

import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.apache.kafka.common.config.AbstractConfig;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigDef.Importance;

/**
 * What happens to rows that are larger than a record may be.
 *
 * @param recordMaxBytes most bytes of one record
 * @param chunkBytes size of a slice where rows are sent in slices
 * @param unsliceableMaxBytes largest text, json, jsonb or xml value that is cut into slices here
 * @param json whether values are sent as JSON, so far as the connector's own settings tell
 */
public record LargeValueConfig(Mode mode, long recordMaxBytes, int chunkBytes, long unsliceableMaxBytes, boolean json) {
    public static final String MODE = "large.value.mode";
    public static final String RECORD_MAX_BYTES = "record.max.bytes";
    public static final String CHUNK_BYTES = "chunk.bytes";
    public static final String UNSLICEABLE_MAX_BYTES = "value.max.bytes.unsliceable";

    // Two make one request of Kafka's largest by default, and none takes half a region of a G1 heap of up to 4 GB: such
    // an array would take a whole one.
    private static final int CHUNK_BYTES_DEFAULT = 500_000;

    /** What becomes of a row over the limit. */
    public enum Mode {
        FAIL,
        CHUNK,
        NULL,
        SKIP_ROW
    }

    private static final List<String> PRODUCER_LIMITS =
            List.of("producer.override.max.request.size", "producer.override.buffer.memory");
    private static final String PARTITIONER = "producer.override.partitioner.class";
    private static final String IGNORE_KEYS = "producer.override.partitioner.ignore.keys";
    private static final String IN_FLIGHT = "producer.override.max.in.flight.requests.per.connection";
    private static final String IDEMPOTENCE = "producer.override.enable.idempotence";
    private static final String CLEANUP = "topic.creation.default.cleanup.policy";
    private static final String CONVERTER = "value.converter";
    private static final String DELEGATE = "value.converter.delegate";
    private static final Pattern BINARY = Pattern.compile("Avro|Protobuf|ByteArray");

    public LargeValueConfig {
        if (mode == Mode.CHUNK && chunkBytes > recordMaxBytes) {
            throw new KeyException(
                    CHUNK_BYTES, "(" + chunkBytes + ") is above " + RECORD_MAX_BYTES + " (" + recordMaxBytes + ").");
        }
        if (mode == Mode.CHUNK && converted(chunkBytes, json) > recordMaxBytes) {
            throw new KeyException(
                    CHUNK_BYTES,
                    "(" + chunkBytes + ") is " + converted(chunkBytes, true)
                            + " bytes as JSON writes it, which is above " + RECORD_MAX_BYTES + " (" + recordMaxBytes
                            + ").");
        }
    }

    public static LargeValueConfig from(AbstractConfig config) {
        LargeValueConfig large = new LargeValueConfig(
                Choice.read(config, MODE, Mode.class),
                config.getLong(RECORD_MAX_BYTES),
                config.getInt(CHUNK_BYTES),
                config.getLong(UNSLICEABLE_MAX_BYTES),
                json(config.originals()));
        large.checkWorker(config.originals());
        return large;
    }

    /** At most how many bytes of a value, whole or a slice, fit in a record beside other things of that size. */
    public long valueBytes(long parts) {
        long share = recordMaxBytes / (parts + 1);
        return Math.min(chunkBytes, json ? share / 4 * 3 : share);
    }

    private static long converted(long bytes, boolean json) {
        return json ? (bytes + 2) / 3 * 4 : bytes;
    }

    // Not named, it is the worker's, which by the files that Kafka comes with is JSON; no other takes more room.
    private static boolean json(Map<String, Object> settings) {
        Object converter = settings.getOrDefault(DELEGATE, settings.get(CONVERTER));
        return converter == null || !BINARY.matcher(converter.toString()).find();
    }

    /** Checks against those of the worker's settings that a connector's configuration holds. */
    private void checkWorker(Map<String, Object> settings) {
        for (String name : PRODUCER_LIMITS) {
            Object limit = settings.get(name);
            if (limit != null
                    && limit.toString().matches("\\d{1,18}")
                    && Long.parseLong(limit.toString()) < recordMaxBytes) {
                throw new KeyException(
                        RECORD_MAX_BYTES, "(" + recordMaxBytes + ") is above " + name + " (" + limit + ").");
            }
        }
        if (mode == Mode.CHUNK) {
            checkSlices(settings);
        }
    }

    private static void checkSlices(Map<String, Object> settings) {
        if ("all".equals(settings.get("errors.tolerance"))) {
            throw new KeyException(
                    MODE,
                    "cannot be chunk with errors.tolerance=all: the worker would lose a slice that cannot be sent and go on.");
        }
        // Without a setting of the connector's own the worker's producer sends one request at a time.
        if (!String.valueOf(settings.getOrDefault(IN_FLIGHT, "1")).equals("1")
                && !"true".equals(String.valueOf(settings.get(IDEMPOTENCE)))) {
            throw new KeyException(
                    MODE,
                    "cannot be chunk with " + IN_FLIGHT + " above 1 and without " + IDEMPOTENCE
                            + "=true: a slice that is sent again could come after its successor.");
        }
        if (String.valueOf(settings.get(CLEANUP)).contains("compact")) {
            throw new KeyException(
                    MODE, "cannot be chunk with " + CLEANUP + "=compact: one slice of each row would be kept.");
        }
        if (String.valueOf(settings.get(PARTITIONER)).contains("RoundRobin")
                || "true".equals(String.valueOf(settings.get(IGNORE_KEYS)))) {
            throw new KeyException(
                    MODE,
                    "cannot be chunk with a producer that ignores keys: the slices of a row must meet in one partition.");
        }
    }

    static void define(ConfigDef def) {
        KeyGroup group = new KeyGroup(def, "Large values");
        group.add(Key.choice(
                        MODE,
                        Choice.namesOf(Mode.class),
                        "Rows over the limit",
                        "What happens to a row that makes a record of more than record.max.bytes. fail: the task"
                                + " stops and says which column it is. chunk: the row is sent as several"
                                + " records, which this project's sink puts together again. null: its largest"
                                + " columns are sent as null, with their sizes in the header"
                                + " pgcopy.nulled. skip-row: it is not sent, and counted in the header"
                                + " pgcopy.skipped of the records around it.")
                .byDefault("fail"));
        defineSizes(group);
    }

    private static void defineSizes(KeyGroup group) {
        group.add(Key.of(
                                RECORD_MAX_BYTES,
                                ConfigDef.Type.LONG,
                                "Largest record",
                                "Most bytes of a record, by an estimate that is not below what the converter makes of it."
                                        + " Without value.converter in the connector's own configuration it counts"
                                        + " as JSON does, which makes bytea a third larger. Keep it below the"
                                        + " producer's max.request.size and buffer.memory, and the topic's"
                                        + " max.message.bytes.")
                        .byDefault(1_000_000L)
                        .valid(ConfigDef.Range.between(1024, 1L << 30)))
                .add(Key.of(
                                CHUNK_BYTES,
                                ConfigDef.Type.INT,
                                "Slice size",
                                "With large.value.mode=chunk: how many bytes of a large value one record carries.")
                        .byDefault(CHUNK_BYTES_DEFAULT)
                        .valid(ConfigDef.Range.between(1024, 256 * 1024 * 1024))
                        .importance(Importance.LOW))
                .add(Key.of(
                                UNSLICEABLE_MAX_BYTES,
                                ConfigDef.Type.LONG,
                                "Largest text cut here",
                                "With large.value.mode=chunk: largest value of a text, json, jsonb or xml column. Such a"
                                        + " value is read whole before it is cut; a larger one fails the task.")
                        .byDefault(64L * 1024 * 1024)
                        .valid(ConfigDef.Range.between(1024, 1L << 30))
                        .importance(Importance.LOW));
    }
}
