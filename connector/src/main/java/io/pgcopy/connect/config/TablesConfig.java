/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.config;

import java.util.List;
import org.apache.kafka.common.config.AbstractConfig;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigDef.Importance;
import org.apache.kafka.common.config.ConfigDef.Width;

/** Which tables are read: {@code tables} and {@code tables.exclude}. */
public record TablesConfig(List<NamePattern> include, List<NamePattern> exclude) {
    public static final String TABLES = "tables";
    public static final String EXCLUDE = "tables.exclude";

    public TablesConfig {
        if (include.isEmpty()) {
            throw new KeyException(TABLES, "must name at least one table, like sales.orders or sales.*.");
        }
        include = List.copyOf(include);
        exclude = List.copyOf(exclude);
    }

    public static TablesConfig from(AbstractConfig config) {
        return new TablesConfig(NameList.read(config, TABLES), NameList.read(config, EXCLUDE));
    }

    public boolean excludes(String schema, String table) {
        return exclude.stream().anyMatch(pattern -> pattern.matches(schema, table));
    }

    static void define(ConfigDef def) {
        new KeyGroup(def, "Tables")
                .add(Key.of(
                                TABLES,
                                ConfigDef.Type.LIST,
                                "Tables",
                                "Tables, partitioned tables, views, materialized views and foreign tables to read, as a"
                                        + " list of schema.table. Names are written as in SQL: without quotes they are"
                                        + " folded to lower case and may hold * and ?; in double quotes they are taken"
                                        + " as they are. Each name must match something that the role may read.")
                        .valid(NameList.of("schema.table"))
                        .importance(Importance.HIGH)
                        .width(Width.LONG))
                .add(Key.of(
                                EXCLUDE,
                                ConfigDef.Type.LIST,
                                "Tables left out",
                                "Tables that are not read although tables names them, in the same form. Their"
                                        + " rows are not read through a parent or a partition either. A name without *"
                                        + " and ? must match something.")
                        .byDefault("")
                        .valid(NameList.of("schema.table"))
                        .width(Width.LONG));
    }
}
