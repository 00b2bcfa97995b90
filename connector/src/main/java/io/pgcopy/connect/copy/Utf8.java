/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.copy;

import java.nio.charset.StandardCharsets;
import org.apache.kafka.connect.errors.DataException;

/** Text to UTF-8 without Java's silent question marks. */
final class Utf8 {
    private Utf8() {}

    static byte[] encode(String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        // What became a question mark was one, or half of a pair. Most texts have none, and are not walked through
        // again.
        if (holdsQuestionMark(bytes)) {
            refuseLoneSurrogates(text);
        }
        return bytes;
    }

    // Without a branch in its loop, which then takes many bytes in one step.
    private static boolean holdsQuestionMark(byte[] bytes) {
        int found = 0;
        for (byte b : bytes) {
            found |= ((b ^ '?') - 1) & ~(b ^ '?');
        }
        return found < 0;
    }

    private static void refuseLoneSurrogates(String text) {
        int i = 0;
        while (i < text.length()) {
            int codePoint = text.codePointAt(i);
            if (codePoint >= Character.MIN_SURROGATE && codePoint <= Character.MAX_SURROGATE) {
                throw new DataException("text holds a lone surrogate at index " + i + ", which UTF-8 cannot carry");
            }
            i += Character.charCount(codePoint);
        }
    }
}
