/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.codec;

import org.apache.kafka.connect.errors.DataException;

/** Goes through the text of a date or time from left to right: a regular expression takes many times as long. */
final class TemporalScanner {
    private static final int NANO_DIGITS = 9;
    private static final String BC = " BC";

    private final String text;
    private final String what;
    private int at;

    /** {@code what}: what the text should be, for the error where it is not. */
    TemporalScanner(String text, String what) {
        this.text = text;
        this.what = what;
    }

    /** Takes the character if it is next. */
    boolean take(char wanted) {
        boolean found = isNext(wanted);
        if (found) {
            at++;
        }
        return found;
    }

    /** Takes one of two characters that must be next. */
    void expect(char one, char other) {
        if (!take(one) && !take(other)) {
            throw otherText();
        }
    }

    void expect(char wanted) {
        expect(wanted, wanted);
    }

    /** A number of two digits. */
    int two() {
        return digits(2, 2);
    }

    /** A number of at least and at most so many digits, nine of them in any case. */
    int digits(int least, int most) {
        int from = at;
        int number = 0;
        while (at < from + most && isDigit()) {
            number = number * 10 + text.charAt(at++) - '0';
        }
        if (at < from + least) {
            throw otherText();
        }
        return number;
    }

    /** The digits behind a point, as nanoseconds. */
    int nanos() {
        int from = at;
        int nanos = digits(1, NANO_DIGITS);
        for (int places = at - from; places < NANO_DIGITS; places++) {
            nanos *= 10;
        }
        return nanos;
    }

    boolean isDigit() {
        return at < text.length() && text.charAt(at) >= '0' && text.charAt(at) <= '9';
    }

    boolean isNext(char wanted) {
        return at < text.length() && text.charAt(at) == wanted;
    }

    /** Whether the text ends with the era before ours; it must end. */
    boolean endsBc() {
        boolean bc = text.startsWith(BC, at);
        if (bc) {
            at += BC.length();
        }
        expectEnd();
        return bc;
    }

    void expectEnd() {
        if (at != text.length()) {
            throw otherText();
        }
    }

    private DataException otherText() {
        return new DataException("expected the text of " + what + ", found other text");
    }
}
