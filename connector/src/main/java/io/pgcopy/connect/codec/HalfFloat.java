/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.codec;

import org.apache.kafka.connect.errors.DataException;

/** IEEE 754 numbers of 16 bits: one of sign, five of exponent, ten of fraction. */
final class HalfFloat {
    private static final int EXPONENT_SHIFT = 112;
    private static final int FRACTION_SHIFT = 13;

    private HalfFloat() {}

    static float toFloat(short half) {
        int sign = (half & 0x8000) << 16;
        int exponent = half >> 10 & 0x1F;
        int fraction = half & 0x3FF;
        if (exponent == 0) {
            float subnormal = fraction * 0x1p-24f;
            return sign == 0 ? subnormal : -subnormal;
        }
        int wide = exponent == 0x1F ? 0xFF : exponent + EXPONENT_SHIFT;
        return Float.intBitsToFloat(sign | wide << 23 | fraction << FRACTION_SHIFT);
    }

    static short ofExact(float value) {
        int bits = Float.floatToIntBits(value);
        int sign = bits >>> 16 & 0x8000;
        float magnitude = Math.abs(value);
        int half;
        if (magnitude < 0x1p-14f) {
            half = (int) (magnitude * 0x1p24f);
        } else {
            int exponent = (bits >>> 23 & 0xFF) - EXPONENT_SHIFT;
            half = Math.min(exponent, 0x1F) << 10 | (bits >>> FRACTION_SHIFT & 0x3FF);
        }
        short result = (short) (sign | half);
        if (Float.floatToIntBits(toFloat(result)) != bits) {
            throw new DataException("a half-precision number cannot hold the value exactly");
        }
        return result;
    }
}
