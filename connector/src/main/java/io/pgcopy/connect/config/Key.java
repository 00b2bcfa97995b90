/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.config;

import java.util.List;
import java.util.Map;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigDef.Importance;
import org.apache.kafka.common.config.ConfigDef.Width;
import org.jspecify.annotations.Nullable;

/** One configuration key on its way into a {@link KeyGroup}: required, of middle importance and short until told otherwise. */
final class Key {
    final String name;
    final ConfigDef.Type type;
    final String label;
    final String documentation;

    @Nullable
    Object defaultValue = ConfigDef.NO_DEFAULT_VALUE;

    ConfigDef.@Nullable Validator validator;
    ConfigDef.@Nullable Recommender recommender;
    List<String> dependents = List.of();
    Importance importance = Importance.MEDIUM;
    Width width = Width.SHORT;

    private Key(String name, ConfigDef.Type type, String label, String documentation) {
        this.name = name;
        this.type = type;
        this.label = label;
        this.documentation = documentation;
    }

    /** A key with its display name and its documentation, in whole sentences. */
    static Key of(String name, ConfigDef.Type type, String label, String documentation) {
        return new Key(name, type, label, documentation);
    }

    /** A STRING key with a closed set of values, which user interfaces offer. */
    static Key choice(String name, List<String> values, String label, String documentation) {
        Key key = of(name, ConfigDef.Type.STRING, label, documentation);
        key.recommender = new FixedValues(values);
        return key.valid(ConfigDef.ValidString.in(values.toArray(String[]::new)));
    }

    Key byDefault(@Nullable Object value) {
        defaultValue = value;
        return this;
    }

    Key valid(ConfigDef.Validator check) {
        validator = check;
        return this;
    }

    Key importance(Importance level) {
        importance = level;
        return this;
    }

    Key width(Width size) {
        width = size;
        return this;
    }

    /** Keys that only some values of this one give a meaning; each says by {@link #shownWith} which. */
    Key dependents(String... keys) {
        dependents = List.of(keys);
        return this;
    }

    /** User interfaces hide the key unless another one has this value. */
    Key shownWith(String other, String value) {
        recommender = new ShownWith(other, value);
        return this;
    }

    private record ShownWith(String other, String value) implements ConfigDef.Recommender {
        @Override
        public List<Object> validValues(String name, Map<String, Object> parsed) {
            return List.of();
        }

        @Override
        public boolean visible(String name, Map<String, Object> parsed) {
            return value.equals(parsed.get(other));
        }
    }

    private record FixedValues(List<String> values) implements ConfigDef.Recommender {
        @Override
        public List<Object> validValues(String name, Map<String, Object> parsed) {
            return List.copyOf(values);
        }

        @Override
        public boolean visible(String name, Map<String, Object> parsed) {
            return true;
        }
    }
}
