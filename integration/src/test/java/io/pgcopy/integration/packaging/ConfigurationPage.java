/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.integration.packaging;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigDef.ConfigKey;

/** Prints settings as Markdown: a table for each group, in the order in which user interfaces show them. */
final class ConfigurationPage {
    private final StringBuilder text = new StringBuilder();

    ConfigurationPage(String introduction) {
        text.append(introduction);
    }

    void section(String title, ConfigDef def) {
        text.append("\n## ").append(title).append('\n');
        groups(def).forEach((group, keys) -> {
            text.append("\n### ").append(group).append("\n\n");
            text.append("| key | type | default | meaning |\n|---|---|---|---|\n");
            keys.stream()
                    .sorted(Comparator.comparingInt(key -> key.orderInGroup))
                    .forEach(key -> text.append(row(key)));
        });
    }

    private static Map<String, List<ConfigKey>> groups(ConfigDef def) {
        Map<String, List<ConfigKey>> groups = new LinkedHashMap<>();
        for (ConfigKey key : def.configKeys().values()) {
            if (!key.internalConfig) {
                String group = key.group == null ? "Other" : key.group;
                groups.computeIfAbsent(group, name -> new ArrayList<>()).add(key);
            }
        }
        return groups;
    }

    private static String row(ConfigKey key) {
        return "| `%s` | %s | %s | %s |\n"
                .formatted(key.name, key.type.toString().toLowerCase(Locale.ROOT), defaultOf(key), cell(meaning(key)));
    }

    private static String meaning(ConfigKey key) {
        String documentation = key.documentation.strip();
        if (key.validator == null || key.validator.toString().contains("@")) {
            return documentation;
        }
        return documentation + " *Valid: " + key.validator + ".*";
    }

    private static String defaultOf(ConfigKey key) {
        if (!key.hasDefault()) {
            return "**required**";
        }
        Object value = key.defaultValue;
        if (value instanceof List<?> list) {
            value = list.stream().map(String::valueOf).collect(Collectors.joining(","));
        }
        return value == null || value.toString().isEmpty() ? "–" : "`" + value + "`";
    }

    // What a table's cell must not hold.
    private static String cell(String text) {
        return text.replace("|", "\\|").replace("<", "&lt;").replace("\n", " ");
    }

    @Override
    public String toString() {
        return text.toString();
    }
}
