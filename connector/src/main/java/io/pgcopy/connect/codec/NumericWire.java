/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.codec;

import io.pgcopy.connect.copy.FieldReader;
import io.pgcopy.connect.copy.FieldWriter;
import java.math.BigDecimal;
import java.math.BigInteger;
import org.apache.kafka.connect.errors.DataException;
import org.jspecify.annotations.Nullable;

/**
 * The bytes of {@code numeric} (numeric_send): number of digits, weight, sign and display scale as 16-bit
 * words, then digits of base 10000, the first of which counts 10000^weight. Leading and trailing zero
 * digits are left out, so that zero has none.
 */
final class NumericWire {
    /** Most decimal places after the point, and most decimal digits before it. */
    static final int MAX_SCALE = 16383;

    static final int MAX_WHOLE_DIGITS = 131072;
    private static final int BASE = 10_000;
    private static final int BASE_DIGITS = 4;
    private static final int NEGATIVE = 0x4000;
    // Four digits of base 10000 are below 10^16; the scale may ask for three more decimal zeros.
    private static final int LONG_DIGITS = 4;
    private static final int LONG_PRECISION = 15;
    private static final long[] POWERS_OF_TEN = {1, 10, 100, 1000};

    private NumericWire() {}

    /** A {@link BigDecimal} whose scale is the display scale, or a {@link NumericSpecial}. */
    static Object read(FieldReader field) {
        int count = field.readInt16() & 0xFFFF;
        int weight = field.readInt16();
        int sign = field.readInt16() & 0xFFFF;
        int scale = field.readInt16() & 0xFFFF;
        if (sign != 0 && sign != NEGATIVE) {
            return special(sign, count);
        }
        if (scale > MAX_SCALE) {
            throw new DataException("expected a numeric scale of at most " + MAX_SCALE + ", found " + scale);
        }
        if (field.remaining() != count * 2) {
            throw new DataException("expected " + count + " numeric digits, found " + field.remaining() + " bytes");
        }
        BigDecimal value = count <= LONG_DIGITS ? readLong(field, count, weight) : readBig(field, count, weight);
        return toScale(sign == NEGATIVE ? value.negate() : value, scale);
    }

    static void write(NumericSpecial value, FieldWriter field) {
        writeHeader(field, 0, 0, value.sign(), 0);
    }

    static void write(BigDecimal value, FieldWriter field) {
        BigDecimal shown = withinLimits(value);
        int scale = shown.scale();
        int padding = Math.floorMod(-scale, BASE_DIGITS);
        int fractionDigits = (scale + padding) / BASE_DIGITS;
        if (shown.precision() <= LONG_PRECISION) {
            long digits = Math.abs(shown.unscaledValue().longValue()) * POWERS_OF_TEN[padding];
            writeLong(digits, fractionDigits, shown.signum(), scale, field);
        } else {
            String digits = shown.unscaledValue().abs().toString() + "0".repeat(padding);
            writeBig(digits, fractionDigits, shown.signum(), scale, field);
        }
    }

    private static NumericSpecial special(int sign, int count) {
        @Nullable NumericSpecial special = NumericSpecial.ofSign(sign);
        if (special == null || count != 0) {
            throw new DataException("expected the sign of a numeric, found " + Integer.toHexString(sign));
        }
        return special;
    }

    private static BigDecimal readLong(FieldReader field, int count, int weight) {
        long unscaled = 0;
        for (int i = 0; i < count; i++) {
            unscaled = unscaled * BASE + readDigit(field);
        }
        return BigDecimal.valueOf(unscaled, count == 0 ? 0 : (count - 1 - weight) * BASE_DIGITS);
    }

    private static BigDecimal readBig(FieldReader field, int count, int weight) {
        char[] digits = new char[count * BASE_DIGITS];
        for (int i = 0; i < count; i++) {
            int digit = readDigit(field);
            for (int at = i * BASE_DIGITS + BASE_DIGITS - 1; at >= i * BASE_DIGITS; at--) {
                digits[at] = (char) ('0' + digit % 10);
                digit /= 10;
            }
        }
        return new BigDecimal(new BigInteger(new String(digits)), (count - 1 - weight) * BASE_DIGITS);
    }

    private static int readDigit(FieldReader field) {
        int digit = field.readInt16();
        if (digit < 0 || digit >= BASE) {
            throw new DataException("expected a numeric digit of 0 to 9999, found " + digit);
        }
        return digit;
    }

    private static BigDecimal toScale(BigDecimal value, int scale) {
        if (value.scale() == scale) {
            return value;
        }
        try {
            return value.setScale(scale);
        } catch (ArithmeticException e) {
            throw new DataException("numeric has digits beyond its scale of " + scale, e);
        }
    }

    private static BigDecimal withinLimits(BigDecimal value) {
        // Checked before anything is expanded: the exponent of a BigDecimal may be anything.
        BigDecimal fitting = value.scale() > MAX_SCALE ? value.stripTrailingZeros() : value;
        if (fitting.scale() > MAX_SCALE) {
            throw new DataException("numeric holds at most " + MAX_SCALE + " decimal places");
        }
        if (fitting.signum() == 0) {
            return fitting.scale() >= 0 ? fitting : BigDecimal.ZERO;
        }
        if (fitting.precision() - (long) fitting.scale() > MAX_WHOLE_DIGITS) {
            throw new DataException("numeric holds at most " + MAX_WHOLE_DIGITS + " digits before the point");
        }
        return fitting.scale() >= 0 ? fitting : fitting.setScale(0);
    }

    private static void writeLong(long digits, int fractionDigits, int signum, int scale, FieldWriter field) {
        long rest = digits;
        int trailing = 0;
        while (rest != 0 && rest % BASE == 0) {
            rest /= BASE;
            trailing++;
        }
        int count = 0;
        long divisor = 1;
        for (long left = rest; left != 0; left /= BASE) {
            count++;
            divisor = count == 1 ? 1 : divisor * BASE;
        }
        int weight = count == 0 ? 0 : count + trailing - 1 - fractionDigits;
        writeHeader(field, count, weight, signum < 0 ? NEGATIVE : 0, scale);
        for (int i = 0; i < count; i++) {
            field.writeInt16((int) (rest / divisor));
            rest %= divisor;
            divisor /= BASE;
        }
    }

    private static void writeBig(String digits, int fractionDigits, int signum, int scale, FieldWriter field) {
        int lead = digits.length() % BASE_DIGITS;
        String aligned = lead == 0 ? digits : "0".repeat(BASE_DIGITS - lead) + digits;
        int groups = aligned.length() / BASE_DIGITS;
        int end = groups;
        while (digitAt(aligned, end - 1) == 0) {
            end--;
        }
        writeHeader(field, end, groups - 1 - fractionDigits, signum < 0 ? NEGATIVE : 0, scale);
        for (int i = 0; i < end; i++) {
            field.writeInt16(digitAt(aligned, i));
        }
    }

    private static int digitAt(String aligned, int group) {
        int from = group * BASE_DIGITS;
        return Integer.parseInt(aligned, from, from + BASE_DIGITS, 10);
    }

    private static void writeHeader(FieldWriter field, int count, int weight, int sign, int scale) {
        field.writeInt16(count);
        field.writeInt16(weight);
        field.writeInt16(sign);
        field.writeInt16(scale);
    }
}
