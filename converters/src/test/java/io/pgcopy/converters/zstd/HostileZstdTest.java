/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.converters.zstd;

import com.github.luben.zstd.Zstd;
import com.github.luben.zstd.ZstdCompressCtx;
import java.io.ByteArrayOutputStream;
import java.time.Duration;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.apache.kafka.connect.errors.DataException;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** Frames that are damaged or made to hurt: an error, within bounds, and never other bytes. */
class HostileZstdTest {
    private static final int LIMIT = 1 << 20;

    private final ZstdContexts contexts = new ZstdContexts(3);
    private final ZstdWriter writer = new ZstdWriter(contexts, 0);
    private final ZstdReader reader = new ZstdReader(contexts, LIMIT);

    @Test
    void everyCutIsAnError() {
        byte[] whole = writer.write(Payloads.text(20_000));
        for (int length = 4; length < whole.length; length++) {
            refuses(Arrays.copyOf(whole, length), "");
        }
    }

    @Test
    void everyFlippedBitIsAnErrorOrHarmless() {
        byte[] text = Payloads.text(3_000);
        byte[] whole = writer.write(text);
        for (int bit = ZstdFrame.MARK_LENGTH * 8; bit < whole.length * 8; bit++) {
            byte[] flipped = whole.clone();
            flipped[bit / 8] ^= (byte) (1 << (bit % 8));
            try {
                assertThat(reader.read(flipped)).isEqualTo(text);
            } catch (DataException e) {
                assertThat(e).hasMessageNotContaining("word");
            }
        }
    }

    @Test
    void whatStandsBehindTheFrameIsAnError() {
        byte[] whole = writer.write(Payloads.text(10_000));
        refuses(Arrays.copyOf(whole, whole.length + 3), "more behind it");
        byte[] frame = Arrays.copyOfRange(whole, ZstdFrame.MARK_LENGTH, whole.length);
        refuses(concat(whole, frame), "more behind it");
    }

    @Test
    void aFrameWithoutContentSizeIsRefused() {
        ZstdCompressCtx nameless = new ZstdCompressCtx().setContentSize(false);
        byte[] frame = nameless.compress(Payloads.text(10_000));
        nameless.close();
        refuses(marked(frame), "how large its content is");
    }

    @Test
    void aFrameOfNothingIsNothing() {
        assertThat(reader.read(marked(Zstd.compress(new byte[0])))).isEmpty();
    }

    @Test
    void aBombIsRefusedBeforeItIsOpened() {
        byte[] bomb = marked(Zstd.compress(new byte[LIMIT + 1], 19));
        assertThat(bomb.length).isLessThan(500);
        refuses(bomb, "zstd.max.decompressed.bytes");
        byte[] justNot = marked(Zstd.compress(new byte[LIMIT], 19));
        assertThat(reader.read(justNot)).hasSize(LIMIT);
    }

    @Test
    void aClaimBeyondWhatZstdCanDoIsRefused() {
        // Frame header: magic, single segment with a content size of eight bytes, then one empty last block.
        byte[] frame = {0x28, (byte) 0xB5, 0x2F, (byte) 0xFD, (byte) 0xE0, 0, 0, 0x10, 0, 0, 0, 0, 0, 1, 0, 0};
        ZstdReader generous = new ZstdReader(contexts, Integer.MAX_VALUE);
        assertThatThrownBy(() -> generous.read(marked(frame)))
                .isInstanceOf(DataException.class)
                .hasMessageContaining("more than zstd can make of them");
        byte[] negative = frame.clone();
        Arrays.fill(negative, 5, 13, (byte) 0xFF);
        refuses(marked(negative), "");
    }

    @Test
    void randomBytesBehindTheMarkAreErrors() {
        SplittableRandom random = new SplittableRandom(42);
        for (int run = 0; run < 20_000; run++) {
            byte[] bytes = new byte[random.nextInt(200)];
            random.nextBytes(bytes);
            if (random.nextBoolean() && bytes.length > 4) {
                byte[] magic = {0x28, (byte) 0xB5, 0x2F, (byte) 0xFD};
                System.arraycopy(magic, 0, bytes, 0, 4);
            }
            refuses(marked(bytes), "");
        }
    }

    @Test
    void aSmallRecordCostsItsOwnSizeWhateverTheLimit() {
        byte[] small = writer.write(Payloads.text(100_000));
        ZstdReader generous = new ZstdReader(contexts, Integer.MAX_VALUE);
        org.junit.jupiter.api.Assertions.assertTimeoutPreemptively(Duration.ofSeconds(30), () -> {
            for (int i = 0; i < 2_000; i++) {
                generous.read(small);
            }
        });
    }

    private void refuses(byte[] payload, String reason) {
        assertThatThrownBy(() -> reader.read(payload))
                .isInstanceOf(DataException.class)
                .hasMessageContaining(reason);
    }

    private static byte[] marked(byte[] frame) {
        byte[] mark = new byte[ZstdFrame.MARK_LENGTH];
        ZstdFrame.putMark(mark);
        return concat(mark, frame);
    }

    private static byte[] concat(byte[] one, byte[] two) {
        ByteArrayOutputStream both = new ByteArrayOutputStream();
        both.writeBytes(one);
        both.writeBytes(two);
        return both.toByteArray();
    }
}
