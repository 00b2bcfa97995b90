/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.config;

import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.common.config.AbstractConfig;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigDef.Importance;
import org.apache.kafka.common.config.ConfigDef.Width;
import org.apache.kafka.common.config.ConfigException;
import org.jspecify.annotations.Nullable;

/**
 * Which table a topic's records go to, and which of their fields.
 *
 * @param tableNameFormat the rule for topics that are not in {@code topicsToTables}
 * @param topicsToTables table by topic, as written
 * @param fieldsInclude the only fields to be written; empty for all
 */
public record TargetConfig(String tableNameFormat, Map<String, String> topicsToTables, Set<String> fieldsInclude) {
    public static final String TABLE_NAME_FORMAT = "table.name.format";
    public static final String TOPICS_TO_TABLES = "topics.to.tables";
    public static final String FIELDS_INCLUDE = "fields.include";

    public TargetConfig {
        topicsToTables = Map.copyOf(topicsToTables);
        fieldsInclude = Set.copyOf(fieldsInclude);
    }

    public static TargetConfig from(AbstractConfig config) {
        return new TargetConfig(
                config.getString(TABLE_NAME_FORMAT),
                pairs(config.getList(TOPICS_TO_TABLES)),
                new LinkedHashSet<>(config.getList(FIELDS_INCLUDE)));
    }

    public static void define(ConfigDef def) {
        new KeyGroup(def, "Target")
                .add(Key.of(
                                TABLE_NAME_FORMAT,
                                ConfigDef.Type.STRING,
                                "Table name format",
                                "The table for a topic's records. ${topic} is the record's topic; ${source.schema} and"
                                        + " ${source.table} are where this connector's own source read the row. A dot"
                                        + " separates schema and table; without one the table is searched in the role's"
                                        + " current schema. Names are taken as they are written, upper and lower case"
                                        + " included; a name in double quotes may hold dots.")
                        .byDefault("${topic}")
                        .valid(new ConfigDef.NonEmptyString())
                        .importance(Importance.HIGH)
                        .width(Width.MEDIUM))
                .add(Key.of(
                                TOPICS_TO_TABLES,
                                ConfigDef.Type.LIST,
                                "Topics to tables",
                                "List of topic:schema.table. Wins over " + TABLE_NAME_FORMAT
                                        + " for the topics that it names.")
                        .byDefault(List.of())
                        .valid((name, value) -> pairs(value))
                        .width(Width.LONG))
                .add(Key.of(
                                FIELDS_INCLUDE,
                                ConfigDef.Type.LIST,
                                "Fields",
                                "The only fields of a record to be written, key fields included. Empty: all.")
                        .byDefault(List.of())
                        .importance(Importance.LOW)
                        .width(Width.LONG));
    }

    private static Map<String, String> pairs(@Nullable Object value) {
        Map<String, String> tables = new LinkedHashMap<>();
        if (value instanceof List<?> list) {
            for (Object entry : list) {
                String text = String.valueOf(entry).strip();
                int colon = text.indexOf(':');
                if (colon <= 0 || colon == text.length() - 1) {
                    throw new ConfigException(TOPICS_TO_TABLES, text, "expected topic:schema.table");
                }
                String topic = text.substring(0, colon).strip();
                String previous = tables.put(topic, text.substring(colon + 1).strip());
                if (previous != null) {
                    throw new ConfigException(TOPICS_TO_TABLES, text, "topic " + topic + " is named twice");
                }
            }
        }
        return tables;
    }
}
