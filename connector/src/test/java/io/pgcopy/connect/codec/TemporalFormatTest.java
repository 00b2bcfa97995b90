/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.codec;

import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

/** Dates and times in the server's ISO style; what the server itself writes is in the golden streams of ranges and timetz. */
class TemporalFormatTest {
    private static final int ROUNDS = 20_000;
    private static final long MICROS_PER_SECOND = 1_000_000L;

    @ParameterizedTest
    @CsvSource({
        "0, 00:00:00",
        "1, 00:00:00.000001",
        "100000, 00:00:00.100000",
        "45296789012, 12:34:56.789012",
        "86399999999, 23:59:59.999999",
        "86400000000, 24:00:00"
    })
    void timesHaveSixDecimalPlacesOrNone(long micros, String text) {
        assertThat(TemporalFormat.time(micros)).isEqualTo(text);
    }

    @ParameterizedTest
    @CsvSource({
        "0, 1970-01-01",
        "-719162, 0001-01-01",
        "-719163, 0001-12-31 BC",
        "-735160, 0044-03-15 BC",
        "-2440588, 4714-11-24 BC",
        "2932896, 9999-12-31",
        "2932897, 10000-01-01",
        "2145042905, 5874897-12-31",
        "2147483647, infinity",
        "-2147483648, -infinity"
    })
    void yearsHaveFourDigitsOrMoreAndNoneIsZero(int days, String text) {
        assertThat(TemporalFormat.days(days)).isEqualTo(text);
    }

    @ParameterizedTest
    @CsvSource({
        "0, '', 1970-01-01 00:00:00",
        "-1, +00, 1969-12-31 23:59:59.999999+00",
        "-62135596800000001, +00, 0001-12-31 23:59:59.999999+00 BC",
        "9223372036854775806, '', 294247-01-10 04:00:54.775806",
        "9223372036854775807, +00, infinity",
        "-9223372036854775808, '', -infinity"
    })
    void theEraStandsBehindTimeAndZone(long micros, String zone, String text) {
        assertThat(TemporalFormat.micros(micros, zone)).isEqualTo(text);
    }

    @ParameterizedTest
    @CsvSource({
        "0, +00:00",
        "7200, +02:00",
        "-19800, -05:30",
        "-30, -00:00:30",
        "57599, +15:59:59",
        "-57599, -15:59:59",
        "3601, +01:00:01"
    })
    void offsetsShowTheirSecondsWhereThereAreAny(int offset, String text) {
        assertThat(TemporalFormat.time(0, offset)).isEqualTo("00:00:00" + text);
    }

    @Test
    void anyMomentOfOurEraReadsAsJavaWritesIt() {
        Random random = new Random(5);
        DateTimeFormatter java = DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss", Locale.ROOT);
        long last = LocalDate.of(9999, 12, 31).toEpochDay() * PgEpoch.MICROS_PER_DAY;
        for (int i = 0; i < ROUNDS; i++) {
            long micros = random.nextLong(-last / 5, last);
            long second = Math.floorDiv(micros, MICROS_PER_SECOND);
            long fraction = Math.floorMod(micros, MICROS_PER_SECOND);
            String clock =
                    LocalDateTime.ofEpochSecond(second, 0, ZoneOffset.UTC).format(java);
            assertThat(TemporalFormat.micros(micros, "+00"))
                    .isEqualTo(clock + (fraction == 0 ? "" : "." + (MICROS_PER_SECOND + fraction + "").substring(1))
                            + "+00");
        }
    }
}
