/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.config;

import java.util.List;
import org.apache.kafka.common.config.AbstractConfig;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigDef.Importance;

/** What the sink does with text that PostgreSQL cannot store. */
public record TextConfig(String nulMode) {
    public static final String NUL_MODE = "text.nul.mode";

    public static TextConfig from(AbstractConfig config) {
        return new TextConfig(config.getString(NUL_MODE));
    }

    static void define(ConfigDef def) {
        new KeyGroup(def, "Text")
                .add(Key.choice(
                                NUL_MODE,
                                List.of("fail", "remove", "replace"),
                                "NUL characters",
                                "What happens to NUL characters in text, which PostgreSQL cannot store. fail: the"
                                        + " record is refused. remove: they are left out. replace: each becomes"
                                        + " U+FFFD.")
                        .byDefault("fail")
                        .importance(Importance.LOW));
    }
}
