/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.sink;

import io.pgcopy.connect.config.TargetConfig;
import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.connect.errors.ConnectException;
import org.jspecify.annotations.Nullable;

/**
 * A table as a setting or a topic names it, exactly and case-sensitively.
 *
 * @param schema null where the role's current schema decides
 */
record TargetName(@Nullable String schema, String name) {

    /** Reads {@code table} or {@code schema.table}; a part in double quotes may hold dots, and quotes doubled. */
    static TargetName parse(String text) {
        List<String> parts = parts(text);
        if (parts.size() > 2) {
            throw new ConnectException("Table name " + text + " has more than one dot, so schema and table cannot be"
                    + " told apart: name the table in " + TargetConfig.TOPICS_TO_TABLES + " as topic:schema.table,"
                    + " or set " + TargetConfig.TABLE_NAME_FORMAT + ".");
        }
        if (parts.contains("")) {
            throw new ConnectException("Table name " + text + " has an empty part; expected schema.table or table.");
        }
        return parts.size() == 2 ? new TargetName(parts.get(0), parts.get(1)) : new TargetName(null, parts.get(0));
    }

    private static List<String> parts(String text) {
        List<String> parts = new ArrayList<>();
        StringBuilder part = new StringBuilder();
        boolean quoted = false;
        int i = 0;
        while (i < text.length()) {
            char c = text.charAt(i++);
            if (quoted && c == '"' && i < text.length() && text.charAt(i) == '"') {
                part.append(c);
                i++;
            } else if (c == '"' && (quoted || part.isEmpty())) {
                quoted = !quoted;
            } else if (c == '.' && !quoted) {
                parts.add(part.toString());
                part.setLength(0);
            } else {
                part.append(c);
            }
        }
        if (quoted) {
            throw new ConnectException("Table name " + text + " has a double quote that is not closed.");
        }
        parts.add(part.toString());
        return parts;
    }

    @Override
    public String toString() {
        return schema == null ? name : schema + "." + name;
    }
}
