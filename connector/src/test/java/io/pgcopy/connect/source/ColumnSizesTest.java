/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.source;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class ColumnSizesTest {
    private static final ColumnSizes PLAIN = new ColumnSizes("a", 10, 520_000, 520_000, 60_000, 0);
    private static final ColumnSizes COMPRESSED = new ColumnSizes("a", 10, 200_000, 520_000, 600_000, 9);

    @Test
    void saysThatDiskAndCopyAreAlike() {
        assertThat(PLAIN.finding(0))
                .isEqualTo("10 values sampled, of 52000 bytes (the largest 60000), stored in 52000: none is compressed,"
                        + " so disk and copy are alike");
    }

    @Test
    void saysThatSlicesOfWhatIsNotCompressedAreCheap() {
        assertThat(PLAIN.finding(50_000)).endsWith("so each slice of a large one costs the server that slice alone");
        assertThat(PLAIN.finding(100_000)).endsWith("so disk and copy are alike");
    }

    @Test
    void saysHowMuchMoreIsCopiedThanStored() {
        assertThat(COMPRESSED.finding(0))
                .isEqualTo("10 values sampled, of 52000 bytes (the largest 600000), stored in 20000: 90 % are"
                        + " compressed, so the copy moves 2.6 times what the disk holds");
    }

    @Test
    void saysThatSlicesOfCompressedValuesAreDear() {
        assertThat(COMPRESSED.finding(500_000)).endsWith("such values are read in at most eight slices");
    }

    @Test
    void aColumnWithoutValuesHasNoSize() {
        ColumnSizes none = new ColumnSizes("a", 0, 0, 0, 0, 0);
        assertThat(none.isLarge()).isFalse();
        assertThat(none.metric().getRawBytes()).isZero();
        assertThat(none.metric().getCompressedShare()).isZero();
    }
}
