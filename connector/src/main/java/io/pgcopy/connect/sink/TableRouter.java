/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.sink;

import io.pgcopy.connect.config.TargetConfig;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.errors.DataException;
import org.jspecify.annotations.Nullable;

/** Decides by topic and schema which table a record goes to. */
final class TableRouter {
    private static final String TOPIC = "${topic}";
    private static final String SOURCE_SCHEMA = "${source.schema}";
    private static final String SOURCE_TABLE = "${source.table}";
    private static final String SCHEMA_PARAMETER = "io.pgcopy.schema";
    private static final String TABLE_PARAMETER = "io.pgcopy.table";

    private final String format;
    private final Map<String, TargetName> named = new HashMap<>();

    TableRouter(TargetConfig config) {
        this.format = config.tableNameFormat();
        config.topicsToTables().forEach((topic, table) -> named.put(topic, TargetName.parse(table)));
    }

    /** The table of a record with this topic, as transformations left it, and this value schema. */
    TargetName route(String topic, @Nullable Schema schema) {
        TargetName table = named.get(topic);
        if (table != null) {
            return table;
        }
        String name = format.replace(TOPIC, topic);
        if (name.contains(SOURCE_SCHEMA) || name.contains(SOURCE_TABLE)) {
            name = name.replace(SOURCE_SCHEMA, quoted(parameter(schema, SCHEMA_PARAMETER)))
                    .replace(SOURCE_TABLE, quoted(parameter(schema, TABLE_PARAMETER)));
        }
        return TargetName.parse(name);
    }

    /** The table of a topic, where it can be told before any record is seen. */
    Optional<TargetName> route(String topic) {
        boolean known = named.containsKey(topic) || !(format.contains(SOURCE_SCHEMA) || format.contains(SOURCE_TABLE));
        return known ? Optional.of(route(topic, null)) : Optional.empty();
    }

    private static String quoted(String name) {
        return '"' + name.replace("\"", "\"\"") + '"';
    }

    private static String parameter(@Nullable Schema schema, String name) {
        Map<String, String> parameters = schema == null ? null : schema.parameters();
        String value = parameters == null ? null : parameters.get(name);
        if (value == null) {
            throw new DataException("record's schema does not say which table it was read from (parameter " + name
                    + "), which " + TargetConfig.TABLE_NAME_FORMAT + " asks for: use ${topic} there, or name the topic"
                    + " in " + TargetConfig.TOPICS_TO_TABLES);
        }
        return value;
    }
}
