/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.codec;

import java.time.LocalDate;

/**
 * Dates and times as PostgreSQL writes them in its ISO style; {@link TemporalText} reads them back. Digit by digit: a format
 * string is parsed anew for each value, which takes a hundred times as long.
 */
final class TemporalFormat {
    private static final long MICROS_PER_SECOND = 1_000_000L;
    private static final int LONGEST = 40;

    private TemporalFormat() {}

    static String days(int days) {
        if (PgEpoch.isInfinite(days)) {
            return infinity(days > 0);
        }
        LocalDate date = LocalDate.ofEpochDay(days);
        StringBuilder text = new StringBuilder(LONGEST);
        date(text, date);
        return era(text, date).toString();
    }

    static String time(long micros) {
        StringBuilder text = new StringBuilder(LONGEST);
        time(text, micros);
        return text.toString();
    }

    /** A time with its offset in seconds east of UTC; those of the offset where it has any. */
    static String time(long micros, int offset) {
        StringBuilder text = new StringBuilder(LONGEST);
        time(text, micros);
        int east = Math.abs(offset);
        two(text.append(offset < 0 ? '-' : '+'), east / 3_600);
        two(text.append(':'), east / 60 % 60);
        if (east % 60 != 0) {
            two(text.append(':'), east % 60);
        }
        return text.toString();
    }

    static String micros(long micros, String zone) {
        if (PgEpoch.isInfinite(micros)) {
            return infinity(micros > 0);
        }
        LocalDate date = LocalDate.ofEpochDay(Math.floorDiv(micros, PgEpoch.MICROS_PER_DAY));
        StringBuilder text = new StringBuilder(LONGEST);
        date(text, date);
        time(text.append(' '), Math.floorMod(micros, PgEpoch.MICROS_PER_DAY));
        return era(text.append(zone), date).toString();
    }

    // There is no year 0: the one before year 1 is 1 BC.
    private static void date(StringBuilder text, LocalDate date) {
        int year = date.getYear() <= 0 ? 1 - date.getYear() : date.getYear();
        if (year > 9_999) {
            text.append(year);
        } else {
            two(text, year / 100);
            two(text, year % 100);
        }
        two(text.append('-'), date.getMonthValue());
        two(text.append('-'), date.getDayOfMonth());
    }

    private static StringBuilder era(StringBuilder text, LocalDate date) {
        return date.getYear() <= 0 ? text.append(" BC") : text;
    }

    private static void time(StringBuilder text, long micros) {
        int seconds = (int) (micros / MICROS_PER_SECOND);
        two(text, seconds / 3_600);
        two(text.append(':'), seconds / 60 % 60);
        two(text.append(':'), seconds % 60);
        int fraction = (int) (micros % MICROS_PER_SECOND);
        if (fraction != 0) {
            two(text.append('.'), fraction / 10_000);
            two(text, fraction / 100 % 100);
            two(text, fraction % 100);
        }
    }

    private static void two(StringBuilder text, int number) {
        text.append((char) ('0' + number / 10)).append((char) ('0' + number % 10));
    }

    private static String infinity(boolean positive) {
        return positive ? "infinity" : "-infinity";
    }
}
