/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.sink;

import java.util.HexFormat;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

class ColumnEvidenceTest {
    private static final int SIZE = 8_000;
    private static final byte[] RANDOM = random();
    private static final byte[] HEX =
            HexFormat.of().formatHex(RANDOM, 0, SIZE / 2).getBytes(US_ASCII);
    private static final byte[] ZEROS = new byte[SIZE];

    private final CompressionEstimator estimator = new CompressionEstimator();
    private final ColumnEvidence evidence = new ColumnEvidence();

    @Test
    void saysNothingBeforeEnoughValues() {
        add(HEX, ColumnEvidence.MIN_VALUES - 1);
        assertThat(evidence.finding().kind()).isEqualTo(StorageFinding.UNKNOWN);

        add(HEX, 1);
        assertThat(evidence.finding().kind()).isEqualTo(StorageFinding.WASTED);
    }

    @Test
    void aColumnWithoutSamplesHasNoShares() {
        assertThat(evidence.finding()).isEqualTo(ColumnFinding.NONE);
    }

    @Test
    void tellsWasteFromSavingsFromNeither() {
        assertThat(findingOf(HEX)).isEqualTo(StorageFinding.WASTED);
        assertThat(findingOf(ZEROS)).isEqualTo(StorageFinding.PAYS);
        assertThat(findingOf(RANDOM)).isEqualTo(StorageFinding.IDLE);
    }

    @Test
    void weighsValuesByTheirBytes() {
        for (int i = 0; i < 40; i++) {
            examine(ZEROS);
            evidence.add(1_000, estimator, 1_000);
            examine(HEX);
            evidence.add(999_000, estimator, 1_000);
        }

        assertThat(evidence.finding().kind()).isEqualTo(StorageFinding.WASTED);
        assertThat(evidence.finding().wastedShare()).isCloseTo(0.999, within(0.0001));
    }

    @Test
    void followsDataThatChanges() {
        add(HEX, 100_000);
        add(ZEROS, 40);
        assertThat(evidence.finding().kind()).isEqualTo(StorageFinding.PAYS);

        add(ZEROS, 100_000);
        add(HEX, 600);
        assertThat(evidence.finding().kind()).isEqualTo(StorageFinding.WASTED);
    }

    @ParameterizedTest
    @CsvSource({
        "UNKNOWN, 0.02, 0.50, WASTED",
        "UNKNOWN, 0.04, 0.50, MIXED",
        "WASTED,  0.04, 0.50, WASTED",
        "WASTED,  0.06, 0.50, MIXED",
        "IDLE,    0.00, 0.005, IDLE",
        "WASTED,  0.00, 0.005, WASTED",
        "WASTED,  0.00, 0.001, IDLE",
        "WASTED,  0.09, 0.50, MIXED",
        "WASTED,  0.10, 0.50, PAYS",
        "MIXED,   0.09, 0.00, MIXED",
        "PAYS,    0.06, 0.50, PAYS",
        "PAYS,    0.04, 0.50, MIXED",
        "PAYS,    0.02, 0.50, WASTED",
    })
    void givesUpAFindingAtOtherBoundsThanItReachesIt(
            StorageFinding now, double saved, double wasted, StorageFinding next) {
        assertThat(ColumnEvidence.next(now, saved, wasted)).isEqualTo(next);
    }

    @Test
    void chargesTextOfFewSymbolsMoreThanAFile() {
        byte[] file = RANDOM.clone();
        System.arraycopy(new byte[8], 0, file, 100, 8);
        add(file, 40);
        double fileMillis = evidence.finding().pglzMillis();

        ColumnEvidence text = new ColumnEvidence();
        examine(HEX);
        text.add(SIZE, estimator, 1_000);

        assertThat(fileMillis).isPositive();
        assertThat(text.finding().pglzMillis()).isGreaterThan(fileMillis);
        assertThat(text.finding().lz4Millis()).isLessThan(fileMillis / 4);
    }

    private StorageFinding findingOf(byte[] value) {
        ColumnEvidence one = new ColumnEvidence();
        examine(value);
        for (int i = 0; i < ColumnEvidence.MIN_VALUES; i++) {
            one.add(value.length, estimator, 1_000);
        }
        return one.finding().kind();
    }

    private void add(byte[] value, int times) {
        examine(value);
        for (int i = 0; i < times; i++) {
            evidence.add(value.length, estimator, 1_000);
        }
    }

    private void examine(byte[] value) {
        estimator.examine(value, 0, value.length);
    }

    private static byte[] random() {
        byte[] bytes = new byte[SIZE];
        new SplittableRandom(7).nextBytes(bytes);
        return bytes;
    }
}
