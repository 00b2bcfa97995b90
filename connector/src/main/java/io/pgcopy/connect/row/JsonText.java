/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.row;

/** How many bytes text takes as Kafka's JsonConverter writes it. */
public final class JsonText {
    private static final int SHORT_ESCAPE = 2;
    private static final int LONG_ESCAPE = 6;
    // Its writer makes two escapes of a character beyond the 16-bit ones, which has four bytes in UTF-8.
    private static final int LEAD_OF_FOUR = 2 * LONG_ESCAPE - 3;

    private JsonText() {}

    public static long bytes(CharSequence text) {
        long bytes = 0;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c < 0x80) {
                bytes += ofByte((byte) c);
            } else if (c < 0x800) {
                bytes += 2;
            } else {
                bytes += Character.isSurrogate(c) ? LONG_ESCAPE : 3;
            }
        }
        return bytes;
    }

    /** The share of one byte of UTF-8. */
    public static int ofByte(int utf8) {
        int b = utf8 & 0xFF;
        if (b >= 0xF0) {
            return LEAD_OF_FOUR;
        }
        if (b >= ' ') {
            return b == '"' || b == '\\' ? SHORT_ESCAPE : 1;
        }
        return b == '\n' || b == '\r' || b == '\t' || b == '\b' || b == '\f' ? SHORT_ESCAPE : LONG_ESCAPE;
    }
}
