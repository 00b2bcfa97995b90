/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.codec;

import java.nio.charset.StandardCharsets;
import org.apache.kafka.connect.errors.DataException;

/** Lexemes in the text of tsvector and tsquery: quoted, with quotes and backslashes doubled; or bare words. */
final class Lexeme {
    private static final String BARE_END = " \t\n\r:!&|()<'";
    private static final int MAX_BYTES = 2046;

    private Lexeme() {}

    static void quote(String lexeme, StringBuilder out) {
        out.append('\'').append(lexeme.replace("\\", "\\\\").replace("'", "''")).append('\'');
    }

    /** Appends the lexeme that begins at an index; answers the index after it. */
    static int read(String text, int from, StringBuilder out) {
        return text.charAt(from) == '\'' ? readQuoted(text, from + 1, out) : readBare(text, from, out);
    }

    static String checked(String lexeme) {
        if (lexeme.indexOf('\0') >= 0) {
            throw new DataException("lexeme holds a NUL character, which PostgreSQL cannot store");
        }
        if (lexeme.length() > MAX_BYTES / 4 && lexeme.getBytes(StandardCharsets.UTF_8).length > MAX_BYTES) {
            throw new DataException("lexeme is longer than " + MAX_BYTES + " bytes");
        }
        return lexeme;
    }

    private static int readQuoted(String text, int from, StringBuilder out) {
        int at = from;
        while (at < text.length()) {
            char c = text.charAt(at++);
            boolean doubled = c == '\'' && at < text.length() && text.charAt(at) == '\'';
            if (c == '\'' && !doubled) {
                return at;
            }
            if (doubled || c == '\\') {
                out.append(at < text.length() ? text.charAt(at) : c);
                at++;
            } else {
                out.append(c);
            }
        }
        throw new DataException("expected a quote at the end of a lexeme, found the end of the text");
    }

    private static int readBare(String text, int from, StringBuilder out) {
        int at = from;
        while (at < text.length() && BARE_END.indexOf(text.charAt(at)) < 0) {
            if (text.charAt(at) == '\\' && at + 1 < text.length()) {
                at++;
            }
            out.append(text.charAt(at++));
        }
        if (at == from) {
            throw new DataException("expected a lexeme at index " + from + ", found something else");
        }
        return at;
    }
}
