/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.codec;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.kafka.connect.errors.DataException;

/**
 * What text {@code xml} takes. The server decodes what it is sent by the document's own declaration, so one that declares
 * another encoding than the UTF-8 it is sent in would be garbled in silence: it is refused.
 */
public final class XmlText {
    private static final Pattern DECLARED =
            Pattern.compile("\\s*<[?]xml\\s[^>]*?encoding\\s*=\\s*[\"']([^\"']*)[\"'](?s:.*)");

    private XmlText() {}

    /**
     * The text, or its beginning.
     *
     * @throws DataException where it declares another encoding
     */
    public static String inUtf8(String text) {
        Matcher declared = DECLARED.matcher(text);
        if (declared.matches() && !isUtf8(declared.group(1))) {
            throw new DataException("the XML text declares another encoding than UTF-8; take the declaration out");
        }
        return text;
    }

    private static boolean isUtf8(String encoding) {
        return encoding.equalsIgnoreCase("utf-8") || encoding.equalsIgnoreCase("utf8");
    }
}
