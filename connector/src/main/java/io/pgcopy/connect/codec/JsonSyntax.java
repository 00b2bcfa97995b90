/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.codec;

import java.util.BitSet;
import org.apache.kafka.connect.errors.DataException;

/**
 * Whether a text is JSON as RFC 8259 and PostgreSQL define it, so that a bad one is refused before a COPY
 * is spoilt by it. A walk over the characters with the open brackets in a bit set: no recursion, no tree.
 */
final class JsonSyntax {
    private final String text;
    private final boolean jsonb;
    private final BitSet objects = new BitSet();
    private int depth;
    private int at;

    private JsonSyntax(String text, boolean jsonb) {
        this.text = text;
        this.jsonb = jsonb;
    }

    /** The text, where it is JSON. */
    static String json(String text) {
        new JsonSyntax(text, false).document();
        return text;
    }

    /** The text, where it is JSON that {@code jsonb} can store: no escape of NUL, no lone surrogate escapes. */
    static String jsonb(String text) {
        new JsonSyntax(text, true).document();
        return text;
    }

    private void document() {
        do {
            skipBlanks();
            boolean opened = value();
            if (!opened) {
                closeAndContinue();
            }
        } while (depth > 0);
        skipBlanks();
        if (at != text.length()) {
            throw bad("the end of the JSON text");
        }
    }

    // True where a bracket was opened and its first member comes next.
    private boolean value() {
        char first = peek();
        if (first == '{') {
            return open(true, '}');
        }
        if (first == '[') {
            return open(false, ']');
        }
        if (first == '"') {
            string();
        } else if (first == '-' || isDigit(first)) {
            number();
        } else {
            literal();
        }
        return false;
    }

    private boolean open(boolean object, char close) {
        at++;
        objects.set(depth++, object);
        skipBlanks();
        if (peek() == close) {
            at++;
            depth--;
            return false;
        }
        if (object) {
            key();
        }
        return true;
    }

    private void closeAndContinue() {
        while (depth > 0) {
            skipBlanks();
            boolean object = objects.get(depth - 1);
            char next = peek();
            at++;
            if (next == ',') {
                if (object) {
                    key();
                }
                return;
            }
            if (next != (object ? '}' : ']')) {
                at--;
                throw bad("a comma or the end of an object or array");
            }
            depth--;
        }
    }

    private void key() {
        skipBlanks();
        string();
        skipBlanks();
        expect(':');
    }

    private void string() {
        expect('"');
        boolean highSurrogate = false;
        while (true) {
            char c = peek();
            at++;
            boolean low = c == '\\' && isLowSurrogateEscape();
            if (jsonb && highSurrogate != low) {
                throw bad("both halves of a surrogate pair in a jsonb text");
            }
            highSurrogate = false;
            if (c == '"') {
                return;
            }
            if (c < ' ') {
                throw bad("an escape in place of a control character");
            }
            if (c == '\\') {
                highSurrogate = escape();
            }
        }
    }

    // True after the escape of a high surrogate.
    private boolean escape() {
        char kind = peek();
        at++;
        if (kind != 'u') {
            if ("\"\\/bfnrt".indexOf(kind) < 0) {
                throw bad("a JSON escape");
            }
            return false;
        }
        char unit = (char) hexUnit(at);
        at += 4;
        if (jsonb && unit == 0) {
            throw bad("no escaped NUL, which jsonb cannot store");
        }
        return Character.isHighSurrogate(unit);
    }

    private boolean isLowSurrogateEscape() {
        return at < text.length() && text.charAt(at) == 'u' && Character.isLowSurrogate((char) hexUnit(at + 1));
    }

    private int hexUnit(int from) {
        int unit = 0;
        for (int i = from; i < from + 4; i++) {
            int digit = i < text.length() && text.charAt(i) < 128 ? Character.digit(text.charAt(i), 16) : -1;
            if (digit < 0) {
                throw bad("four hexadecimal digits");
            }
            unit = unit << 4 | digit;
        }
        return unit;
    }

    private void number() {
        if (peek() == '-') {
            at++;
        }
        if (peek() == '0') {
            at++;
        } else {
            digits();
        }
        if (at < text.length() && text.charAt(at) == '.') {
            at++;
            digits();
        }
        if (at < text.length() && (text.charAt(at) | 0x20) == 'e') {
            at++;
            if (peek() == '+' || peek() == '-') {
                at++;
            }
            digits();
        }
    }

    private void digits() {
        if (!isDigit(peek())) {
            throw bad("a digit");
        }
        while (at < text.length() && isDigit(text.charAt(at))) {
            at++;
        }
    }

    private void literal() {
        for (String literal : new String[] {"true", "false", "null"}) {
            if (text.startsWith(literal, at)) {
                at += literal.length();
                return;
            }
        }
        throw bad("a JSON value");
    }

    private void skipBlanks() {
        while (at < text.length() && " \t\n\r".indexOf(text.charAt(at)) >= 0) {
            at++;
        }
    }

    private void expect(char wanted) {
        if (peek() != wanted) {
            throw bad("a '" + wanted + "'");
        }
        at++;
    }

    private char peek() {
        if (at >= text.length()) {
            throw bad("more JSON text");
        }
        return text.charAt(at);
    }

    private static boolean isDigit(char c) {
        return c >= '0' && c <= '9';
    }

    private DataException bad(String wanted) {
        return new DataException("expected " + wanted + " at index " + at + ", found something else");
    }
}
