/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.codec;

import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import org.apache.kafka.connect.errors.DataException;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class TemporalTextTest {
    private static final int ROUNDS = 50_000;
    // What the texts may look like, said once more in another way.
    private static final String DATE = "[+-]?\\d{4,9}-\\d{2}-\\d{2}";
    private static final String TIME = "\\d{2}:\\d{2}(:\\d{2}([.]\\d{1,9})?)?";
    private static final String OFFSET = "(Z|[+-]\\d{2}(:?\\d{2}(:?\\d{2})?)?)";
    private static final List<String> SEEDS = List.of(
            "2024-02-29",
            "0044-03-15 BC",
            "+12024-01-31",
            "12:34:56.789+02",
            "24:00",
            "2024-02-29T12:34:56.789Z",
            "2024-02-29 12:34:56.789012-05:30:15",
            "0044-03-15 00:00+0530 BC");

    @ParameterizedTest
    @CsvSource({
        "2024-02-29, 19782",
        "-0043-03-15, -735160",
        "0044-03-15 BC, -735160",
        "+12024-02-29, 3672207",
        "0000-01-01, -719528"
    })
    void readsDates(String text, int days) {
        assertThat(TemporalText.days(text)).isEqualTo(days);
    }

    @ParameterizedTest
    @CsvSource({
        "00:00, 0, ",
        "24:00:00, 86400000000, ",
        "12:34:56.7, 45296700000, ",
        "12:34:56.789012000, 45296789012, ",
        "01:02+03, 3720000000, 10800",
        "01:02-0330, 3720000000, -12600",
        "01:02:03Z, 3723000000, 0",
        "01:02:03+15:59:59, 3723000000, 57599",
        "01:02:03+010203, 3723000000, 3723"
    })
    void readsTimes(String text, long micros, @Nullable Integer offset) {
        assertThat(TemporalText.time(text)).isEqualTo(new TemporalText.TimeOfDay(micros, offset));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "1",
                "12",
                "12:",
                "12:3",
                "12:34:",
                "12:34:56.",
                "12:34:56.1234567891",
                "12:34.5",
                "25:00",
                "24:00:01",
                "12:60",
                "12:34:60",
                "12:34+",
                "12:34+1",
                "12:34+16",
                "12:34+01:",
                "12:34+01:2",
                "12:34+01:60",
                "12:34 ",
                "12:34 BC",
                "12:34z",
                "\u0661\u0662:34",
                "12:34:56.0000001"
            })
    void refusesWhatIsNoTime(String text) {
        assertThatThrownBy(() -> TemporalText.time(text)).isInstanceOf(DataException.class);
    }

    @Test
    void writtenAndReadAnyMomentIsTheSame() {
        SplittableRandom random = new SplittableRandom(11);
        for (int i = 0; i < ROUNDS; i++) {
            long micros = random.nextLong(-210_000_000_000_000_000L, Long.MAX_VALUE);
            assertThat(TemporalText.localMicros(TemporalFormat.micros(micros, "")))
                    .isEqualTo(micros);
            assertThat(TemporalText.instantMicros(TemporalFormat.micros(micros, "+00")))
                    .isEqualTo(micros);
        }
    }

    @Test
    void takesNothingOfAnotherForm() {
        SplittableRandom random = new SplittableRandom(12);
        Pattern date = Pattern.compile(DATE + "( BC)?");
        Pattern time = Pattern.compile(TIME + OFFSET + "?");
        Pattern local = Pattern.compile(DATE + "[T ]" + TIME + "( BC)?");
        Pattern instant = Pattern.compile(DATE + "[T ]" + TIME + OFFSET + "( BC)?");
        int taken = 0;
        for (int i = 0; i < ROUNDS; i++) {
            String text = mutated(SEEDS.get(random.nextInt(SEEDS.size())), random);
            taken += agree(text, date, TemporalText::days);
            taken += agree(text, time, TemporalText::time);
            taken += agree(text, local, TemporalText::localMicros);
            taken += agree(text, instant, TemporalText::instantMicros);
        }
        assertThat(taken).isGreaterThan(ROUNDS / 20);
    }

    // A text of the form may still be no day or time; that is for the other tests.
    private static int agree(String text, Pattern form, Consumer<String> parse) {
        boolean taken;
        try {
            parse.accept(text);
            taken = true;
        } catch (DataException e) {
            taken = false;
            if (form.matcher(text).matches()) {
                assertThat(e.getMessage()).as(text).doesNotContain("found other text");
            }
        }
        if (taken) {
            assertThat(text).matches(form);
        }
        return taken ? 1 : 0;
    }

    private static String mutated(String seed, SplittableRandom random) {
        StringBuilder text = new StringBuilder(seed);
        for (int i = random.nextInt(3); i > 0 && text.length() > 0; i--) {
            int at = random.nextInt(text.length());
            switch (random.nextInt(3)) {
                case 0 -> text.deleteCharAt(at);
                case 1 -> text.insert(at, "0123456789:-+.TZ BC".charAt(random.nextInt(19)));
                default -> text.setCharAt(at, "0123456789:-+.TZ BC".charAt(random.nextInt(19)));
            }
        }
        return text.toString();
    }
}
