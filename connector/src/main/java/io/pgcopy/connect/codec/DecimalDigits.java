/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.codec;

import java.math.BigDecimal;
import org.apache.kafka.connect.errors.DataException;

/**
 * A decimal number as its digits, for numbers of up to 147,000 digits: in a {@link BigDecimal} each step would take time that
 * grows with the square of their count.
 *
 * @param digits without leading zeros; empty for zero
 * @param scale how many of the digits stand after the point, 0 or more
 */
record DecimalDigits(boolean negative, String digits, int scale) {

    private static final int MOST_BITS = (NumericWire.MAX_WHOLE_DIGITS + NumericWire.MAX_SCALE) * 10 / 3;

    static DecimalDigits parse(String text) {
        boolean negative = text.startsWith("-");
        int from = negative || text.startsWith("+") ? 1 : 0;
        int end = endOfDigits(text, from);
        String digits = text.substring(from, end);
        long scale = 0;
        if (end < text.length() && text.charAt(end) == '.') {
            int point = end;
            end = endOfDigits(text, point + 1);
            scale = (long) end - point - 1;
            digits += text.substring(point + 1, end);
        }
        if (digits.isEmpty()) {
            throw notANumber();
        }
        return of(negative, withoutLeadingZeros(digits), scale - exponent(text, end));
    }

    // Behind the digits: nothing, or e and a number of up to nine digits.
    private static int exponent(String text, int at) {
        if (at == text.length()) {
            return 0;
        }
        int from = at + 1;
        int digits = from < text.length() && "+-".indexOf(text.charAt(from)) >= 0 ? from + 1 : from;
        int length = text.length() - digits;
        if ((text.charAt(at) | 0x20) != 'e' || length < 1 || length > 9 || endOfDigits(text, digits) < text.length()) {
            throw notANumber();
        }
        return Integer.parseInt(text, from, text.length(), 10);
    }

    private static int endOfDigits(String text, int from) {
        int end = from;
        while (end < text.length() && text.charAt(end) >= '0' && text.charAt(end) <= '9') {
            end++;
        }
        return end;
    }

    static DecimalDigits of(BigDecimal value) {
        // Asked before its digits are made, which takes longer than their number.
        if (value.unscaledValue().bitLength() > MOST_BITS) {
            throw new DataException("numeric holds at most " + NumericWire.MAX_WHOLE_DIGITS + " digits before the point"
                    + " and " + NumericWire.MAX_SCALE + " behind it");
        }
        String digits = value.signum() == 0 ? "" : value.unscaledValue().abs().toString();
        return of(value.signum() < 0, digits, value.scale());
    }

    // Checked before anything is expanded: the exponent may be anything.
    private static DecimalDigits of(boolean negative, String digits, long scale) {
        if (digits.isEmpty()) {
            return new DecimalDigits(false, "", (int) Math.min(Math.max(scale, 0), NumericWire.MAX_SCALE));
        }
        if (digits.length() - scale > NumericWire.MAX_WHOLE_DIGITS) {
            throw new DataException(
                    "numeric holds at most " + NumericWire.MAX_WHOLE_DIGITS + " digits before the point");
        }
        if (scale > NumericWire.MAX_SCALE) {
            return shortened(negative, digits, scale);
        }
        return scale >= 0
                ? new DecimalDigits(negative, digits, (int) scale)
                : new DecimalDigits(negative, digits + "0".repeat((int) -scale), 0);
    }

    private static DecimalDigits shortened(boolean negative, String digits, long scale) {
        int zeros = 0;
        while (digits.charAt(digits.length() - 1 - zeros) == '0') {
            zeros++;
        }
        long surplus = scale - NumericWire.MAX_SCALE;
        if (surplus > zeros) {
            throw new DataException("numeric holds at most " + NumericWire.MAX_SCALE + " decimal places");
        }
        return new DecimalDigits(negative, digits.substring(0, digits.length() - (int) surplus), NumericWire.MAX_SCALE);
    }

    boolean isZero() {
        return digits.isEmpty();
    }

    private static String withoutLeadingZeros(String digits) {
        int from = 0;
        while (from < digits.length() && digits.charAt(from) == '0') {
            from++;
        }
        return digits.substring(from);
    }

    private static DataException notANumber() {
        return new DataException("expected a decimal number, found other text");
    }
}
