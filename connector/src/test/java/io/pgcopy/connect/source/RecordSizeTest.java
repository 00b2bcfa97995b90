/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.source;

import io.pgcopy.connect.config.LargeValueConfig;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.kafka.connect.data.Decimal;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaBuilder;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.json.JsonConverter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

class RecordSizeTest {
    private static final Schema VALUE = SchemaBuilder.struct()
            .name("public.a \"table\"")
            .field("id", Schema.INT64_SCHEMA)
            .field(
                    "content",
                    SchemaBuilder.bytes()
                            .optional()
                            .parameter("io.pgcopy.type", "bytea")
                            .build())
            .field("text", Schema.OPTIONAL_STRING_SCHEMA)
            .field("price", Decimal.builder(2).optional().build())
            .field(
                    "numbers",
                    SchemaBuilder.array(Schema.OPTIONAL_FLOAT64_SCHEMA)
                            .optional()
                            .build())
            .field(
                    "flags",
                    SchemaBuilder.array(Schema.BOOLEAN_SCHEMA).optional().build())
            .build();
    private static final Schema KEY =
            SchemaBuilder.struct().field("id", Schema.INT64_SCHEMA).build();
    private static final int[] CHARACTERS = {'a', 1, '\n', '"', '\\', 0x7F, 0xE9, 0x20AC, 0x1F418, ' '};

    @ParameterizedTest
    @CsvSource({"false,BASE64", "true,BASE64", "true,NUMERIC"})
    void theEstimateIsNeverBelowWhatTheJsonConverterMakesAndNotFarAbove(boolean bare, String decimals) {
        SplittableRandom random = new SplittableRandom(7);
        RecordSize size = new RecordSize(config(true), VALUE, KEY);
        try (JsonConverter values = new JsonConverter();
                JsonConverter keys = new JsonConverter()) {
            values.configure(Map.of("schemas.enable", Boolean.toString(!bare), "decimal.format", decimals), false);
            keys.configure(Map.of(), true);
            for (int run = 0; run < 2_000; run++) {
                Struct row = row(random);
                long written = (long) values.fromConnectData("t", VALUE, row).length
                        + keys.fromConnectData("t", KEY, new Struct(KEY).put("id", row.get("id"))).length;
                assertThat(size.of(row)).isGreaterThanOrEqualTo(written);
                if (!bare && written > 20_000) {
                    assertThat(size.of(row)).isLessThan(written * 11 / 10 + 4_000);
                }
            }
        }
    }

    @Test
    void bytesInJsonTakeAThirdMore() {
        Struct row = new Struct(VALUE).put("id", 1L).put("content", new byte[900_000]);
        assertThat(new RecordSize(config(true), VALUE, KEY).of(row)).isBetween(1_200_000L, 1_205_000L);
        assertThat(new RecordSize(config(false), VALUE, KEY).of(row)).isBetween(900_000L, 902_000L);
        assertThat(new RecordSize(config(true), VALUE, KEY).fits(row, 900_020)).isFalse();
        assertThat(new RecordSize(config(false), VALUE, KEY).fits(row, 900_020)).isTrue();
    }

    @Test
    void aSmallRowIsNotLookedAt() {
        Struct incomplete = new Struct(VALUE);
        assertThat(new RecordSize(config(true), VALUE, KEY).fits(incomplete, 50_000))
                .isTrue();
    }

    private static LargeValueConfig config(boolean json) {
        return new LargeValueConfig(LargeValueConfig.Mode.FAIL, 1_000_000, 500_000, 1_000_000, json);
    }

    private static Struct row(SplittableRandom random) {
        byte[] bytes = new byte[random.nextInt(3) == 0 ? random.nextInt(100_000) : random.nextInt(100)];
        random.nextBytes(bytes);
        return new Struct(VALUE)
                .put("id", random.nextLong())
                .put("content", random.nextInt(4) == 0 ? null : bytes)
                .put("text", random.nextInt(4) == 0 ? null : text(random))
                .put(
                        "price",
                        new BigDecimal(BigInteger.valueOf(random.nextLong()).pow(1 + random.nextInt(200)), 2))
                .put(
                        "numbers",
                        IntStream.range(0, random.nextInt(50))
                                .mapToObj(i -> random.nextBoolean()
                                        ? null
                                        : (Double) Double.longBitsToDouble(random.nextLong() >>> 2))
                                .collect(Collectors.toList()))
                .put("flags", List.of(true, false, false));
    }

    private static String text(SplittableRandom random) {
        StringBuilder text = new StringBuilder();
        int only = random.nextInt(2 * CHARACTERS.length);
        for (int i = random.nextInt(random.nextInt(3) == 0 ? 20_000 : 20); i > 0; i--) {
            text.appendCodePoint(CHARACTERS[only < CHARACTERS.length ? only : random.nextInt(CHARACTERS.length)]);
        }
        return text.toString();
    }
}
