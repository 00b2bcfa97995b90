/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.blob;

import io.pgcopy.connect.blob.BlobManifest.SlicedColumn;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.zip.CRC32C;
import org.apache.kafka.connect.errors.DataException;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class BlobSplitterTest {
    private static final BlobAttempt ATTEMPT = BlobAttempt.of(1, new BlobToken(2, 3));

    @Test
    void cutsTextBetweenCharactersOnly() {
        SplittableRandom random = new SplittableRandom(1);
        for (int run = 0; run < 2_000; run++) {
            String value = randomText(random);
            int chunk = 4 + random.nextInt(20);
            BlobSplitter splitter = BlobSplitter.ofText(value, chunk);
            StringBuilder joined = new StringBuilder();
            int slices = 0;
            for (int from = 0; from < splitter.bytes(); from = splitter.end(from)) {
                String slice = splitter.textSlice(from, splitter.end(from));
                assertThat(slice.getBytes(StandardCharsets.UTF_8).length)
                        .isBetween(1, chunk)
                        .isEqualTo(splitter.end(from) - from);
                joined.append(slice);
                slices++;
            }
            assertThat(joined.toString()).isEqualTo(value);
            assertThat(splitter.count()).isEqualTo(slices);
        }
    }

    @Test
    void cutsAtTheChunkSizeWhereCharactersAreBytes() {
        String value = "x".repeat(2_049);
        for (int chunk : new int[] {4, 1_024, 2_048, 2_049, 2_050, Integer.MAX_VALUE}) {
            BlobSplitter splitter = BlobSplitter.ofText(value, chunk);
            assertThat(splitter.count()).isEqualTo(2_048 / chunk + 1);
            assertThat(splitter.end(0)).isEqualTo(Math.min(chunk, 2_049));
        }
        assertThat(BlobSplitter.ofText("", 4).count()).isZero();
    }

    @Test
    void refusesHalfACharacter() {
        assertThatThrownBy(() -> BlobSplitter.ofText("a\uD83D", 16))
                .isInstanceOf(DataException.class)
                .hasMessageContaining("lone surrogate");
    }

    @Test
    void numbersTheSlicesOfARowOverSeveralColumns() {
        byte[] first = new byte[10];
        byte[] second = new byte[7];
        new SplittableRandom(3).nextBytes(first);
        new SplittableRandom(4).nextBytes(second);
        BlobManifest manifest = new BlobManifest(
                List.of(new SlicedColumn("a", first.length), new SlicedColumn("b", second.length)), "");
        BlobSequence sequence = new BlobSequence(ATTEMPT, manifest, 5);
        List<BlobChunk> chunks = new ArrayList<>();
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        for (byte[] value : List.of(first, second)) {
            for (int from = 0; from < value.length; from += 4) {
                byte[] slice = Arrays.copyOfRange(value, from, Math.min(value.length, from + 4));
                all.writeBytes(slice);
                chunks.add(sequence.next(slice));
            }
        }
        CRC32C checksum = new CRC32C();
        checksum.update(all.toByteArray());
        assertThat(sequence.complete()).isTrue();
        assertThat(chunks).extracting(BlobChunk::column).containsExactly("a", "a", "a", "b", "b");
        assertThat(chunks).extracting(BlobChunk::offset).containsExactly(0L, 4L, 8L, 0L, 4L);
        assertThat(chunks.get(0).manifest()).isEqualTo(manifest);
        assertThat(chunks.get(4).checksum()).isEqualTo((int) checksum.getValue());
    }

    @Test
    void refusesSlicesThatDoNotAddUp() {
        BlobManifest manifest = new BlobManifest(List.of(new SlicedColumn("a", 10)), "");
        assertThatThrownBy(() -> new BlobSequence(ATTEMPT, manifest, 1).next(new byte[11]))
                .isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> new BlobSequence(ATTEMPT, manifest, 1).next(new byte[9]))
                .isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> new BlobSequence(ATTEMPT, manifest, 2).next(new byte[10]))
                .isInstanceOf(IllegalStateException.class);
    }

    private static String randomText(SplittableRandom random) {
        StringBuilder text = new StringBuilder();
        int length = random.nextInt(60);
        for (int i = 0; i < length; i++) {
            int codePoint = random.nextInt(1, random.nextBoolean() ? 0x80 : 0x110000);
            text.appendCodePoint(codePoint >= 0xD800 && codePoint < 0xE000 ? 'x' : codePoint);
        }
        return text.toString();
    }
}
