/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.sink;

import org.junit.jupiter.api.Test;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

class MatchFinderTest {
    private static final byte[] BYTES = "abcdefgh-abcdxxxx-abcdefgh".getBytes(US_ASCII);
    private static final int LAST = 18;

    private final MatchFinder finder = new MatchFinder();

    @Test
    void takesTheLongestOfTheCandidates() {
        rememberUpTo(LAST);

        assertThat(finder.longest(BYTES, LAST, BYTES.length, 8)).isEqualTo(8);
        assertThat(finder.longest(BYTES, LAST, BYTES.length, 1))
                .as("newest only")
                .isEqualTo(4);
        assertThat(finder.longest(BYTES, LAST, LAST + 6, 8))
                .as("within the end")
                .isEqualTo(6);
    }

    @Test
    void aWindowStartsWithNothingRemembered() {
        rememberUpTo(LAST);
        finder.begin(LAST);

        assertThat(finder.longest(BYTES, LAST, BYTES.length, 8)).isZero();
    }

    @Test
    void placesDoNotRunOutHoweverManyWindowsThereAre() {
        byte[] zeros = new byte[8];
        for (int i = 0; i < 600_000; i++) {
            finder.begin(0);
            assertThat(finder.longest(zeros, 0, 8, 8)).isZero();
            finder.remember(zeros, 0);
            assertThat(finder.longest(zeros, 1, 8, 8)).isEqualTo(7);
        }
    }

    private void rememberUpTo(int end) {
        finder.begin(0);
        for (int i = 0; i < end; i++) {
            finder.remember(BYTES, i);
        }
    }
}
