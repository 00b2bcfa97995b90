/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.config;

import java.util.Map;
import org.apache.kafka.common.config.AbstractConfig;
import org.apache.kafka.common.config.ConfigDef;

/** All settings of the sink, by group. */
public record SinkConfig(
        ConnectionConfig connection,
        RetryConfig retry,
        TargetConfig target,
        TextConfig text,
        WriteConfig write,
        EvolutionConfig evolution,
        FlushConfig flush,
        DeliveryConfig delivery,
        ErrorsConfig errors,
        StorageConfig storage,
        ChunkConfig chunks) {

    public static ConfigDef definition() {
        ConfigDef def = new ConfigDef();
        ConnectionConfig.define(def);
        TargetConfig.define(def);
        TextConfig.define(def);
        WriteConfig.define(def);
        EvolutionConfig.define(def);
        FlushConfig.define(def);
        StorageConfig.define(def);
        DeliveryConfig.define(def);
        ErrorsConfig.define(def);
        ChunkConfig.define(def);
        RetryConfig.define(def);
        return def;
    }

    /** All problems that the settings show by themselves. */
    public static Validation validate(Map<String, String> properties) {
        Validation validation = new Validation(definition(), properties);
        validation.group(RetryConfig::define, RetryConfig::from);
        validation.group(WriteConfig::define, WriteConfig::from);
        validation
                .group(ChunkConfig::define, ChunkConfig::from)
                .flatMap(chunks -> chunks.missing(properties))
                .ifPresent(problem -> validation.problem(ChunkConfig.POLICY, problem));
        return validation;
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
                WriteConfig.from(config),
                EvolutionConfig.from(config),
                FlushConfig.from(config),
                DeliveryConfig.from(config),
                ErrorsConfig.from(config),
                StorageConfig.from(config),
                ChunkConfig.from(config));
    }
}
