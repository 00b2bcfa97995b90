/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.codec;

import java.time.DateTimeException;
import java.time.LocalDate;
import org.apache.kafka.connect.errors.DataException;
import org.jspecify.annotations.Nullable;

/**
 * Dates and times as ISO 8601 and PostgreSQL write them: {@code 2024-02-29T12:34:56.789Z},
 * {@code 2024-02-29 12:34:56.789+00}, {@code 0044-03-15 BC}, {@code infinity}.
 */
final class TemporalText {
    private static final int MIN_YEAR_DIGITS = 4;
    private static final int MAX_YEAR_DIGITS = 9;

    /** Microseconds of day and, where the text has one, seconds east of UTC. */
    record TimeOfDay(long micros, @Nullable Integer offset) {}

    private record Day(int year, int month, int day) {
        static Day read(TemporalScanner text) {
            boolean negative = text.take('-');
            if (!negative) {
                text.take('+');
            }
            int year = text.digits(MIN_YEAR_DIGITS, MAX_YEAR_DIGITS);
            text.expect('-');
            int month = text.two();
            text.expect('-');
            return new Day(negative ? -year : year, month, text.two());
        }

        long sinceEpoch(boolean bc) {
            if (bc && year < 1) {
                throw new DataException("expected a year of 1 or more before BC, found one below");
            }
            try {
                return LocalDate.of(bc ? 1 - year : year, month, day).toEpochDay();
            } catch (DateTimeException e) {
                throw new DataException("expected a date of the calendar, found a day that it does not have");
            }
        }
    }

    private TemporalText() {}

    /** Days since 1970; the ends of the range for the infinities. */
    static int days(String text) {
        if (text.equals("infinity")) {
            return Integer.MAX_VALUE;
        }
        if (text.equals("-infinity")) {
            return Integer.MIN_VALUE;
        }
        TemporalScanner scanner = new TemporalScanner(text, "a date");
        Day day = Day.read(scanner);
        return PgEpoch.finiteDays(day.sinceEpoch(scanner.endsBc()));
    }

    static TimeOfDay time(String text) {
        TemporalScanner scanner = new TemporalScanner(text, "a time");
        long micros = timeMicros(scanner);
        @Nullable Integer offset = offset(scanner);
        scanner.expectEnd();
        return new TimeOfDay(micros, offset);
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
        TemporalScanner scanner = new TemporalScanner(text, "a timestamp");
        Day date = Day.read(scanner);
        scanner.expect('T', ' ');
        long time = timeMicros(scanner);
        @Nullable Integer offset = offset(scanner);
        long day = date.sinceEpoch(scanner.endsBc());
        if (zoned != (offset != null)) {
            throw new DataException(
                    zoned ? "expected an offset in the text, found none" : "found an offset in the text");
        }
        try {
            long micros = Math.addExact(Math.multiplyExact(day, PgEpoch.MICROS_PER_DAY), time);
            return PgEpoch.finiteMicros(Math.subtractExact(micros, (offset == null ? 0 : offset) * 1_000_000L));
        } catch (ArithmeticException e) {
            throw new DataException("timestamp is out of range", e);
        }
    }

    private static long timeMicros(TemporalScanner text) {
        int hour = text.two();
        text.expect(':');
        int minute = text.two();
        int second = text.take(':') ? text.two() : -1;
        int nanos = second >= 0 && text.take('.') ? text.nanos() : 0;
        if (hour > 24 || minute > 59 || second > 59) {
            throw new DataException("expected a time of day, found one that no clock shows");
        }
        long micros =
                (hour * 3_600L + minute * 60L + Math.max(second, 0)) * 1_000_000L + SubSecond.microsOfNanos(nanos);
        if (micros > PgEpoch.MICROS_PER_DAY) {
            throw new DataException("time is after 24:00");
        }
        return micros;
    }

    private static @Nullable Integer offset(TemporalScanner text) {
        if (text.take('Z')) {
            return 0;
        }
        boolean west = text.take('-');
        if (!west && !text.take('+')) {
            return null;
        }
        int hours = text.two();
        int minutes = furtherTwo(text);
        int seconds = minutes < 0 ? -1 : furtherTwo(text);
        if (hours > 15 || minutes > 59 || seconds > 59) {
            throw new DataException("expected an offset below 16 hours");
        }
        int offset = hours * 3_600 + Math.max(minutes, 0) * 60 + Math.max(seconds, 0);
        return west ? -offset : offset;
    }

    // With a colon before them or without; -1 where there are none.
    private static int furtherTwo(TemporalScanner text) {
        return text.take(':') || text.isDigit() ? text.two() : -1;
    }
}
