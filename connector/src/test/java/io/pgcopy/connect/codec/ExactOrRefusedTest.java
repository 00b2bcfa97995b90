/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.codec;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.List;
import java.util.Map;
import org.apache.kafka.connect.data.Decimal;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaBuilder;
import org.apache.kafka.connect.errors.DataException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** Values at the edge of another one, which none of them may become, and values too large to look at. */
class ExactOrRefusedTest {
    private static final int NUMERIC_5_2 = (5 << 16 | 2) + 4;

    private final CodecRegistry registry = CodecRegistry.of(CodecOptions.DEFAULT);

    // The ends of the number range are the infinities; a text with a moment in it never means one.
    @ParameterizedTest
    @CsvSource({
        "timestamptz, 294247-01-10T04:00:54.775807Z",
        "timestamp, 294247-01-10 04:00:54.775807",
        "timestamp, 290309-12-21 19:59:05.224192 BC",
        "date, 0000-01-01 BC",
        "date, -0044-03-15 BC",
        "timestamp, 0000-01-01 00:00:00 BC"
    })
    void refusesTextOfNoMomentOfTheServers(String type, String text) {
        assertRefused(type, -1, Schema.STRING_SCHEMA, text);
    }

    // To strip its zeros one by one takes time that grows with the square of their number.
    @Test
    @Timeout(20)
    void refusesAHugeDecimalSoon() {
        BigDecimal one =
                new BigDecimal(BigInteger.ONE.shiftLeft(2_400_000).multiply(BigInteger.TEN.pow(700_000)), 700_000);
        Schema decimal = Decimal.schema(700_000);
        assertRefused("numeric", NUMERIC_5_2, decimal, one);
        assertRefused("float8", -1, decimal, one);
        assertRefused("float4", -1, decimal, one);
        assertRefused("numeric", -1, decimal, one);
        BigDecimal zeros = new BigDecimal(BigInteger.TEN.pow(700_000), 700_000);
        assertRefused("numeric", NUMERIC_5_2, decimal, zeros);
        assertRefused("float8", -1, decimal, zeros);
        assertRefused("numeric", NUMERIC_5_2, decimal, new BigDecimal(BigInteger.ONE, Integer.MAX_VALUE));
        assertRefused("numeric", NUMERIC_5_2, decimal, new BigDecimal(BigInteger.ONE, Integer.MIN_VALUE));
    }

    @Test
    void takesADecimalWhoseSurplusPlacesAreZeros() {
        assertThat(through("numeric", NUMERIC_5_2, Decimal.schema(9), new BigDecimal("123.450000000")))
                .isEqualTo(new BigDecimal("123.45"));
        assertThat(through("float8", -1, Decimal.schema(40), new BigDecimal("0.5").setScale(40)))
                .isEqualTo(0.5);
        assertRefused("numeric", NUMERIC_5_2, Decimal.schema(9), new BigDecimal("123.450000001"));
        assertRefused("numeric", NUMERIC_5_2, Decimal.schema(3), new BigDecimal("0.001"));
    }

    @Test
    void refusesHstoreKeysThatTheNulRuleMakesEqual() {
        Codec<?> hstore = CodecRegistry.of(CodecOptions.ofSink("remove"))
                .find(TestTypes.named("hstore"), -1)
                .orElseThrow();
        Schema map = SchemaBuilder.map(Schema.STRING_SCHEMA, Schema.OPTIONAL_STRING_SCHEMA)
                .build();
        assertThat(Wire.through(hstore, map, Map.of("a\0", "1", "b", "2"))).isEqualTo(Map.of("a", "1", "b", "2"));
        for (Map<String, String> pairs : List.of(Map.of("a", "1", "a\0", "2"), Map.of("\0a", "1", "a\0", "2"))) {
            assertThatThrownBy(() -> Wire.write(hstore, map, pairs))
                    .isInstanceOf(DataException.class)
                    .hasMessageContaining("text.nul.mode");
        }
    }

    private Codec<?> codec(String type, int typmod) {
        return registry.find(TestTypes.named(type), typmod).orElseThrow();
    }

    private Object through(String type, int typmod, Schema schema, Object value) {
        return Wire.through(codec(type, typmod), schema, value);
    }

    private void assertRefused(String type, int typmod, Schema schema, Object value) {
        assertThatThrownBy(() -> Wire.write(codec(type, typmod), schema, value))
                .as(type)
                .isInstanceOf(DataException.class);
    }
}
