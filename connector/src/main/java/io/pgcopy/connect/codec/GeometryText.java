/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.codec;

import org.apache.kafka.connect.errors.DataException;

/** Coordinates in the text of the geometric types: a pattern of brackets and commas with a number at each {@code %}. */
final class GeometryText {
    private static final String DELIMITERS = ",()[]{}<>";

    private final String text;
    private int at;

    private GeometryText(String text) {
        this.text = text;
    }

    static String write(String pattern, double[] numbers) {
        StringBuilder out = new StringBuilder();
        int next = 0;
        for (int i = 0; i < pattern.length(); i++) {
            char c = pattern.charAt(i);
            if (c == '%') {
                out.append(BinaryFloat.text(numbers[next++]));
            } else {
                out.append(c);
            }
        }
        return out.toString();
    }

    static double[] read(String pattern, String text) {
        return new GeometryText(text).numbers(pattern);
    }

    /** The pattern of so many points between an opening and a closing bracket. */
    static String points(char open, int count, char close) {
        return open + "(%,%),".repeat(count - 1) + "(%,%)" + close;
    }

    /** How many points a text of points has, by its commas; the pattern finds whatever else is wrong. */
    static int countPoints(String text) {
        int commas = 0;
        for (int i = 0; i < text.length(); i++) {
            commas += text.charAt(i) == ',' ? 1 : 0;
        }
        return (commas + 1) / 2;
    }

    private double[] numbers(String pattern) {
        int count = 0;
        for (int i = 0; i < pattern.length(); i++) {
            count += pattern.charAt(i) == '%' ? 1 : 0;
        }
        double[] numbers = new double[count];
        int next = 0;
        for (int i = 0; i < pattern.length(); i++) {
            char wanted = pattern.charAt(i);
            skipBlanks();
            if (wanted == '%') {
                numbers[next++] = number();
            } else if (at < text.length() && text.charAt(at) == wanted) {
                at++;
            } else {
                throw new DataException("expected '" + wanted + "' at index " + at + ", found something else");
            }
        }
        skipBlanks();
        if (at != text.length()) {
            throw new DataException("expected the end of the text at index " + at + ", found more");
        }
        return numbers;
    }

    private double number() {
        int from = at;
        while (at < text.length() && text.charAt(at) != ' ' && DELIMITERS.indexOf(text.charAt(at)) < 0) {
            at++;
        }
        return BinaryFloat.parseDouble(text.substring(from, at));
    }

    private void skipBlanks() {
        while (at < text.length() && text.charAt(at) == ' ') {
            at++;
        }
    }
}
