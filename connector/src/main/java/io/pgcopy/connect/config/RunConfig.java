/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.config;

import java.util.List;
import org.apache.kafka.common.config.AbstractConfig;
import org.apache.kafka.common.config.ConfigDef;

/** How often the tables are read: {@code run.mode} and {@code run.id}. */
public record RunConfig(String id) {
    public static final String MODE = "run.mode";
    public static final String ID = "run.id";

    public static RunConfig from(AbstractConfig config) {
        return new RunConfig(config.getString(ID));
    }

    static void define(ConfigDef def) {
        new KeyGroup(def, "Runs")
                .add(Key.choice(
                                MODE,
                                List.of("once"),
                                "Run",
                                "once: each table is read to its end once. A table that is done stays done after a"
                                        + " restart, one that was interrupted is read again from its beginning.")
                        .byDefault("once"))
                .add(Key.of(ID, ConfigDef.Type.STRING, "Run id", "Any text. Change it to read all tables again.")
                        .byDefault(""));
    }
}
