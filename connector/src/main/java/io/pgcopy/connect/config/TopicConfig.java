/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.config;

import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.kafka.common.config.AbstractConfig;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigDef.Importance;
import org.apache.kafka.common.config.ConfigDef.Width;
import org.apache.kafka.common.config.ConfigException;
import org.jspecify.annotations.Nullable;

/** Which topic a table's records go to: {@code topic.name.format}. */
public record TopicConfig(String format) {
    public static final String FORMAT = "topic.name.format";

    private static final List<String> PLACEHOLDERS = List.of("${database}", "${schema}", "${table}");
    private static final Pattern PLACEHOLDER = Pattern.compile("\\$\\{[^}]*}?");
    // What the broker takes in a topic's name.
    private static final Pattern ILLEGAL = Pattern.compile("[^a-zA-Z0-9._-]");
    private static final int MAX_LENGTH = 249;

    public static TopicConfig from(AbstractConfig config) {
        return new TopicConfig(config.getString(FORMAT));
    }

    /**
     * The topic of a table.
     *
     * @throws ConfigException where the name cannot be a topic's even with its illegal characters replaced
     */
    public String topic(String database, String schema, String table) {
        Matcher matcher = PLACEHOLDER.matcher(format);
        String name = matcher.replaceAll(found -> Matcher.quoteReplacement(
                switch (found.group()) {
                    case "${database}" -> database;
                    case "${schema}" -> schema;
                    default -> table;
                }));
        String topic = ILLEGAL.matcher(name).replaceAll("_");
        if (topic.length() > MAX_LENGTH || topic.equals(".") || topic.equals("..")) {
            throw new ConfigException(FORMAT + " makes " + topic + " of table " + schema + "." + table
                    + ", which is not a topic's name: at most " + MAX_LENGTH + " characters, and not just dots.");
        }
        return topic;
    }

    static void define(ConfigDef def) {
        new KeyGroup(def, "Topics")
                .add(Key.of(
                                FORMAT,
                                ConfigDef.Type.STRING,
                                "Topic name",
                                "The topic of a table's records, with ${schema}, ${table} and ${database} in it. A"
                                        + " character that a topic's name may not have becomes _. Two tables that"
                                        + " meet in one topic are refused at start.")
                        .byDefault("${schema}.${table}")
                        .valid(new FormatCheck())
                        .importance(Importance.HIGH)
                        .width(Width.LONG));
    }

    private static final class FormatCheck implements ConfigDef.Validator {
        @Override
        public void ensureValid(String key, @Nullable Object value) {
            String text = String.valueOf(value);
            if (text.isBlank()) {
                throw new ConfigException(key + " must not be empty.");
            }
            Matcher matcher = PLACEHOLDER.matcher(text);
            while (matcher.find()) {
                if (!PLACEHOLDERS.contains(matcher.group())) {
                    throw new ConfigException(key + ": " + matcher.group() + " is unknown; known are "
                            + String.join(", ", PLACEHOLDERS) + ".");
                }
            }
        }

        @Override
        public String toString() {
            return "text with " + String.join(", ", PLACEHOLDERS);
        }
    }
}
