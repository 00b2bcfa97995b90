/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.codec;

import org.apache.kafka.connect.data.Decimal;
import org.apache.kafka.connect.data.Schema;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

/** Which Connect form a {@code numeric(p,s)} has: by its scale alone, at every precision. */
class NumericMappingTest {
    // Where other connectors change to INT8, INT16, INT32 and INT64.
    @ParameterizedTest
    @CsvSource({"1,0", "2,0", "3,0", "4,0", "5,0", "9,0", "10,0", "18,0", "19,0", "38,0", "9,2", "12,4", "18,18", "2,5"
    })
    void aScaleMakesADecimalOfThatScale(int precision, int scale) {
        assertThat(schema("precise", precision, scale))
                .isEqualTo(Decimal.builder(scale)
                        .parameter("connect.decimal.precision", String.valueOf(Math.max(precision, scale)))
                        .build());
        assertThat(schema("string", precision, scale).name()).isEqualTo(LogicalTypes.NUMERIC);
        assertThat(schema("double", precision, scale)).isEqualTo(Schema.FLOAT64_SCHEMA);
    }

    @ParameterizedTest
    @CsvSource({"3,-2", "9,-9"})
    void aNegativeScaleMakesAText(int precision, int scale) {
        assertThat(schema("precise", precision, scale).name()).isEqualTo(LogicalTypes.NUMERIC);
    }

    private static Schema schema(String mode, int precision, int scale) {
        CodecRegistry registry = CodecRegistry.of(CodecOptions.ofSource(mode, "exact", "list", "text"));
        // numeric's typmod: precision in the upper half, scale in eleven bits, and the header's four.
        int typmod = ((precision << 16) | (scale & 0x7FF)) + 4;
        return TestTypes.codec(registry, TestTypes.named("numeric"), typmod).schema();
    }
}
