/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.blob;

import io.pgcopy.connect.blob.BlobManifest.SlicedColumn;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.apache.kafka.connect.errors.DataException;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class ChunkAssemblerTest {
    private long nowMs = 5;
    private final ChunkAssembler<String> assembler = new ChunkAssembler<>(10, Duration.ofMinutes(1), () -> nowMs);

    @Test
    void givesTheRowWithItsLastSlice() {
        BlobSequence row = row(1, "abcdef", 2);
        assertThat(assembler.pass(40)).isTrue();
        assertThat(add(row, 41, "abc")).isEmpty();
        assertThat(assembler.safeOffset()).isEqualTo(41);
        ChunkAssembler.Row<String> whole = add(row, 42, "def").orElseThrow();
        assertThat(whole.head()).isEqualTo("record 41");
        assertThat(whole.values())
                .containsOnlyKeys("body")
                .containsEntry("body", ByteBuffer.wrap("abcdef".getBytes(StandardCharsets.UTF_8)));
        assertThat(assembler.safeOffset()).isEqualTo(43);
    }

    @Test
    void readsAgainWhatHadNoRoom() {
        BlobSequence first = row(1, "abcdef", 2);
        BlobSequence second = row(2, "ghijkl", 2);
        String head = second.next(bytes("ghi")).format();
        add(first, 0, "abc");
        assertThat(assembler.add(1, head, "record 1", bytes("ghi"))).isEmpty();
        assertThat(assembler.rewind()).isEmpty();
        assertThat(add(first, 2, "def")).isPresent();
        assertThat(assembler.safeOffset()).isEqualTo(1);
        assertThat(assembler.rewind()).hasValue(1);
        assertThat(assembler.add(1, head, "record 1", bytes("ghi"))).isEmpty();
        assertThat(add(second, 3, "jkl")).isPresent();
    }

    @Test
    void tellsAPlainRowThatIsReadAgainFromANewOne() {
        BlobSequence first = row(1, "abcdef", 2);
        String head = row(2, "ghijkl", 2).next(bytes("ghi")).format();
        add(first, 0, "abc");
        assembler.add(1, head, "record 1", bytes("ghi"));
        assertThat(assembler.pass(2)).isTrue();
        assertThat(add(first, 3, "def")).isPresent();
        assertThat(assembler.safeOffset()).isEqualTo(1);
        assertThat(assembler.rewind()).hasValue(1);
        assembler.add(1, head, "record 1", bytes("ghi"));
        assertThat(assembler.pass(2)).isFalse();
    }

    @Test
    void refusesARowWithAGap() {
        BlobSequence row = row(1, "abcdef", 3);
        add(row, 0, "ab");
        row.next(bytes("cd"));
        assertThatThrownBy(() -> add(row, 2, "ef"))
                .isInstanceOf(DataException.class)
                .hasMessageContaining("misses slice 1");
    }

    @Test
    void refusesARowThatCanNeverFit() {
        BlobSequence row = row(1, "abcdefghijkl", 3);
        assertThatThrownBy(() -> add(row, 0, "abcd"))
                .isInstanceOf(DataException.class)
                .hasMessageContaining("12 bytes");
    }

    @Test
    void givesUpARowThatNobodySendsToItsEnd() {
        add(row(1, "abcdef", 2), 0, "abc");
        assertThat(assembler.pass(1)).isTrue();
        nowMs += 59_999;
        assertThat(assembler.tick()).isEmpty();
        assertThat(assembler.safeOffset()).isZero();
        nowMs++;
        assertThat(assembler.tick()).singleElement().satisfies(lost -> {
            assertThat(lost.offset()).isZero();
            assertThat(lost.reason()).contains("had no more slices for 60000 ms: 1 of 2 were found");
        });
        assertThat(assembler.safeOffset()).isEqualTo(2);
        BlobSequence whole = row(2, "abcdefghij", 2);
        add(whole, 2, "abcde");
        assertThat(add(whole, 3, "fghij")).as("there is room again").isPresent();
    }

    @Test
    void waitsForARowWhoseSlicesCome() {
        BlobSequence row = row(1, "abcdef", 3);
        add(row, 0, "ab");
        nowMs += 40_000;
        add(row, 1, "cd");
        nowMs += 40_000;
        assertThat(assembler.tick()).isEmpty();
        assertThat(add(row, 2, "ef")).isPresent();
    }

    @Test
    void givesUpARowWithAGapInTime() {
        BlobSequence row = row(1, "abcdef", 3);
        add(row, 0, "ab");
        row.next(bytes("cd"));
        assertThatThrownBy(() -> add(row, 2, "ef")).isInstanceOf(DataException.class);
        nowMs += 60_000;
        assertThat(assembler.tick()).hasSize(1);
        assertThat(assembler.safeOffset()).isEqualTo(1);
    }

    private Optional<ChunkAssembler.Row<String>> add(BlobSequence row, long offset, String slice) {
        return assembler.add(offset, row.next(bytes(slice)).format(), "record " + offset, bytes(slice));
    }

    private static BlobSequence row(int split, String value, int slices) {
        BlobManifest manifest = new BlobManifest(List.of(new SlicedColumn("body", value.length())), "");
        return new BlobSequence(BlobAttempt.of(split, new BlobToken(1, 1)), manifest, slices);
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
