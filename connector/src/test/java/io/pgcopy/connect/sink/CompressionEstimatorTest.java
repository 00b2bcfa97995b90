/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.sink;

import java.util.Arrays;
import java.util.HexFormat;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

class CompressionEstimatorTest {
    private final CompressionEstimator estimator = new CompressionEstimator();

    @Test
    void randomBytesAreNotTried() {
        examine(random(52_000));

        assertThat(estimator.tried()).isFalse();
        assertThat(estimator.ratio()).isEqualTo(1);
    }

    // 910 literals are 1,024 bytes of output: a match that begins at byte 909 is the last that counts.
    @ParameterizedTest
    @ValueSource(ints = {4, 500, 909})
    void oneRepeatInTheFirstKilobyteOfOutputIsTried(int repeatAt) {
        byte[] value = random(52_000);
        System.arraycopy(value, 0, value, repeatAt, 4);

        examine(value);

        assertThat(estimator.wasted()).isTrue();
        assertThat(estimator.ratio()).isCloseTo(9 / 8.0, within(0.001));
    }

    @Test
    void aRepeatAfterTheFirstKilobyteOfOutputComesTooLate() {
        byte[] value = random(52_000);
        System.arraycopy(value, 0, value, 910, 4);

        examine(value);

        assertThat(estimator.tried()).isFalse();
    }

    @Test
    void aRepeatOfThreeBytesIsNone() {
        byte[] value = random(52_000);
        System.arraycopy(value, 0, value, 500, 3);

        examine(value);

        assertThat(estimator.tried()).isFalse();
    }

    @Test
    void aRunIsARepeatOfItself() {
        byte[] value = random(52_000);
        Arrays.fill(value, 4, 9, (byte) 0);

        examine(value);

        assertThat(estimator.wasted()).isTrue();
    }

    // pg_column_size / 52,000 of an EXTENDED column of PostgreSQL 15: 600 of 52,000 bytes are left.
    @Test
    void oneByteAllOverNearlyVanishes() {
        examine(new byte[52_000]);

        assertThat(estimator.saved()).isTrue();
        assertThat(estimator.ratio()).isCloseTo(600 / 52_000.0, within(0.005));
    }

    @Test
    void hexTextIsWorkedOnInVain() {
        examine(HexFormat.of().formatHex(random(26_000)).getBytes(US_ASCII));

        assertThat(estimator.wasted()).isTrue();
    }

    @Test
    void repeatingTextIsSaved() {
        examine("{\"id\":1,\"name\":\"something\",\"active\":true},"
                .repeat(1_000)
                .getBytes(US_ASCII));

        assertThat(estimator.saved()).isTrue();
        assertThat(estimator.wasted()).isFalse();
    }

    @Test
    void aMatchFurtherAwayThanTheServerCanPointIsNone() {
        byte[] period = random(4_096);
        byte[] value = new byte[52_000];
        for (int i = 0; i < value.length; i++) {
            value[i] = period[i % period.length];
        }
        value[5] = value[4] = value[3] = value[2] = value[1] = value[0];

        examine(value);

        assertThat(estimator.wasted()).isTrue();
    }

    @Test
    void bytesOutsideTheValueDoNotCount() {
        byte[] around = new byte[60_000];
        byte[] value = random(52_000);
        System.arraycopy(value, 0, around, 4_000, value.length);

        estimator.examine(around, 4_000, value.length);

        assertThat(estimator.tried()).isFalse();
    }

    @Test
    void whatAnEarlierValueHeldIsForgotten() {
        byte[] value = random(52_000);
        examine(value);
        examine(value.clone());

        assertThat(estimator.tried()).isFalse();
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 3, 4, 31})
    void aValueBelowTheServersLeastSizeIsNotTried(int size) {
        examine(new byte[size]);

        assertThat(estimator.tried()).isFalse();
    }

    @ParameterizedTest
    @ValueSource(ints = {32, 909, 910, 911, 914, 16_383, 16_384, 16_385})
    void sizesAroundEveryBoundAreExamined(int size) {
        examine(new byte[size]);

        assertThat(estimator.saved()).isTrue();
    }

    private void examine(byte[] value) {
        estimator.examine(value, 0, value.length);
    }

    private static byte[] random(int size) {
        byte[] bytes = new byte[size];
        new SplittableRandom(7).nextBytes(bytes);
        return bytes;
    }
}
