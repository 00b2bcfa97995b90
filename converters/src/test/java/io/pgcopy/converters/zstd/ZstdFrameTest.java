/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.converters.zstd;

import com.github.luben.zstd.Zstd;
import com.github.luben.zstd.ZstdCompressCtx;
import java.util.Arrays;
import org.apache.kafka.connect.errors.DataException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** What was set holds for every frame: a large one, an aborted one, and any that comes after such. */
class ZstdFrameTest {
    /** Where a frame says what it has, and the bit that stands for a checksum at its end. */
    private static final int DESCRIPTOR = ZstdFrame.MARK_LENGTH + 4;

    private static final int CHECKSUM = 0x04;
    private static final int LARGE = 2 << 20;
    private static final int LIMIT = 64 << 20;

    private final ZstdContexts contexts = new ZstdContexts(1);
    private final ZstdReader reader = new ZstdReader(contexts, LIMIT);

    @AfterEach
    void close() {
        contexts.close();
    }

    @ParameterizedTest
    @ValueSource(ints = {20_000, 1 << 20, (1 << 20) + 1, LARGE})
    void hasAChecksumAndItsContentsSize(int length) {
        ZstdWriter writer = new ZstdWriter(contexts, 0);
        byte[] text = Payloads.text(length);
        assertFrame(writer.write(text), length);
        assertThat(writer.write(Payloads.random(length))).hasSize(length);
        writer.write(givenUpOnTheWay());
        assertFrame(writer.write(text), length);
        assertFrame(writer.write(Payloads.text(20_000)), 20_000);
    }

    @Test
    void theLevelHoldsForLargePayloadsAndAfterThem() {
        byte[] large = Payloads.text(LARGE);
        byte[] small = Payloads.text(200_000);
        for (int level : new int[] {6, 9}) {
            try (ZstdContexts contexts = new ZstdContexts(level)) {
                ZstdWriter writer = new ZstdWriter(contexts, 0);
                for (int round = 0; round < 2; round++) {
                    assertLevel(level, writer.write(large), large);
                    assertThat(writer.write(givenUpOnTheWay()).length).isGreaterThan(LARGE);
                    assertLevel(level, writer.write(small), small);
                }
            }
        }
    }

    @Test
    void aWindowThatWeNeverUseIsRefusedBeforeAndAfterOtherLargeFrames() {
        byte[] content = Arrays.copyOf(Payloads.text(200_000), 9 << 20);
        byte[] foreign = foreign(Arrays.copyOf(content, 36 << 20));
        try (ZstdContexts largest = new ZstdContexts(19)) {
            byte[] ours = new ZstdWriter(largest, 0).write(content);
            for (int round = 0; round < 2; round++) {
                assertThatThrownBy(() -> reader.read(foreign))
                        .isInstanceOf(DataException.class)
                        .hasMessageContaining("requires too much memory");
                assertThat(Arrays.equals(reader.read(ours), content)).isTrue();
            }
        }
    }

    @Test
    void aDamagedFrameOfOneSizeLeavesTheOthersReadable() {
        ZstdWriter writer = new ZstdWriter(contexts, 0);
        byte[][] contents = {Payloads.text(20_000), Payloads.text(LARGE)};
        byte[][] frames = {writer.write(contents[0]), writer.write(contents[1])};
        for (int round = 0; round < 4; round++) {
            byte[] damaged = frames[round / 2].clone();
            damaged[damaged.length - 1] ^= 1;
            assertThatThrownBy(() -> reader.read(damaged)).isInstanceOf(DataException.class);
            assertThat(Arrays.equals(reader.read(frames[round % 2]), contents[round % 2]))
                    .isTrue();
        }
    }

    /** A bit of an uncompressed block, which nothing but the checksum tells from another. */
    @Test
    void aFlippedBitInALargeFrameIsSeen() {
        byte[] content = Payloads.text(LARGE);
        System.arraycopy(Payloads.random(1 << 20), 0, content, 1 << 19, 1 << 20);
        byte[] written = new ZstdWriter(contexts, 0).write(content);
        assertThat(reader.read(written)).isEqualTo(content);
        byte[] flipped = written.clone();
        flipped[indexOf(written, Arrays.copyOfRange(content, 1 << 20, (1 << 20) + 16))] ^= 1;
        assertThatThrownBy(() -> reader.read(flipped))
                .isInstanceOf(DataException.class)
                .hasMessageContaining("checksum");
        assertThat(reader.read(written)).isEqualTo(content);
    }

    private static void assertFrame(byte[] written, int length) {
        assertThat(written[DESCRIPTOR] & CHECKSUM)
                .as("checksum of %d bytes", length)
                .isEqualTo(CHECKSUM);
        assertThat(Zstd.getFrameContentSize(written, ZstdFrame.MARK_LENGTH, written.length - ZstdFrame.MARK_LENGTH))
                .isEqualTo(length);
    }

    /** Compresses in its samples and not as a whole, so that it is begun and then left. */
    private static byte[] givenUpOnTheWay() {
        byte[] payload = Payloads.random(LARGE + 1_000);
        int quarter = payload.length / 4;
        for (int i = 0; i < 4; i++) {
            Arrays.fill(payload, i * quarter + quarter / 2 - 2_000, i * quarter + quarter / 2 + 2_000, (byte) 0);
        }
        return payload;
    }

    private static void assertLevel(int level, byte[] written, byte[] content) {
        int size = written.length - ZstdFrame.MARK_LENGTH - 4;
        int expected = Zstd.compress(content, level).length;
        // 3 is the level of a context that was never told one.
        int untold = Zstd.compress(content, 3).length;
        assertThat(Math.abs(size - expected))
                .as("%d bytes at level %d make %d, at level 3 %d", content.length, level, expected, untold)
                .isLessThan(Math.abs(size - untold));
    }

    private static byte[] foreign(byte[] content) {
        try (ZstdCompressCtx context = new ZstdCompressCtx()) {
            byte[] frame = context.setLevel(1).setLong(27).compress(content);
            byte[] marked = new byte[ZstdFrame.MARK_LENGTH + frame.length];
            ZstdFrame.putMark(marked);
            System.arraycopy(frame, 0, marked, ZstdFrame.MARK_LENGTH, frame.length);
            return marked;
        }
    }

    private static int indexOf(byte[] bytes, byte[] sought) {
        for (int i = 0; i <= bytes.length - sought.length; i++) {
            if (Arrays.equals(bytes, i, i + sought.length, sought, 0, sought.length)) {
                return i;
            }
        }
        throw new AssertionError("the random block is not stored as it is");
    }
}
