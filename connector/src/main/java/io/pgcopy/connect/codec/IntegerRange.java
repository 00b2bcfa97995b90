/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.codec;

import java.math.BigDecimal;
import java.util.function.LongFunction;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.errors.DataException;

/** The whole numbers that one type can hold, and the Connect numbers that become one of them exactly. */
record IntegerRange(String type, long min, long max) {

    long check(long value) {
        if (value < min || value > max) {
            throw new DataException("value is out of the range of " + type + " (" + min + " to " + max + ")");
        }
        return value;
    }

    /** Integers of any width, whole decimals, and text of a whole number. */
    <T> AllowList<T> allowList(LongFunction<T> box) {
        return AllowList.<T>builder()
                .plain(Schema.Type.INT8, value -> box.apply(check((Byte) value)))
                .plain(Schema.Type.INT16, value -> box.apply(check((Short) value)))
                .plain(Schema.Type.INT32, value -> box.apply(check((Integer) value)))
                .plain(Schema.Type.INT64, value -> box.apply(check((Long) value)))
                .named(Schema.Type.BYTES, LogicalTypes.CONNECT_DECIMAL, value -> box.apply(whole((BigDecimal) value)))
                .plain(Schema.Type.STRING, value -> box.apply(whole(DecimalText.parse((String) value))))
                .build();
    }

    private long whole(BigDecimal value) {
        // Compared before it is expanded: the exponent may be anything.
        if (value.precision() - (long) value.scale() > 20) {
            throw new DataException("value is out of the range of " + type + " (" + min + " to " + max + ")");
        }
        try {
            return check(value.longValueExact());
        } catch (ArithmeticException e) {
            throw new DataException("value is not a whole number in the range of " + type, e);
        }
    }
}
