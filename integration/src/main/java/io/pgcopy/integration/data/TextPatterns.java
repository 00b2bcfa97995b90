/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.integration.data;

import java.util.Base64;
import java.util.HexFormat;
import java.util.SplittableRandom;
import java.util.UUID;

import static java.nio.charset.StandardCharsets.US_ASCII;

/** Content in printable characters; all of it is ASCII, so that a byte is a character. */
final class TextPatterns {
    private static final String[] SYLLABLES = {
        "an", "ber", "co", "der", "en", "fi", "gra", "hol", "in", "jor", "ka", "lin", "mo", "ner", "or", "pre", "qui",
        "re", "sta", "ti", "un", "ver", "wa", "yel", "zo", "the", "ing", "ed", "ly", "ness"
    };
    private static final String[] WORDS = words(2_000);

    private TextPatterns() {}

    static byte[] prose(SplittableRandom random, int size) {
        StringBuilder text = new StringBuilder(size + 40);
        while (text.length() < size) {
            text.append(word(random)).append(random.nextInt(12) == 0 ? ". " : " ");
        }
        return ascii(text);
    }

    static byte[] json(SplittableRandom random, int size) {
        StringBuilder text = new StringBuilder(size + 300).append('[');
        while (text.length() < size) {
            text.append("{\"id\":").append(random.nextInt(1_000_000_000));
            text.append(",\"customer\":\"").append(word(random)).append(' ').append(word(random));
            text.append("\",\"amount\":").append(random.nextInt(1_000_000) / 100.0);
            text.append(",\"created_at\":\"2026-0")
                    .append(1 + random.nextInt(9))
                    .append("-1");
            text.append(random.nextInt(10)).append("T12:").append(10 + random.nextInt(50));
            text.append(":00Z\",\"active\":").append(random.nextBoolean());
            text.append(",\"tags\":[\"")
                    .append(word(random))
                    .append("\",\"")
                    .append(word(random))
                    .append("\"]},");
        }
        return ascii(text);
    }

    static byte[] uuids(SplittableRandom random, int size) {
        StringBuilder text = new StringBuilder(size + 40);
        while (text.length() < size) {
            text.append(new UUID(random.nextLong(), random.nextLong())).append('\n');
        }
        return ascii(text);
    }

    static byte[] hex(SplittableRandom random, int size) {
        return HexFormat.of()
                .formatHex(SignalPatterns.random(random, size / 2 + 1))
                .getBytes(US_ASCII);
    }

    static byte[] base64(SplittableRandom random, int size) {
        return Base64.getEncoder().encode(SignalPatterns.random(random, size));
    }

    static byte[] printable(SplittableRandom random, int size) {
        byte[] bytes = new byte[size];
        for (int i = 0; i < size; i++) {
            bytes[i] = (byte) (' ' + random.nextInt(95));
        }
        return bytes;
    }

    private static byte[] ascii(StringBuilder text) {
        return text.toString().getBytes(US_ASCII);
    }

    // The lower the rank the oftener the word, as in a natural language.
    private static String word(SplittableRandom random) {
        double skewed = Math.pow(WORDS.length, random.nextDouble());
        return WORDS[(int) skewed - 1];
    }

    private static String[] words(int count) {
        SplittableRandom random = new SplittableRandom(1);
        String[] words = new String[count];
        for (int i = 0; i < count; i++) {
            StringBuilder word = new StringBuilder();
            for (int syllables = 1 + random.nextInt(4); syllables > 0; syllables--) {
                word.append(SYLLABLES[random.nextInt(SYLLABLES.length)]);
            }
            words[i] = word.toString();
        }
        return words;
    }
}
