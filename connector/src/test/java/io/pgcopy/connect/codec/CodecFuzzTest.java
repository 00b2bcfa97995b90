/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.codec;

import com.sun.management.ThreadMXBean;
import io.pgcopy.connect.copy.CopyStreamReader;
import io.pgcopy.connect.copy.FieldReader;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.Function;
import org.apache.kafka.connect.data.ConnectSchema;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.errors.DataException;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Random, mutated and truncated bytes and text through every codec: a value or a {@link DataException}, in memory of the
 * order of the input. A second or two here; {@code mvn -Pfuzz verify -Dfuzz.minutes=N} goes on for longer,
 * from a seed that it prints.
 */
class CodecFuzzTest {
    private static final int ROUNDS = 15;
    private static final int MAX_BYTES = 200;
    // A numeric of eight bytes may have 131072 digits; everything else is a small multiple of its input.
    private static final long MAX_ALLOCATED = 16L << 20;

    private final Map<String, Codec<?>> codecs = EveryCodec.all();
    private final List<byte[]> seeds = goldenFields();
    private final List<String> texts = goldenTexts();
    private final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    @Test
    void everyCodecGivesAValueOrADataException() {
        long minutes = Long.getLong("fuzz.minutes", 0);
        long seed = minutes == 0 ? 42 : System.nanoTime();
        System.out.println("fuzz seed " + seed);
        SplittableRandom random = new SplittableRandom(seed);
        long end = System.nanoTime() + Duration.ofMinutes(minutes).toNanos();
        do {
            codecs.forEach((name, codec) -> {
                for (int i = 0; i < ROUNDS; i++) {
                    feedBytes(name, codec, input(random));
                    feedText(name, codec, text(random));
                }
            });
            feedStreams(random);
        } while (System.nanoTime() < end);
        assertThat(codecs).hasSizeGreaterThan(500);
    }

    private void feedBytes(String name, Codec<?> codec, byte[] bytes) {
        long before = threads.getCurrentThreadAllocatedBytes();
        try {
            decodeAndBack(codec, bytes);
        } catch (DataException e) {
            assertThat(e).hasMessageMatching("(?s).{10,}");
        } catch (RuntimeException | StackOverflowError | OutOfMemoryError e) {
            throw new AssertionError(name + " fed " + HexFormat.of().formatHex(bytes), e);
        }
        long allocated = threads.getCurrentThreadAllocatedBytes() - before;
        if (allocated > MAX_ALLOCATED) {
            throw new AssertionError(
                    name + " took " + allocated + " bytes for " + HexFormat.of().formatHex(bytes));
        }
    }

    // What a codec reads it must be able to write, or refuse; and what it writes it must read as the same value.
    private static <T> void decodeAndBack(Codec<T> codec, byte[] bytes) {
        Function<Object, T> own = codec.from(codec.schema()).orElseThrow();
        T value = Wire.decode(codec, bytes);
        ConnectSchema.validateValue(codec.schema(), value);
        byte[] again;
        try {
            again = Wire.encode(codec, own.apply(value));
        } catch (DataException e) {
            return;
        }
        T second = Wire.decode(codec, again);
        assertThat(Wire.encode(codec, own.apply(second))).isEqualTo(again);
    }

    private static void feedText(String name, Codec<?> codec, String text) {
        try {
            Wire.write(codec, Schema.STRING_SCHEMA, text);
        } catch (DataException e) {
            assertThat(e).hasMessageMatching("(?s).{10,}");
        } catch (RuntimeException | StackOverflowError | OutOfMemoryError e) {
            throw new AssertionError(name + " fed the text " + text, e);
        }
    }

    private static void feedStreams(SplittableRandom random) {
        for (GoldenStream golden : GoldenStream.all()) {
            byte[] stream = mutated(golden.bytes(), random);
            byte @Nullable [][] next = {stream};
            CopyStreamReader reader = new CopyStreamReader(() -> {
                byte @Nullable [] message = next[0];
                next[0] = null;
                return message;
            });
            try {
                while (reader.nextTuple()) {
                    for (int i = 0; i < reader.fieldCount(); i++) {
                        reader.nextField();
                    }
                }
            } catch (DataException e) {
                assertThat(e).hasMessageMatching("(?s).{10,}");
            }
        }
    }

    private byte[] input(SplittableRandom random) {
        if (random.nextInt(4) > 0) {
            return mutated(seeds.get(random.nextInt(seeds.size())), random);
        }
        byte[] bytes = new byte[random.nextInt(MAX_BYTES)];
        random.nextBytes(bytes);
        return bytes;
    }

    private static byte[] mutated(byte[] original, SplittableRandom random) {
        byte[] bytes = original.clone();
        for (int i = random.nextInt(4); i > 0 && bytes.length > 0; i--) {
            bytes[random.nextInt(bytes.length)] = (byte) (random.nextBoolean() ? random.nextInt() : -random.nextInt(2));
        }
        return random.nextInt(3) == 0 ? Arrays.copyOf(bytes, random.nextInt(bytes.length + 1)) : bytes;
    }

    private String text(SplittableRandom random) {
        StringBuilder text = new StringBuilder(texts.get(random.nextInt(texts.size())));
        for (int i = random.nextInt(3); i > 0 && text.length() > 0; i--) {
            int at = random.nextInt(text.length());
            switch (random.nextInt(3)) {
                case 0 -> text.deleteCharAt(at);
                case 1 -> text.insert(at, text.charAt(random.nextInt(text.length())));
                default -> text.setCharAt(at, (char) random.nextInt(random.nextBoolean() ? 128 : 0x10000));
            }
        }
        return text.toString();
    }

    private static List<byte[]> goldenFields() {
        List<byte[]> fields = new ArrayList<>();
        for (GoldenStream golden : GoldenStream.all()) {
            CopyStreamReader reader = golden.reader();
            while (reader.nextTuple()) {
                for (int i = 0; i < reader.fieldCount(); i++) {
                    @Nullable FieldReader field = reader.nextField();
                    if (field != null) {
                        fields.add(field.readBytes(field.remaining()));
                    }
                }
            }
        }
        return fields;
    }

    private static List<String> goldenTexts() {
        List<String> texts = new ArrayList<>();
        for (byte[] field : goldenFields()) {
            texts.add(new String(field, java.nio.charset.StandardCharsets.UTF_8));
        }
        return texts;
    }
}
