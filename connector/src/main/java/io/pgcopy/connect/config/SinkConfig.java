/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.config;

import java.util.Map;
import org.apache.kafka.common.config.AbstractConfig;
import org.apache.kafka.common.config.ConfigDef;

/** All settings of the sink, by group. */
public record SinkConfig(
        ConnectionConfig connection, RetryConfig retry, TargetConfig target, TextConfig text, FlushConfig flush) {

    public static ConfigDef definition() {
        ConfigDef def = new ConfigDef();
        ConnectionConfig.define(def);
        TargetConfig.define(def);
        TextConfig.define(def);
        FlushConfig.define(def);
        RetryConfig.define(def);
        return def;
    }

    /**
     * Parses what a connector or task was given.
     *
     * @throws org.apache.kafka.common.config.ConfigException on the first value or pair of values that is refused
     */
    public static SinkConfig from(Map<String, String> properties) {
        // Not logged: Connect itself logs a connector's configuration, with secrets masked.
        AbstractConfig config = new AbstractConfig(definition(), properties, false);
        return new SinkConfig(
                ConnectionConfig.from(config),
                RetryConfig.from(config),
                TargetConfig.from(config),
                TextConfig.from(config),
                FlushConfig.from(config));
    }
}
