/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.type;

import java.util.regex.Pattern;

/** Names as they stand in messages: PostgreSQL allows line breaks in them, which would forge a line of the log. */
public final class Printable {
    private static final Pattern UNPRINTABLE = Pattern.compile("[\\p{Cc}\\p{Zl}\\p{Zp}]");

    private Printable() {}

    /** The text with a blank for each control character and line break. */
    public static String text(String text) {
        return UNPRINTABLE.matcher(text).replaceAll(" ");
    }
}
