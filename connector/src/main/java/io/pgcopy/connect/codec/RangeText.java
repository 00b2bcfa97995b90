/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.codec;

import org.apache.kafka.connect.errors.DataException;
import org.jspecify.annotations.Nullable;

/** The text of a range: brackets, a comma, and bounds, quoted where they hold what means something else. */
record RangeText(
        boolean empty,
        boolean lowerInclusive,
        boolean upperInclusive,
        @Nullable String lower,
        @Nullable String upper) {
    private static final String SPECIAL = "\"\\()[], \t\n\r\u000b\f";
    private static final int LIKELY_LENGTH = 64;

    static final RangeText EMPTY = new RangeText(true, false, false, null, null);

    /** Reads ranges out of a text, one after the other. */
    static final class Reader {
        private final String text;
        private int at;

        Reader(String text) {
            this.text = text;
        }

        RangeText range() {
            skipBlanks();
            if (text.regionMatches(true, at, "empty", 0, 5)) {
                at += 5;
                return EMPTY;
            }
            boolean lowerInclusive = next("[(") == '[';
            @Nullable String lower = bound(",");
            next(",");
            @Nullable String upper = bound(")]");
            boolean upperInclusive = next(")]") == ']';
            return new RangeText(false, lowerInclusive, upperInclusive, lower, upper);
        }

        /** The next character, which must be one of these. */
        char next(String wanted) {
            if (at >= text.length() || wanted.indexOf(text.charAt(at)) < 0) {
                throw new DataException("expected one of " + wanted + " at index " + at + " of a range");
            }
            return text.charAt(at++);
        }

        boolean isNext(char wanted) {
            skipBlanks();
            return at < text.length() && text.charAt(at) == wanted;
        }

        void skipBlanks() {
            while (at < text.length() && text.charAt(at) == ' ') {
                at++;
            }
        }

        void expectEnd() {
            skipBlanks();
            if (at != text.length()) {
                throw new DataException("expected the end of a range at index " + at + ", found more");
            }
        }

        // rangetypes.c, range_parse_bound: nothing at all is an infinite bound, quotes around nothing an empty text.
        private @Nullable String bound(String end) {
            if (at < text.length() && end.indexOf(text.charAt(at)) >= 0) {
                return null;
            }
            StringBuilder bound = new StringBuilder();
            boolean quoted = false;
            while (at < text.length() && (quoted || end.indexOf(text.charAt(at)) < 0)) {
                char c = text.charAt(at++);
                if (c == '\\' && at < text.length()) {
                    bound.append(text.charAt(at++));
                } else if (c == '"' && quoted && at < text.length() && text.charAt(at) == '"') {
                    bound.append(text.charAt(at++));
                } else if (c == '"') {
                    quoted = !quoted;
                } else {
                    bound.append(c);
                }
            }
            return bound.toString();
        }
    }

    static RangeText parse(String text) {
        Reader reader = new Reader(text);
        RangeText range = reader.range();
        reader.expectEnd();
        return range;
    }

    String text() {
        if (empty) {
            return "empty";
        }
        StringBuilder text = new StringBuilder(LIKELY_LENGTH).append(lowerInclusive ? '[' : '(');
        append(text, lower);
        append(text.append(','), upper);
        return text.append(upperInclusive ? ']' : ')').toString();
    }

    private static void append(StringBuilder text, @Nullable String bound) {
        if (bound == null) {
            return;
        }
        if (isPlain(bound)) {
            text.append(bound);
        } else {
            text.append('"')
                    .append(bound.replace("\\", "\\\\").replace("\"", "\"\""))
                    .append('"');
        }
    }

    private static boolean isPlain(String bound) {
        for (int i = 0; i < bound.length(); i++) {
            if (SPECIAL.indexOf(bound.charAt(i)) >= 0) {
                return false;
            }
        }
        return !bound.isEmpty();
    }
}
