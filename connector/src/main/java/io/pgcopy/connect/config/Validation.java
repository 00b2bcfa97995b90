/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.config;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.Function;
import org.apache.kafka.common.config.AbstractConfig;
import org.apache.kafka.common.config.Config;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.common.config.ConfigValue;

/** Gathers all problems of a configuration, each on its key, for {@code Connector.validate}. */
public final class Validation {
    private final Map<String, String> properties;
    private final Map<String, ConfigValue> values;

    /** Checks each key by itself, and looks for misspelt ones. */
    public Validation(ConfigDef definition, Map<String, String> properties) {
        this.properties = properties;
        this.values = new TreeMap<>(definition.validateAll(properties));
        properties.keySet().forEach(key -> UnknownKeys.meant(key, definition.names())
                .ifPresent(meant -> problem(key, "is unknown; " + meant + " may be meant.")));
        hidePassword();
    }

    /** Checks the keys of one group against each other; the group, unless one of its keys has a problem. */
    public <T> Optional<T> group(Consumer<ConfigDef> define, Function<AbstractConfig, T> from) {
        ConfigDef def = new ConfigDef();
        define.accept(def);
        if (!valid(def.names().toArray(String[]::new))) {
            return Optional.empty();
        }
        try {
            return Optional.of(from.apply(new AbstractConfig(def, properties, false)));
        } catch (KeyException e) {
            add(e.key(), String.valueOf(e.getMessage()));
        } catch (ConfigException e) {
            add(def.names().iterator().next(), String.valueOf(e.getMessage()));
        }
        return Optional.empty();
    }

    /** The keys {@code connection.*}, unless one of them has a problem. */
    public Optional<ConnectionConfig> connection() {
        return group(ConnectionConfig::define, ConnectionConfig::from);
    }

    /** The keys {@code tables} and {@code tables.exclude}, unless one of them has a problem. */
    public Optional<TablesConfig> tables() {
        return group(TablesConfig::define, TablesConfig::from);
    }

    /** Whether no key has a problem so far. */
    public boolean valid() {
        return values.values().stream().allMatch(value -> value.errorMessages().isEmpty());
    }

    /** Whether none of these keys has a problem so far. */
    public boolean valid(String... keys) {
        return Arrays.stream(keys).allMatch(key -> value(key).errorMessages().isEmpty());
    }

    /** Adds a problem, told in words that go after the key's name. */
    public void problem(String key, String problem) {
        add(key, key + " " + problem);
    }

    /** Offers values to choose from. */
    public void recommend(String key, List<String> names) {
        value(key).recommendedValues(List.copyOf(names));
    }

    public Config result() {
        return new Config(List.copyOf(values.values()));
    }

    private void add(String key, String message) {
        if (!value(key).errorMessages().contains(message)) {
            value(key).addErrorMessage(message);
        }
    }

    private ConfigValue value(String key) {
        return values.computeIfAbsent(key, ConfigValue::new);
    }

    // The answer goes over the network and into logs: a URL that may hold a password is not repeated.
    private void hidePassword() {
        if (values.containsKey(ConnectionConfig.URL) && !valid(ConnectionConfig.URL)) {
            value(ConnectionConfig.URL).value(null);
        }
    }
}
