/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.converters.avro;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.Map;
import java.util.SplittableRandom;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaAndValue;
import org.apache.kafka.connect.errors.DataException;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Damaged payloads and damaged schemas give a value or a DataException, never anything else. The same seeds
 * in every build; {@code -Dfuzz.minutes=N} goes on from there.
 */
class AvroFuzzTest {
    private static final int RUNS = 300;
    private static final int DAMAGES = 30;
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    /** Schemas are of some kilobytes, payloads too; what they may claim for nothing is in here. */
    private static final long MOST_ALLOCATED = 32 << 20;

    private static final Duration MOST_TIME = Duration.ofSeconds(5);

    private final long deadline = System.nanoTime()
            + Duration.ofMinutes(Long.getLong("fuzz.minutes", 0)).toNanos();
    private AvroConverter converter = Written.converter(Map.of());

    @Test
    void damageIsAValueOrADataException() {
        int read = 0;
        int refused = 0;
        for (int seed = 0; seed < RUNS || System.nanoTime() < deadline; seed++) {
            RandomConnect generator = new RandomConnect(seed);
            SplittableRandom random = new SplittableRandom(seed);
            Schema schema = generator.struct(3);
            Written written = Written.by(Map.of(), schema, generator.nonNull(schema));
            // Most damage to the compressed form ends at its checksum; damage to the text goes further.
            byte[] json = random.nextInt(4) == 0
                    ? written.headers().lastHeader("avro.value.schema").value()
                    : written.schemaText();
            for (int i = 0; i < DAMAGES; i++) {
                boolean body = random.nextBoolean();
                byte[] payload = body ? damaged(written.payload(), 10, random) : written.payload();
                byte[] text = body ? json : damaged(json, 0, random);
                if (reads(payload, text, seed)) {
                    read++;
                } else {
                    refused++;
                }
            }
            if (seed % 1_000 == 999) {
                converter = Written.converter(Map.of());
            }
        }
        assertThat(read).as("some damage goes unseen, such as a changed letter").isPositive();
        assertThat(refused).isGreaterThan(read / 10);
    }

    private boolean reads(byte[] payload, byte[] json, int seed) {
        Headers headers = new RecordHeaders().add("avro.value.schema", json);
        try {
            SchemaAndValue value = readWithinBounds(headers, payload);
            // What was read can be written again: schema and value fit together. A damaged root may well be null.
            if (value.value() != null) {
                Written.by(Map.of(), value.schema(), value.value());
            }
            return true;
        } catch (DataException e) {
            return false;
        } catch (RuntimeException | Error e) {
            throw new AssertionError(
                    "seed " + seed + ", schema " + new String(json, StandardCharsets.UTF_8) + ", payload "
                            + Arrays.toString(payload),
                    e);
        }
    }

    private SchemaAndValue readWithinBounds(Headers headers, byte[] payload) {
        long began = System.nanoTime();
        long allocated = THREADS.getCurrentThreadAllocatedBytes();
        try {
            return converter.toConnectData("t", headers, payload);
        } finally {
            assertThat(THREADS.getCurrentThreadAllocatedBytes() - allocated)
                    .as("bytes allocated")
                    .isLessThan(MOST_ALLOCATED);
            assertThat(Duration.ofNanos(System.nanoTime() - began)).as("time").isLessThan(MOST_TIME);
        }
    }

    private static byte[] damaged(byte[] bytes, int from, SplittableRandom random) {
        if (bytes.length <= from) {
            return bytes;
        }
        byte[] damaged = bytes.clone();
        for (int i = random.nextInt(4); i >= 0; i--) {
            int at = random.nextInt(from, bytes.length);
            switch (random.nextInt(4)) {
                case 0 -> damaged[at] = (byte) random.nextInt();
                case 1 -> damaged[at] ^= (byte) (1 << random.nextInt(8));
                case 2 -> damaged[at] = bytes[random.nextInt(from, bytes.length)];
                default -> {
                    int length = Math.min(random.nextInt(20), bytes.length - at);
                    System.arraycopy(bytes, random.nextInt(from, bytes.length - length + 1), damaged, at, length);
                }
            }
        }
        return random.nextInt(10) == 0 ? Arrays.copyOf(damaged, random.nextInt(from, damaged.length)) : damaged;
    }
}
