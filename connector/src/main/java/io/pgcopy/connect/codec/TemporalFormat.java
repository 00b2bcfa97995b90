/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.codec;

import java.time.LocalDate;
import java.util.Locale;

/** Dates and times as PostgreSQL writes them in its ISO style; {@link TemporalText} reads them back. */
final class TemporalFormat {
    private static final long MICROS_PER_SECOND = 1_000_000L;

    private TemporalFormat() {}

    static String days(int days) {
        if (PgEpoch.isInfinite(days)) {
            return infinity(days > 0);
        }
        return dated(days, "");
    }

    static String time(long micros) {
        long fraction = micros % MICROS_PER_SECOND;
        String clock = clock(micros / MICROS_PER_SECOND);
        return fraction == 0 ? clock : clock + String.format(Locale.ROOT, ".%06d", fraction);
    }

    static String micros(long micros, String zone) {
        if (PgEpoch.isInfinite(micros)) {
            return infinity(micros > 0);
        }
        long day = Math.floorDiv(micros, PgEpoch.MICROS_PER_DAY);
        return dated(day, " " + time(Math.floorMod(micros, PgEpoch.MICROS_PER_DAY)) + zone);
    }

    /** Seconds as hours, minutes and seconds. */
    static String clock(long seconds) {
        return String.format(Locale.ROOT, "%02d:%02d:%02d", seconds / 3_600, seconds / 60 % 60, seconds % 60);
    }

    // There is no year 0: the one before year 1 is 1 BC.
    private static String dated(long day, String time) {
        LocalDate date = LocalDate.ofEpochDay(day);
        boolean bc = date.getYear() <= 0;
        int year = bc ? 1 - date.getYear() : date.getYear();
        String text = String.format(Locale.ROOT, "%04d-%02d-%02d", year, date.getMonthValue(), date.getDayOfMonth());
        return text + time + (bc ? " BC" : "");
    }

    private static String infinity(boolean positive) {
        return positive ? "infinity" : "-infinity";
    }
}
