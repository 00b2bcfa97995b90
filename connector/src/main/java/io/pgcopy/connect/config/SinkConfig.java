/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.config;

import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Function;
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

    private record Group(Consumer<ConfigDef> define, Function<AbstractConfig, ?> from) {}

    private static final List<Group> GROUPS = List.of(
            new Group(ConnectionConfig::define, ConnectionConfig::from),
            new Group(TargetConfig::define, TargetConfig::from),
            new Group(TextConfig::define, TextConfig::from),
            new Group(WriteConfig::define, WriteConfig::from),
            new Group(EvolutionConfig::define, EvolutionConfig::from),
            new Group(FlushConfig::define, FlushConfig::from),
            new Group(StorageConfig::define, StorageConfig::from),
            new Group(DeliveryConfig::define, DeliveryConfig::from),
            new Group(ErrorsConfig::define, ErrorsConfig::from),
            new Group(ChunkConfig::define, ChunkConfig::from),
            new Group(RetryConfig::define, RetryConfig::from));

    public static ConfigDef definition() {
        ConfigDef def = new ConfigDef();
        GROUPS.forEach(group -> group.define.accept(def));
        return def;
    }

    /** All problems that the settings show by themselves, each group's rules included. */
    public static Validation validate(Map<String, String> properties) {
        Validation validation = new Validation(definition(), properties);
        GROUPS.forEach(group -> validation.group(group.define, group.from));
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
