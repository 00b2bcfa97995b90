/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.converters.avro;

import org.jspecify.annotations.Nullable;

/** Text of somebody else, as it may stand in a message of ours: not too long, and on one line. */
final class Foreign {
    private static final int MOST = 1_000;

    private Foreign() {}

    static String text(@Nullable String text) {
        if (text == null) {
            return "no reason given";
        }
        StringBuilder printable = new StringBuilder(Math.min(text.length(), MOST));
        for (int i = 0; i < Math.min(text.length(), MOST); i++) {
            char c = text.charAt(i);
            printable.append(Character.isISOControl(c) ? ' ' : c);
        }
        return text.length() > MOST ? printable.append(" ...").toString() : printable.toString();
    }
}
