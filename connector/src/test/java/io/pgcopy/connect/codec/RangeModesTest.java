/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.codec;

import io.pgcopy.connect.copy.CopyStreamReader;
import io.pgcopy.connect.copy.FieldReader;
import io.pgcopy.connect.type.PgType;
import java.util.List;
import java.util.Objects;
import org.apache.kafka.connect.data.Schema;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;

/** A range is text in a record whatever form its subtype has there: the modes of that form take nothing from its bounds. */
class RangeModesTest {
    private static final int NUMERIC_12_2 = (12 << 16 | 2) + 4;

    private final CodecRegistry lossy = CodecRegistry.of(CodecOptions.ofSource("double", "connect", "struct", "text"));

    static List<GoldenStream> ranges() {
        return GoldenStream.all().stream()
                .filter(golden -> golden.type().endsWith("range"))
                .toList();
    }

    @ParameterizedTest
    @MethodSource("ranges")
    void boundsAreThoseOfTheServerInEachMode(GoldenStream golden) {
        Codec<?> codec = lossy.find(TestTypes.named(golden.type()), -1).orElseThrow();
        CopyStreamReader reader = golden.reader();
        while (reader.nextTuple()) {
            Object text = codec.decode(Objects.requireNonNull(reader.nextField()));
            FieldReader expected = Objects.requireNonNull(reader.nextField());
            assertThat(text).isEqualTo(expected.readUtf8(expected.remaining()));
        }
    }

    @Test
    void aDomainsBoundsAreExactToo() {
        PgType cents =
                new PgType.Domain(0, "public", "cents", TestTypes.named("numeric"), NUMERIC_12_2, "numeric(12,2)");
        PgType range = new PgType.Range(0, "public", "cent_range", cents);
        for (CodecRegistry registry : List.of(lossy, CodecRegistry.of(CodecOptions.DEFAULT))) {
            Codec<?> codec = registry.find(range, -1).orElseThrow();
            assertThat(Wire.through(codec, Schema.STRING_SCHEMA, "[9999999999.99,NaN]"))
                    .isEqualTo("[9999999999.99,NaN]");
        }
    }

    // geometry has an order and could have a range, but its bytes are no text that its input function reads.
    @Test
    void bytesMakeNoBounds() {
        PgType geometry = new PgType.Scalar(0, "public", "geometry");
        assertThat(lossy.find(new PgType.Range(0, "public", "geometry_range", geometry), -1))
                .isEmpty();
    }
}
