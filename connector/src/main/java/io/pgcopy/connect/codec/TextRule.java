/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.codec;

import java.nio.charset.StandardCharsets;
import org.apache.kafka.connect.errors.DataException;

/**
 * What text a column takes: NUL characters, which no text type can hold, and the column's length.
 *
 * @param maxCharacters most code points, or 0 where the column has no length
 * @param maxBytes most bytes in UTF-8, or 0 where the type has no such bound
 * @param blankPadded whether blanks beyond the length mean nothing, as in {@code bpchar}
 */
record TextRule(NulMode nul, int maxCharacters, int maxBytes, boolean blankPadded) {
    private static final int TYPMOD_HEADER = 4;
    // NAMEDATALEN of every stock server is 64, its terminator included.
    private static final int NAME_BYTES = 63;

    static TextRule unlimited(NulMode nul) {
        return new TextRule(nul, 0, 0, false);
    }

    static TextRule varchar(NulMode nul, int typmod) {
        return new TextRule(nul, characters(typmod), 0, false);
    }

    static TextRule bpchar(NulMode nul, int typmod) {
        return new TextRule(nul, characters(typmod), 0, true);
    }

    static TextRule name(NulMode nul) {
        return new TextRule(nul, 0, NAME_BYTES, false);
    }

    String apply(String text) {
        String allowed = text.indexOf('\0') < 0 ? text : withoutNul(text);
        if (maxCharacters > 0 && allowed.length() > maxCharacters) {
            checkCharacters(allowed);
        }
        if (maxBytes > 0 && allowed.getBytes(StandardCharsets.UTF_8).length > maxBytes) {
            throw new DataException("text is longer than " + maxBytes + " bytes");
        }
        return allowed;
    }

    private String withoutNul(String text) {
        return switch (nul) {
            case FAIL ->
                throw new DataException("text holds a NUL character at index " + text.indexOf('\0')
                        + ", which PostgreSQL cannot store; text.nul.mode says what to do with it");
            case REMOVE -> text.replace("\0", "");
            case REPLACE -> text.replace('\0', '\uFFFD');
        };
    }

    private void checkCharacters(String text) {
        int end = text.length();
        while (blankPadded && end > 0 && text.charAt(end - 1) == ' ') {
            end--;
        }
        int characters = text.codePointCount(0, end);
        if (characters > maxCharacters) {
            throw new DataException("text has " + characters + " characters, and the column holds " + maxCharacters);
        }
    }

    private static int characters(int typmod) {
        return typmod < TYPMOD_HEADER ? 0 : typmod - TYPMOD_HEADER;
    }
}
