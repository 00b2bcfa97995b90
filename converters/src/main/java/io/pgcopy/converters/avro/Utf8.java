/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.converters.avro;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import org.apache.kafka.connect.errors.DataException;

/** Text to UTF-8 and back, exactly or not at all: Java's own shortcuts put a question mark in place. */
final class Utf8 {
    private static final char REPLACEMENT = '\uFFFD';

    private Utf8() {}

    /** Writes the text's bytes if all of it is ASCII; else what was written is to be ignored. */
    static boolean copyAscii(String text, byte[] target, int offset) {
        int or = 0;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            or |= c;
            target[offset + i] = (byte) c;
        }
        return or < 0x80;
    }

    static byte[] encode(String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        // A lone surrogate becomes a question mark; without any there was none.
        if (holdsQuestionMark(bytes) && holdsLoneSurrogate(text)) {
            throw new DataException("expected text that UTF-8 can hold, found half of a surrogate pair");
        }
        return bytes;
    }

    static String decode(byte[] bytes, int offset, int length) {
        String text = new String(bytes, offset, length, StandardCharsets.UTF_8);
        // The replacement character may be the text's own; only the strict decoder can tell.
        if (text.indexOf(REPLACEMENT) >= 0) {
            try {
                StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes, offset, length));
            } catch (CharacterCodingException e) {
                throw new DataException("expected UTF-8 text, found bytes that are not UTF-8", e);
            }
        }
        return text;
    }

    private static boolean holdsQuestionMark(byte[] bytes) {
        int found = 0;
        for (byte b : bytes) {
            found |= ((b & 0xFF) ^ '?') - 1;
        }
        return found < 0;
    }

    private static boolean holdsLoneSurrogate(String text) {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (Character.isSurrogate(c)) {
                boolean pair = Character.isHighSurrogate(c)
                        && i + 1 < text.length()
                        && Character.isLowSurrogate(text.charAt(i + 1));
                if (!pair) {
                    return true;
                }
                i++;
            }
        }
        return false;
    }
}
