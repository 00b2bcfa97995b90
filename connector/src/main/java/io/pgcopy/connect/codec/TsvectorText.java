/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.codec;

import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.apache.kafka.connect.errors.DataException;

/** The text of a tsvector: lexemes, each with its positions and their weights ({@code 'cat':3A,5 'dog'}). */
final class TsvectorText {
    static final int MAX_POSITION = 16383;
    private static final int MAX_POSITIONS = 255;
    private static final String WEIGHTS = "DCBA";

    private final String text;
    private int at;

    private TsvectorText(String text) {
        this.text = text;
    }

    /** Positions with their weights by lexeme; what the text repeats is merged, as tsvectorin does. */
    static SortedMap<String, SortedMap<Integer, Integer>> parse(String text) {
        return new TsvectorText(text).lexemes();
    }

    static void appendPosition(StringBuilder out, int position, int weight) {
        out.append(position);
        if (weight != 0) {
            out.append(WEIGHTS.charAt(weight));
        }
    }

    private SortedMap<String, SortedMap<Integer, Integer>> lexemes() {
        SortedMap<String, SortedMap<Integer, Integer>> lexemes = new TreeMap<>();
        skipBlanks();
        while (at < text.length()) {
            StringBuilder lexeme = new StringBuilder();
            at = Lexeme.read(text, at, lexeme);
            Map<Integer, Integer> positions =
                    lexemes.computeIfAbsent(Lexeme.checked(lexeme.toString()), name -> new TreeMap<>());
            if (at < text.length() && text.charAt(at) == ':') {
                readPositions(positions);
            }
            if (at < text.length() && !isBlank(text.charAt(at))) {
                throw new DataException("expected a blank after a lexeme at index " + at + ", found something else");
            }
            skipBlanks();
        }
        return lexemes;
    }

    private void readPositions(Map<Integer, Integer> positions) {
        do {
            at++;
            int position = 0;
            int from = at;
            while (at < text.length() && text.charAt(at) >= '0' && text.charAt(at) <= '9' && position <= MAX_POSITION) {
                position = position * 10 + text.charAt(at++) - '0';
            }
            if (at == from || position == 0 || position > MAX_POSITION) {
                throw new DataException("expected a position of 1 to " + MAX_POSITION + " at index " + from);
            }
            positions.merge(position, weight(), Math::max);
        } while (at < text.length() && text.charAt(at) == ',');
        if (positions.size() > MAX_POSITIONS) {
            throw new DataException("expected at most " + MAX_POSITIONS + " positions of a lexeme");
        }
    }

    private int weight() {
        int weight = at < text.length() ? WEIGHTS.indexOf(Character.toUpperCase(text.charAt(at))) : -1;
        if (weight >= 0) {
            at++;
        }
        return Math.max(weight, 0);
    }

    private void skipBlanks() {
        while (at < text.length() && isBlank(text.charAt(at))) {
            at++;
        }
    }

    private static boolean isBlank(char c) {
        return c == ' ' || c == '\t' || c == '\n' || c == '\r';
    }
}
