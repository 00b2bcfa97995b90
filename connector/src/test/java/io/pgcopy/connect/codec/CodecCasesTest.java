/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.codec;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Random;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.errors.DataException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** What people have stumbled over with other codecs, so far as the golden streams do not show it. */
class CodecCasesTest {
    private static final int ROUNDS = 2_000;
    private static final int MAX_BITS = 1_000;
    private static final int MAX_SCALE = 300;

    private final CodecRegistry registry = CodecRegistry.of(CodecOptions.DEFAULT);

    @Test
    void aNumericOfAnyDigitsAndScaleComesBackAsItWas() {
        Random random = new Random(3);
        Codec<?> numeric = TestTypes.codec(registry, TestTypes.named("numeric"));
        for (int i = 0; i < ROUNDS; i++) {
            BigInteger digits = new BigInteger(random.nextInt(MAX_BITS), random);
            BigDecimal number =
                    new BigDecimal(random.nextBoolean() ? digits : digits.negate(), random.nextInt(MAX_SCALE));
            assertThat(Wire.through(numeric, Schema.STRING_SCHEMA, number.toPlainString()))
                    .isEqualTo(number.toPlainString());
        }
    }

    // Groups of four digits, each with its zeros.
    @ParameterizedTest
    @CsvSource({
        "-1022, 00010000400000 0003fe",
        "10000.0205, 000300010000000400010000 00cd",
        "1000000000001, 00040003000000000001000000000001"
    })
    void aNumericKeepsTheZerosInsideItsGroups(String text, String hex) {
        Codec<?> numeric = TestTypes.codec(registry, TestTypes.named("numeric"));
        assertThat(Wire.decode(numeric, hex.replace(" ", ""))).isEqualTo(text);
        assertThat(Wire.write(numeric, Schema.STRING_SCHEMA, text))
                .asHexString()
                .isEqualToIgnoringCase(hex.replace(" ", ""));
    }

    @ParameterizedTest
    @ValueSource(strings = {"7b7d", "00 7b7d", "02 7b7d", "5b5d"})
    void jsonbOfAnotherVersionIsRefused(String hex) {
        Codec<?> jsonb = TestTypes.codec(registry, TestTypes.named("jsonb"));
        assertThatThrownBy(() -> Wire.decode(jsonb, hex.replace(" ", "")))
                .isInstanceOf(DataException.class)
                .hasMessageContaining("expected version 1");
    }

    // The version is a byte of jsonb's, and json has none.
    @Test
    void jsonbIsOneByteLongerThanJson() {
        for (String text : new String[] {"{\"a\":1}", "[1]", "null", "\"\""}) {
            byte[] json = Wire.write(TestTypes.codec(registry, TestTypes.named("json")), Schema.STRING_SCHEMA, text);
            byte[] jsonb = Wire.write(TestTypes.codec(registry, TestTypes.named("jsonb")), Schema.STRING_SCHEMA, text);
            assertThat(new String(json, java.nio.charset.StandardCharsets.UTF_8))
                    .isEqualTo(text);
            assertThat(jsonb).hasSize(json.length + 1).startsWith(1).endsWith(json);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "timestamp, 1754-08-30 22:43:41.129, -6795364578871000",
        "timestamp, 1969-12-31 23:59:59.999999, -1",
        "timestamptz, 1969-12-31 23:59:59.999999Z, -1",
        "timestamp, 1999-12-31 23:59:59.999999, 946684799999999"
    })
    void timeBeforeAnEpochHasAFractionThatCountsUpwards(String type, String text, long micros) {
        Codec<?> codec = TestTypes.codec(registry, TestTypes.named(type));
        assertThat(Wire.through(codec, Schema.STRING_SCHEMA, text)).isEqualTo(micros);
    }
}
