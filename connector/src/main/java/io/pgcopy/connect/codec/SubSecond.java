/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.codec;

import java.util.Date;
import org.apache.kafka.connect.data.Timestamp;
import org.apache.kafka.connect.errors.DataException;

/** How finely a time column keeps its values: the type modifier counts decimal places of a second. */
final class SubSecond {
    private static final int MICROS = 6;
    private static final long[] UNITS = {1_000_000, 100_000, 10_000, 1_000, 100, 10, 1};

    private final long unit;

    private SubSecond(long unit) {
        this.unit = unit;
    }

    static SubSecond of(int typmod) {
        return new SubSecond(typmod < 0 || typmod > MICROS ? 1 : UNITS[typmod]);
    }

    /** The server would round what is finer, in silence; here it is refused. */
    void check(long micros) {
        if (unit != 1 && micros % unit != 0) {
            throw new DataException("value is finer than the column's unit of " + unit + " microseconds");
        }
    }

    static long microsOfNanos(long nanos) {
        if (nanos % 1_000 != 0) {
            throw new DataException("value has nanoseconds, which PostgreSQL does not keep");
        }
        return nanos / 1_000;
    }

    /** Milliseconds of any of Connect's three date forms. */
    static long connectMillis(Object date) {
        return Timestamp.fromLogical(Timestamp.SCHEMA, (Date) date);
    }

    static long microsOfMillis(long millis) {
        try {
            return Math.multiplyExact(millis, 1_000L);
        } catch (ArithmeticException e) {
            throw new DataException("milliseconds are out of range", e);
        }
    }
}
