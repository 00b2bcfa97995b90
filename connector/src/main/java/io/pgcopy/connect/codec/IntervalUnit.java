/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.codec;

import org.apache.kafka.connect.errors.DataException;

/**
 * What an interval column's type modifier keeps: the server drops smaller units and rounds the seconds, in
 * silence; here such a value is refused.
 */
record IntervalUnit(long months, boolean days, long micros) {
    private static final int FULL_RANGE = 0x7FFF;
    private static final int FULL_PRECISION = 0xFFFF;
    // datetime.h: the bit numbers of the fields in the modifier's upper half.
    private static final int MONTH = 1 << 1;
    private static final int YEAR = 1 << 2;
    private static final int DAY = 1 << 3;
    private static final int HOUR = 1 << 10;
    private static final int MINUTE = 1 << 11;
    private static final long[] UNITS = {1_000_000, 100_000, 10_000, 1_000, 100, 10, 1};
    private static final long NOTHING = Long.MAX_VALUE;

    static IntervalUnit of(int typmod) {
        if (typmod < 0) {
            return new IntervalUnit(1, true, 1);
        }
        int range = typmod >> 16 & FULL_RANGE;
        int precision = typmod & 0xFFFF;
        long seconds = precision == FULL_PRECISION || precision >= UNITS.length ? 1 : UNITS[precision];
        return switch (Integer.highestOneBit(range == FULL_RANGE ? 0 : range)) {
            case MONTH -> new IntervalUnit(1, false, NOTHING);
            case YEAR -> new IntervalUnit((range & MONTH) == 0 ? 12 : 1, false, NOTHING);
            case DAY -> new IntervalUnit(1, true, NOTHING);
            case HOUR -> new IntervalUnit(1, true, 3_600_000_000L);
            case MINUTE -> new IntervalUnit(1, true, 60_000_000L);
            default -> new IntervalUnit(1, true, seconds);
        };
    }

    void check(Interval value) {
        boolean fits = value.months() % months == 0
                && (days || value.days() == 0)
                && (micros == NOTHING ? value.micros() == 0 : value.micros() % micros == 0);
        if (!fits) {
            throw new DataException("interval has smaller units than the column keeps; they would be dropped");
        }
    }
}
