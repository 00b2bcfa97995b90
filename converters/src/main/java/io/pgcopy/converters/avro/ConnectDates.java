/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.converters.avro;

import java.util.Date;
import org.apache.kafka.connect.errors.DataException;

/** The values of Connect's own date, time and timestamp, all of one Java class, as Avro's numbers. */
@SuppressWarnings("JavaUtilDate") // Connect's choice
final class ConnectDates {
    private static final long DAY_MILLIS = 86_400_000L;

    private ConnectDates() {}

    static Date ofMillis(long millis) {
        return new Date(millis);
    }

    static Date ofDays(int days) {
        return new Date(days * DAY_MILLIS);
    }

    static Date ofTime(int millis) {
        expectTime(millis);
        return new Date(millis);
    }

    static long millis(Object value) {
        return ScalarWriters.cast(Date.class, value).getTime();
    }

    static int days(Object value) {
        long millis = millis(value);
        long days = Math.floorDiv(millis, DAY_MILLIS);
        if (millis != days * DAY_MILLIS || days != (int) days) {
            throw new DataException("expected a date at midnight UTC, found one with a time of day");
        }
        return (int) days;
    }

    static int time(Object value) {
        long millis = millis(value);
        expectTime(millis);
        return (int) millis;
    }

    private static void expectTime(long millis) {
        if (millis < 0 || millis > DAY_MILLIS) {
            throw new DataException("expected a time within one day, found one beyond it");
        }
    }
}
