/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.codec;

import java.time.DateTimeException;
import java.time.LocalDate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.kafka.connect.errors.DataException;
import org.jspecify.annotations.Nullable;

/**
 * Dates and times as ISO 8601 and PostgreSQL write them: {@code 2024-02-29T12:34:56.789Z},
 * {@code 2024-02-29 12:34:56.789+00}, {@code 0044-03-15 BC}, {@code infinity}.
 */
final class TemporalText {
    private static final String DATE = "([+-]?\\d{4,9})-(\\d{2})-(\\d{2})";
    private static final String TIME = "(\\d{2}):(\\d{2})(?::(\\d{2})(?:[.](\\d{1,9}))?)?";
    private static final String OFFSET = "(Z|[+-]\\d{2}(?::?\\d{2}(?::?\\d{2})?)?)";
    private static final Pattern DATE_ONLY = Pattern.compile(DATE + "( BC)?");
    private static final Pattern TIME_ONLY = Pattern.compile(TIME + OFFSET + "?");
    private static final Pattern DATE_TIME = Pattern.compile(DATE + "[T ]" + TIME + OFFSET + "?( BC)?");

    /** Microseconds of day and, where the text has one, seconds east of UTC. */
    record TimeOfDay(long micros, @Nullable Integer offset) {}

    private TemporalText() {}

    /** Days since 1970; the ends of the range for the infinities. */
    static int days(String text) {
        if (text.equals("infinity")) {
            return Integer.MAX_VALUE;
        }
        if (text.equals("-infinity")) {
            return Integer.MIN_VALUE;
        }
        Matcher match = match(DATE_ONLY, text, "a date");
        return PgEpoch.finiteDays(epochDay(match, match.group(4)));
    }

    static TimeOfDay time(String text) {
        Matcher match = match(TIME_ONLY, text, "a time");
        return new TimeOfDay(timeMicros(match, 1), offset(match.group(5)));
    }

    /** Microseconds since 1970 of a text without an offset; the ends of the range for the infinities. */
    static long localMicros(String text) {
        return micros(text, false);
    }

    /** Microseconds since 1970 of a text with its offset; the ends of the range for the infinities. */
    static long instantMicros(String text) {
        return micros(text, true);
    }

    private static long micros(String text, boolean zoned) {
        if (text.equals("infinity")) {
            return Long.MAX_VALUE;
        }
        if (text.equals("-infinity")) {
            return Long.MIN_VALUE;
        }
        Matcher match = match(DATE_TIME, text, "a timestamp");
        Integer offset = offset(match.group(8));
        if (zoned != (offset != null)) {
            throw new DataException(
                    zoned ? "expected an offset in the text, found none" : "found an offset in the text");
        }
        try {
            long day = Math.multiplyExact(epochDay(match, match.group(9)), PgEpoch.MICROS_PER_DAY);
            long shift = (offset == null ? 0 : offset) * 1_000_000L;
            return PgEpoch.finiteMicros(Math.subtractExact(Math.addExact(day, timeMicros(match, 4)), shift));
        } catch (ArithmeticException e) {
            throw new DataException("timestamp is out of range", e);
        }
    }

    private static Matcher match(Pattern pattern, String text, String what) {
        Matcher match = pattern.matcher(text);
        if (!match.matches()) {
            throw new DataException("expected the text of " + what + ", found other text");
        }
        return match;
    }

    private static long epochDay(Matcher match, @Nullable String bc) {
        int year = number(match, 1);
        if (bc != null && year < 1) {
            throw new DataException("expected a year of 1 or more before BC, found one below");
        }
        try {
            LocalDate date = LocalDate.of(bc == null ? year : 1 - year, number(match, 2), number(match, 3));
            return date.toEpochDay();
        } catch (DateTimeException e) {
            throw new DataException("expected a date of the calendar, found a day that it does not have");
        }
    }

    private static long timeMicros(Matcher match, int group) {
        int hour = number(match, group);
        int minute = number(match, group + 1);
        int second = match.group(group + 2) == null ? 0 : number(match, group + 2);
        String fraction = match.group(group + 3);
        long nanos = fraction == null ? 0 : Long.parseLong((fraction + "000000000").substring(0, 9));
        if (hour > 24 || minute > 59 || second > 59) {
            throw new DataException("expected a time of day, found one that no clock shows");
        }
        long micros = (hour * 3_600L + minute * 60L + second) * 1_000_000L + SubSecond.microsOfNanos(nanos);
        if (micros > PgEpoch.MICROS_PER_DAY) {
            throw new DataException("time is after 24:00");
        }
        return micros;
    }

    private static @Nullable Integer offset(@Nullable String text) {
        if (text == null) {
            return null;
        }
        if (text.equals("Z")) {
            return 0;
        }
        String digits = text.substring(1).replace(":", "");
        int hours = Integer.parseInt(digits, 0, 2, 10);
        int minutes = digits.length() < 4 ? 0 : Integer.parseInt(digits, 2, 4, 10);
        int seconds = digits.length() < 6 ? 0 : Integer.parseInt(digits, 4, 6, 10);
        if (hours > 15 || minutes > 59 || seconds > 59) {
            throw new DataException("expected an offset below 16 hours");
        }
        int offset = hours * 3_600 + minutes * 60 + seconds;
        return text.charAt(0) == '-' ? -offset : offset;
    }

    private static int number(Matcher match, int group) {
        return Integer.parseInt(match.group(group));
    }
}
