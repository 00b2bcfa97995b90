/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.db;

import org.jspecify.annotations.Nullable;

/**
 * Where in a COPY the server stopped: {@code COPY t, line 3, column a}. The text follows the server's
 * language, which we may not set, so only the command word, the relation and the number are relied on.
 *
 * @param line tuple number from 1, or -1
 * @param column the column named, or null
 */
record CopyContext(long line, @Nullable String column) {
    private static final CopyContext NONE = new CopyContext(-1, null);

    static CopyContext parse(@Nullable String where, @Nullable String relation) {
        if (where == null || relation == null) {
            return NONE;
        }
        String prefix = "COPY " + relation + ", ";
        // The outermost context comes last; a JSON document quoted before it may imitate the prefix.
        int at = where.lastIndexOf(prefix);
        boolean startsLine = at == 0 || (at > 0 && where.charAt(at - 1) == '\n');
        return startsLine ? parseRest(where.substring(at + prefix.length())) : NONE;
    }

    private static CopyContext parseRest(String rest) {
        int from = 0;
        while (from < rest.length() && !isDigit(rest.charAt(from))) {
            from++;
        }
        int to = from;
        while (to < rest.length() && isDigit(rest.charAt(to)) && to - from < 18) {
            to++;
        }
        if (from == to) {
            return NONE;
        }
        return new CopyContext(Long.parseLong(rest.substring(from, to)), column(rest.substring(to)));
    }

    // ", column a": a comma, the word for a column, the name, and nothing else in binary mode.
    private static @Nullable String column(String rest) {
        int line = rest.indexOf('\n');
        String text = (line < 0 ? rest : rest.substring(0, line));
        int word = text.startsWith(", ") ? text.indexOf(' ', 2) : -1;
        return word < 0 || word + 1 == text.length() ? null : text.substring(word + 1);
    }

    private static boolean isDigit(char c) {
        return c >= '0' && c <= '9';
    }
}
