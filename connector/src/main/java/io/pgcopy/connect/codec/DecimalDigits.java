/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.codec;

import java.math.BigDecimal;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.kafka.connect.errors.DataException;
import org.jspecify.annotations.Nullable;

/**
 * A decimal number as its digits, for numbers of up to 147,000 digits: in a {@link BigDecimal} each step would take time that
 * grows with the square of their count.
 *
 * @param digits without leading zeros; empty for zero
 * @param scale how many of the digits stand after the point, 0 or more
 */
record DecimalDigits(boolean negative, String digits, int scale) {
    private static final Pattern TEXT = Pattern.compile("([+-]?)(\\d*+)(?:[.](\\d*+))?(?:[eE]([+-]?\\d{1,9}))?");

    private static final int MOST_BITS = (NumericWire.MAX_WHOLE_DIGITS + NumericWire.MAX_SCALE) * 10 / 3;

    static DecimalDigits parse(String text) {
        Matcher match = TEXT.matcher(text);
        if (!match.matches()) {
            throw notANumber();
        }
        String whole = match.group(2);
        @Nullable String fraction = match.group(3);
        String digits = fraction == null ? whole : whole + fraction;
        if (digits.isEmpty()) {
            throw notANumber();
        }
        @Nullable String exponent = match.group(4);
        long scale = (fraction == null ? 0 : fraction.length()) - (exponent == null ? 0L : Long.parseLong(exponent));
        return of(match.group(1).equals("-"), withoutLeadingZeros(digits), scale);
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
