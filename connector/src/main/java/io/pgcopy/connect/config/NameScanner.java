/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.config;

import java.util.ArrayList;
import java.util.List;

/** Takes a comma-separated list of dotted SQL names apart. */
final class NameScanner {
    /** One part of a dotted name, without its quotes. */
    record Part(String text, boolean quoted) {}

    private final String list;
    private int position;
    private int nameEnd;

    NameScanner(String list) {
        this.list = list;
        skipBlanks();
    }

    boolean hasName() {
        return position < list.length();
    }

    int position() {
        return position;
    }

    /** The list's text from a position to the end of the name read last. */
    String text(int from) {
        return list.substring(from, nameEnd);
    }

    /** The parts of the next name; leaves the scanner after the comma that ends it. */
    List<Part> name() {
        List<Part> parts = new ArrayList<>();
        do {
            skipBlanks();
            parts.add(at('"') ? quoted() : unquoted());
            nameEnd = position;
            skipBlanks();
        } while (skip('.'));
        if (hasName() && !skip(',')) {
            throw new IllegalArgumentException("expected a dot or a comma at character " + (position + 1)
                    + "; a name with other than letters, digits, _ and $ stands in double quotes");
        }
        skipBlanks();
        return parts;
    }

    private Part quoted() {
        int start = position++;
        StringBuilder text = new StringBuilder();
        while (hasName()) {
            char c = list.charAt(position++);
            if (c != '"') {
                text.append(c);
            } else if (at('"')) {
                text.append(list.charAt(position++));
            } else {
                return part(text.toString(), true, start);
            }
        }
        throw new IllegalArgumentException("the double quote at character " + (start + 1) + " is not closed");
    }

    private Part unquoted() {
        int start = position;
        while (hasName() && isPlain(list.charAt(position))) {
            position++;
        }
        return part(list.substring(start, position), false, start);
    }

    private static Part part(String text, boolean quoted, int start) {
        if (text.isEmpty()) {
            throw new IllegalArgumentException("expected a name at character " + (start + 1));
        }
        return new Part(text, quoted);
    }

    // What SQL takes unquoted, and the globs.
    private static boolean isPlain(char c) {
        return Character.isLetterOrDigit(c) || c == '_' || c == '$' || c == '*' || c == '?' || c > 0x7f;
    }

    private boolean at(char c) {
        return hasName() && list.charAt(position) == c;
    }

    private boolean skip(char c) {
        boolean found = at(c);
        position += found ? 1 : 0;
        return found;
    }

    private void skipBlanks() {
        while (hasName() && Character.isWhitespace(list.charAt(position))) {
            position++;
        }
    }
}
