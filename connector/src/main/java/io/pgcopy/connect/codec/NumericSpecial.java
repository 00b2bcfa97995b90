/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.codec;

import org.jspecify.annotations.Nullable;

/** The values of {@code numeric} that are no number, with their sign word on the wire and their text. */
enum NumericSpecial {
    NAN(0xC000, "NaN"),
    INFINITY(0xD000, "Infinity"),
    NEGATIVE_INFINITY(0xF000, "-Infinity");

    private final int sign;
    private final String text;

    NumericSpecial(int sign, String text) {
        this.sign = sign;
        this.text = text;
    }

    int sign() {
        return sign;
    }

    String text() {
        return text;
    }

    double toDouble() {
        return switch (this) {
            case NAN -> Double.NaN;
            case INFINITY -> Double.POSITIVE_INFINITY;
            case NEGATIVE_INFINITY -> Double.NEGATIVE_INFINITY;
        };
    }

    /** The special value that a double which is not finite stands for. */
    static NumericSpecial of(double notFinite) {
        if (Double.isNaN(notFinite)) {
            return NAN;
        }
        return notFinite > 0 ? INFINITY : NEGATIVE_INFINITY;
    }

    static @Nullable NumericSpecial ofText(String text) {
        for (NumericSpecial special : values()) {
            if (special.text.equals(text)) {
                return special;
            }
        }
        return null;
    }

    static @Nullable NumericSpecial ofSign(int sign) {
        for (NumericSpecial special : values()) {
            if (special.sign == sign) {
                return special;
            }
        }
        return null;
    }
}
