/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.config;

import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Function;
import org.apache.kafka.common.config.AbstractConfig;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigException;

/** All keys of the source connector, group by group. */
public record SourceConfig(
        ConnectionConfig connection,
        TablesConfig tables,
        ColumnsConfig columns,
        TopicConfig topics,
        KeyConfig keys,
        TypesConfig types,
        RunConfig runs,
        ReadConfig reads,
        LargeValueConfig largeValues,
        LargeObjectsConfig largeObjects,
        RetryConfig retries) {

    private record Group(Consumer<ConfigDef> define, Function<AbstractConfig, ?> from) {}

    private static final List<Group> GROUPS = List.of(
            new Group(ConnectionConfig::define, ConnectionConfig::from),
            new Group(TablesConfig::define, TablesConfig::from),
            new Group(ColumnsConfig::define, ColumnsConfig::from),
            new Group(TopicConfig::define, TopicConfig::from),
            new Group(KeyConfig::define, KeyConfig::from),
            new Group(TypesConfig::define, TypesConfig::from),
            new Group(RunConfig::define, RunConfig::from),
            new Group(ReadConfig::define, ReadConfig::from),
            new Group(LargeValueConfig::define, LargeValueConfig::from),
            new Group(LargeObjectsConfig::define, LargeObjectsConfig::from),
            new Group(RetryConfig::define, RetryConfig::from));

    public static ConfigDef definition() {
        ConfigDef def = new ConfigDef();
        GROUPS.forEach(group -> group.define.accept(def));
        return def;
    }

    /**
     * The parsed configuration.
     *
     * @throws ConfigException at the first key that is wrong
     */
    public static SourceConfig from(Map<String, String> properties) {
        AbstractConfig config = new AbstractConfig(definition(), properties, false);
        return new SourceConfig(
                ConnectionConfig.from(config),
                TablesConfig.from(config),
                ColumnsConfig.from(config),
                TopicConfig.from(config),
                KeyConfig.from(config),
                TypesConfig.from(config),
                RunConfig.from(config),
                ReadConfig.from(config),
                LargeValueConfig.from(config),
                LargeObjectsConfig.from(config),
                RetryConfig.from(config));
    }

    /** Checks every key by itself and beside the others of its group. */
    public static Validation validate(Map<String, String> properties) {
        Validation validation = new Validation(definition(), properties);
        GROUPS.forEach(group -> validation.group(group.define, group.from));
        return validation;
    }
}
