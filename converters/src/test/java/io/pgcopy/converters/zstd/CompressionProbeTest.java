/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.converters.zstd;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.function.IntUnaryOperator;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** What the probe says without zstd is what zstd would have said. */
class CompressionProbeTest {
    private static final int LENGTH = 262_144;

    private final ZstdContexts contexts = new ZstdContexts(3);
    private final CompressionProbe probe = new CompressionProbe(contexts);

    @AfterEach
    void close() {
        contexts.close();
    }

    @Test
    void zstdIsNotAskedWhereNothingCanBeSaved() throws IOException {
        assertThat(probe.isHopeless(Payloads.jpeg())).as("jpeg").isTrue();
        assertThat(probe.isHopeless(zip(1_000_000))).as("zip").isTrue();
        for (int length = LENGTH; length < LENGTH + 200; length++) {
            assertThat(probe.isHopeless(Payloads.random(length))).as("random").isTrue();
        }
    }

    /** What a JPEG's bytes are coded in repeats a little, here and there; asking zstd costs more than all else. */
    @Test
    void nearlyEveryPartOfAJpegIsSeen() {
        byte[] file = Payloads.jpeg();
        int parts = 0;
        int seen = 0;
        for (int from = 0; from + CompressionProbe.MIN_BYTES <= file.length; from += 1_009) {
            parts++;
            seen += probe.isHopeless(Arrays.copyOfRange(file, from, from + CompressionProbe.MIN_BYTES)) ? 1 : 0;
        }
        assertThat(parts).isGreaterThan(100);
        assertThat(seen).isGreaterThan(parts * 95 / 100);
    }

    @Test
    void zstdIsAskedWhereSomethingCanBeSaved() {
        assertThat(probe.isHopeless(Payloads.text(LENGTH))).as("text").isFalse();
        assertThat(probe.isHopeless(Payloads.base64(LENGTH))).as("base64").isFalse();
        assertThat(probe.isHopeless(new byte[LENGTH])).as("one byte").isFalse();
        byte[] block = Payloads.random(700);
        assertThat(probe.isHopeless(made(LENGTH, i -> block[i % block.length])))
                .as("a random block, repeated")
                .isFalse();
    }

    @Test
    void agreesWithZstdWhateverTheBytes() throws IOException {
        agrees("jpeg", Payloads.jpeg());
        agrees("zip", zip(1_000_000));
        agrees("base64", Payloads.base64(LENGTH));
        for (int length = LENGTH; length < LENGTH + 100; length++) {
            agrees("text", Payloads.text(length));
            agrees("random", Payloads.random(length));
        }
    }

    @Test
    void agreesWithZstdOnBytesOfEverySkew() {
        for (int seed = 0; seed < 6; seed++) {
            for (int percent = 0; percent <= 60; percent += 2) {
                SplittableRandom random = new SplittableRandom(seed);
                int share = percent;
                agrees(
                        percent + " % of one byte",
                        made(CompressionProbe.MIN_BYTES, i -> random.nextInt(100) < share ? 7 : random.nextInt()));
                agrees(
                        percent + " % of half the bytes",
                        made(
                                CompressionProbe.MIN_BYTES,
                                i -> random.nextInt(100) < share ? random.nextInt(128) : random.nextInt()));
                agrees(
                        percent + " % of half the bytes, in every second half of a kilobyte",
                        made(
                                CompressionProbe.MIN_BYTES,
                                i -> i % 1_024 < 512 && random.nextInt(60) < share
                                        ? random.nextInt(64)
                                        : random.nextInt()));
                int values = 256 - 2 * share;
                agrees(values + " values", made(CompressionProbe.MIN_BYTES, i -> random.nextInt(values)));
            }
        }
    }

    @Test
    void agreesWithZstdOnRepeatsOfEveryLengthAndDistance() {
        for (int seed = 0; seed < 4; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            for (int length = 3; length <= 64; length += 1 + seed) {
                for (int apart : new int[] {16, 64, 250, 600, 1_200, 3_000}) {
                    byte[] payload = Payloads.random(CompressionProbe.MIN_BYTES + seed);
                    for (int from = 0; from + apart + length < payload.length; from += apart + length) {
                        if (random.nextInt(3) > 0) {
                            System.arraycopy(payload, from, payload, from + apart, length);
                        }
                    }
                    agrees("repeats of " + length + ", " + apart + " apart", payload);
                }
            }
        }
    }

    /** As blocks of a file that was appended to itself: samples that are equal to one another. */
    @Test
    void agreesWithZstdOnSamplesThatAreEqual() {
        byte[] quarter = Payloads.random(LENGTH / 4);
        byte[] payload = made(LENGTH, i -> quarter[i % quarter.length]);
        agrees("four equal quarters", payload);
        assertThat(probe.isWorthwhile(payload)).isTrue();
        byte[] two = Arrays.copyOf(payload, LENGTH);
        System.arraycopy(Payloads.random(LENGTH / 2), 0, two, 0, LENGTH / 2);
        agrees("two equal quarters", two);
        assertThat(probe.isWorthwhile(two)).isTrue();
    }

    /** The same payload has the same form, whatever came before it. */
    @Test
    void remembersNothing() {
        byte[] random = Payloads.random(LENGTH);
        for (int i = 0; i < 3; i++) {
            assertThat(probe.isHopeless(random)).isTrue();
        }
    }

    private void agrees(String what, byte[] payload) {
        assertThat(probe.isWorthwhile(payload)).as(what).isEqualTo(probe.shrinks(payload));
    }

    private static byte[] made(int length, IntUnaryOperator byteAt) {
        byte[] bytes = new byte[length];
        for (int i = 0; i < length; i++) {
            bytes[i] = (byte) byteAt.applyAsInt(i);
        }
        return bytes;
    }

    private static byte[] zip(int length) throws IOException {
        ByteArrayOutputStream file = new ByteArrayOutputStream();
        try (ZipOutputStream zip = new ZipOutputStream(file)) {
            zip.putNextEntry(new ZipEntry("text"));
            zip.write(Payloads.text(length));
        }
        return file.toByteArray();
    }
}
