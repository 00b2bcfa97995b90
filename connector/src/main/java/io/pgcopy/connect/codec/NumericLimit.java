/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.codec;

import java.math.BigDecimal;
import java.math.RoundingMode;
import org.apache.kafka.connect.errors.DataException;

/**
 * What a numeric column's type modifier lets in: {@code precision} digits, of which {@code scale} stand after the
 * point. The server would round further decimal places in silence; here they are refused.
 */
record NumericLimit(int precision, int scale) {
    /** {@code numeric} without a modifier. */
    static final NumericLimit NONE = new NumericLimit(0, 0);

    // A thousand digits, the most of a modifier, with as many zeros behind them as the largest scale has places.
    private static final int MOST_BITS = (1_000 + NumericWire.MAX_SCALE) * 10 / 3;
    private static final int HEADER = 4;
    private static final int SCALE_MASK = 0x7FF;
    private static final int SCALE_SIGN = 0x400;

    // numeric.c, make_numeric_typmod: 16 bits of precision, 11 bits of signed scale, plus the header's size.
    static NumericLimit of(int typmod) {
        if (typmod < HEADER) {
            return NONE;
        }
        int packed = typmod - HEADER;
        return new NumericLimit(packed >>> 16, ((packed & SCALE_MASK) ^ SCALE_SIGN) - SCALE_SIGN);
    }

    boolean isNone() {
        return precision == 0;
    }

    void check(BigDecimal value) {
        if (isNone() || value.signum() == 0) {
            return;
        }
        // Asked first: to count the digits of a huge number takes long.
        if (value.unscaledValue().bitLength() > MOST_BITS) {
            throw new DataException("value has more digits than any " + this + " holds");
        }
        if (value.precision() - (long) value.scale() > (long) precision - scale) {
            throw tooLarge();
        }
        if (value.scale() > scale && !isScaled(value)) {
            throw rounded();
        }
    }

    // In one division: to strip the zeros one by one takes time that grows with the square of their number.
    private boolean isScaled(BigDecimal value) {
        if (value.scale() - (long) scale >= value.precision()) {
            return false;
        }
        try {
            return value.setScale(scale, RoundingMode.UNNECESSARY).scale() == scale;
        } catch (ArithmeticException e) {
            return false;
        }
    }

    /** A value that {@link #check} let pass, with the scale that the column gives it. */
    BigDecimal scaled(BigDecimal value) {
        return isNone() || value.scale() == scale ? value : value.setScale(Math.max(scale, 0));
    }

    void check(NumericSpecial value) {
        if (!isNone() && value != NumericSpecial.NAN) {
            throw new DataException(this + " cannot hold an infinity");
        }
    }

    private DataException rounded() {
        return new DataException("value has more decimal places than " + this + " keeps; it would be rounded");
    }

    private DataException tooLarge() {
        return new DataException("value has more digits before the point than " + this + " holds");
    }

    @Override
    public String toString() {
        return isNone() ? "numeric" : "numeric(" + precision + "," + scale + ")";
    }
}
