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
    // A thousand times as much is still a long.
    private static final int LONG_BITS = 53;
    private static final int LONG_SCALE = 32;
    private static final int LONG_WEIGHT = 8;
    private static final long[] POWERS_OF_TEN = {1, 10, 100, 1000};

    private NumericWire() {}

    /**
     * A {@link BigDecimal} whose scale is the display scale; the text of a number with many digits; or a
     * {@link NumericSpecial}.
     */
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
        boolean shortNumber = count <= LONG_DIGITS && Math.abs(weight) <= LONG_WEIGHT && scale <= LONG_SCALE;
        return shortNumber
                ? toScale(readLong(field, count, weight, sign), scale)
                : readText(field, count, weight, new StringBuilder(sign == NEGATIVE ? "-" : ""), scale);
    }

    static void write(NumericSpecial value, FieldWriter field) {
        writeHeader(field, 0, 0, value.sign(), 0);
    }

    static void write(BigDecimal value, FieldWriter field) {
        int scale = value.scale();
        BigInteger unscaled = value.unscaledValue();
        if (scale < 0 || scale > MAX_SCALE || unscaled.bitLength() > LONG_BITS) {
            write(DecimalDigits.of(value), field);
            return;
        }
        int padding = Math.floorMod(-scale, BASE_DIGITS);
        long digits = Math.abs(unscaled.longValue()) * POWERS_OF_TEN[padding];
        writeLong(digits, (scale + padding) / BASE_DIGITS, value.signum(), scale, field);
    }

    static void write(DecimalDigits value, FieldWriter field) {
        int padding = Math.floorMod(-value.scale(), BASE_DIGITS);
        int lead = value.isZero() ? 0 : Math.floorMod(-(value.digits().length() + padding), BASE_DIGITS);
        String aligned = value.isZero() ? "" : "0".repeat(lead) + value.digits() + "0".repeat(padding);
        int groups = aligned.length() / BASE_DIGITS;
        int end = groups;
        while (end > 0 && digitAt(aligned, end - 1) == 0) {
            end--;
        }
        int weight = end == 0 ? 0 : groups - 1 - (value.scale() + padding) / BASE_DIGITS;
        writeHeader(field, end, weight, value.negative() ? NEGATIVE : 0, value.scale());
        for (int i = 0; i < end; i++) {
            field.writeInt16(digitAt(aligned, i));
        }
    }

    private static NumericSpecial special(int sign, int count) {
        @Nullable NumericSpecial special = NumericSpecial.ofSign(sign);
        if (special == null || count != 0) {
            throw new DataException("expected the sign of a numeric, found " + Integer.toHexString(sign));
        }
        return special;
    }

    private static BigDecimal readLong(FieldReader field, int count, int weight, int sign) {
        long unscaled = 0;
        for (int i = 0; i < count; i++) {
            unscaled = unscaled * BASE + readDigit(field);
        }
        int scale = count == 0 ? 0 : (count - 1 - weight) * BASE_DIGITS;
        return BigDecimal.valueOf(sign == NEGATIVE ? -unscaled : unscaled, scale);
    }

    private static String readText(FieldReader field, int count, int weight, StringBuilder text, int scale) {
        StringBuilder digits = new StringBuilder();
        for (int i = 0; i < count; i++) {
            appendDigit(digits, readDigit(field));
        }
        int whole = (weight + 1) * BASE_DIGITS;
        appendWhole(text, digits, whole);
        if (scale > 0) {
            text.append('.');
        }
        for (int place = whole; place < whole + scale; place++) {
            text.append(place >= 0 && place < digits.length() ? digits.charAt(place) : '0');
        }
        for (int place = Math.max(0, whole + scale); place < digits.length(); place++) {
            if (digits.charAt(place) != '0') {
                throw beyondScale(scale);
            }
        }
        return text.toString();
    }

    private static void appendDigit(StringBuilder digits, int digit) {
        for (int unit = BASE / 10; unit > 0; unit /= 10) {
            digits.append((char) ('0' + digit / unit % 10));
        }
    }

    private static void appendWhole(StringBuilder text, StringBuilder digits, int whole) {
        int start = text.length();
        for (int place = 0; place < whole; place++) {
            char digit = place < digits.length() ? digits.charAt(place) : '0';
            if (digit != '0' || text.length() > start) {
                text.append(digit);
            }
        }
        if (text.length() == start) {
            text.append('0');
        }
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
            throw beyondScale(scale);
        }
    }

    private static DataException beyondScale(int scale) {
        return new DataException("expected digits within the numeric's scale of " + scale + ", found more");
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
