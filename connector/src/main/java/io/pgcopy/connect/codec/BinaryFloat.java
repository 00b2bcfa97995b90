/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.codec;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import org.apache.kafka.connect.errors.DataException;

/**
 * Where a binary floating-point number and another number are the same. A double stands for the decimal
 * that {@link Double#toString} gives, the short text that reads back as the same double: 0.1 is 0.1, not
 * the 55 digits of its binary value.
 */
final class BinaryFloat {
    // float.h, DBL_DIG and FLT_DIG: decimals of as many digits come back as they were, unless they are next to zero.
    private static final int DOUBLE_DIGITS = 15;
    private static final int FLOAT_DIGITS = 6;
    // The smallest float8 has 767 digits, and 4,000 bits are 1,200.
    private static final int MOST_BITS = 4_000;

    private BinaryFloat() {}

    static double exactDouble(long value) {
        double converted = value;
        // 2^63 as a double saturates back to the largest long.
        if ((long) converted != value || converted == 0x1p63) {
            throw new DataException("float8 cannot hold the whole number exactly");
        }
        return converted;
    }

    static float exactFloat(long value) {
        float converted = value;
        if ((long) converted != value || converted == 0x1p63f) {
            throw new DataException("float4 cannot hold the whole number exactly");
        }
        return converted;
    }

    static float exactFloat(double value) {
        float converted = (float) value;
        if (Double.isNaN(value) || converted == value) {
            return converted;
        }
        throw new DataException("float4 cannot hold the float8 value exactly");
    }

    static double exactDouble(BigDecimal value) {
        refuseHuge(value);
        double converted = value.doubleValue();
        if (Double.isFinite(converted)
                && (isShort(value, DOUBLE_DIGITS, Math.abs(converted) >= Double.MIN_NORMAL)
                        || isRounded(value, converted)
                        || decimal(converted).compareTo(value) == 0)) {
            return converted;
        }
        throw new DataException("float8 cannot hold the decimal value exactly");
    }

    static float exactFloat(BigDecimal value) {
        refuseHuge(value);
        float converted = value.floatValue();
        if (Float.isFinite(converted)
                && (isShort(value, FLOAT_DIGITS, Math.abs(converted) >= Float.MIN_NORMAL)
                        || isRounded(value, converted)
                        || decimal(converted).compareTo(value) == 0)) {
            return converted;
        }
        throw new DataException("float4 cannot hold the decimal value exactly");
    }

    static double parseDouble(String text) {
        return switch (text) {
            case "NaN" -> Double.NaN;
            case "Infinity" -> Double.POSITIVE_INFINITY;
            case "-Infinity" -> Double.NEGATIVE_INFINITY;
            default -> {
                double value = exactDouble(DecimalText.parse(text));
                yield value == 0 && text.startsWith("-") ? -0.0 : value;
            }
        };
    }

    static float parseFloat(String text) {
        return switch (text) {
            case "NaN" -> Float.NaN;
            case "Infinity" -> Float.POSITIVE_INFINITY;
            case "-Infinity" -> Float.NEGATIVE_INFINITY;
            default -> {
                float value = exactFloat(DecimalText.parse(text));
                yield value == 0 && text.startsWith("-") ? -0.0f : value;
            }
        };
    }

    /** The shortest text that the server reads as the same number. */
    static String text(double value) {
        String text = Double.toString(value);
        return text.endsWith(".0") ? text.substring(0, text.length() - 2) : text.replace(".0E", "E");
    }

    static String text(float value) {
        String text = Float.toString(value);
        return text.endsWith(".0") ? text.substring(0, text.length() - 2) : text.replace(".0E", "E");
    }

    static BigDecimal decimal(double finite) {
        return new BigDecimal(Double.toString(finite));
    }

    static BigDecimal decimal(float finite) {
        return new BigDecimal(Float.toString(finite));
    }

    // Time grows with the square of the digits.
    private static void refuseHuge(BigDecimal value) {
        if (value.unscaledValue().bitLength() > MOST_BITS) {
            throw new DataException(
                    "expected a number of at most 1,200 digits for a floating-point column, found more");
        }
    }

    private static boolean isShort(BigDecimal value, int digits, boolean normal) {
        return normal && value.precision() <= digits;
    }

    // A decimal is the same number where it is the binary one rounded to as many digits as the decimal has.
    private static boolean isRounded(BigDecimal value, double converted) {
        BigDecimal plain = value.stripTrailingZeros();
        return new BigDecimal(converted)
                        .round(new MathContext(plain.precision(), RoundingMode.HALF_EVEN))
                        .compareTo(plain)
                == 0;
    }
}
