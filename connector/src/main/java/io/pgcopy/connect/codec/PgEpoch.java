/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.codec;

import org.apache.kafka.connect.errors.DataException;

/**
 * Days and microseconds counted from 2000-01-01 on the wire and from 1970-01-01 in records. The ends of
 * the number range are the server's infinities, and stay so on both sides.
 */
final class PgEpoch {
    static final long MICROS_PER_DAY = 86_400_000_000L;

    private static final int DAYS = 10_957;
    private static final long MICROS = DAYS * MICROS_PER_DAY;
    // datatype/timestamp.h: 4714-11-24 BC up to, not including, 294277-01-01; dates to 5874898-01-01.
    private static final long MIN_MICROS = -211_813_488_000_000_000L;
    private static final long END_MICROS = 9_223_371_331_200_000_000L;
    private static final int MIN_DAYS = -2_451_545;
    private static final int END_DAYS = 2_145_031_949;

    private PgEpoch() {}

    static boolean isInfinite(int days) {
        return days == Integer.MIN_VALUE || days == Integer.MAX_VALUE;
    }

    static boolean isInfinite(long micros) {
        return micros == Long.MIN_VALUE || micros == Long.MAX_VALUE;
    }

    static int unixDays(int pgDays) {
        return isInfinite(pgDays) ? pgDays : checkedDays(pgDays) + DAYS;
    }

    static int pgDays(int unixDays) {
        return isInfinite(unixDays) ? unixDays : checkedDays((long) unixDays - DAYS);
    }

    /** Days since 1970 of a real date, which the ends of the range are not. */
    static int finiteDays(long unixDays) {
        return checkedDays(unixDays - DAYS) + DAYS;
    }

    /** Microseconds since 1970 of a real moment, which the ends of the range are not. */
    static long finiteMicros(long unixMicros) {
        if (isInfinite(unixMicros)) {
            throw outOfRange();
        }
        return unixMicros;
    }

    static long unixMicros(long pgMicros) {
        if (isInfinite(pgMicros)) {
            return pgMicros;
        }
        // A long of microseconds since 1970 ends in 294247, thirty years before the server's does.
        if (pgMicros < MIN_MICROS || pgMicros >= Long.MAX_VALUE - MICROS) {
            throw outOfRange();
        }
        return pgMicros + MICROS;
    }

    static long pgMicros(long unixMicros) {
        if (isInfinite(unixMicros)) {
            return unixMicros;
        }
        if (unixMicros < MIN_MICROS + MICROS || unixMicros - MICROS >= END_MICROS) {
            throw outOfRange();
        }
        return unixMicros - MICROS;
    }

    private static int checkedDays(long pgDays) {
        if (pgDays < MIN_DAYS || pgDays >= END_DAYS) {
            throw new DataException("date is out of range: PostgreSQL's run from 4713 BC to 5874897");
        }
        return (int) pgDays;
    }

    private static DataException outOfRange() {
        return new DataException("timestamp is out of range: from 4713 BC, in a record to 294247, the last year that"
                + " microseconds since 1970 reach");
    }
}
