/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.config;

import java.util.List;
import org.apache.kafka.common.config.AbstractConfig;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigDef.Importance;
import org.apache.kafka.common.config.ConfigDef.Width;

/** Which columns of the tables are read: {@code columns.include} and {@code columns.exclude}. */
public record ColumnsConfig(List<NamePattern> include, List<NamePattern> exclude) {
    public static final String INCLUDE = "columns.include";
    public static final String EXCLUDE = "columns.exclude";

    public ColumnsConfig {
        include = List.copyOf(include);
        exclude = List.copyOf(exclude);
    }

    public static ColumnsConfig from(AbstractConfig config) {
        return new ColumnsConfig(NameList.read(config, INCLUDE), NameList.read(config, EXCLUDE));
    }

    /** A table that no pattern of {@code columns.include} speaks of keeps all its columns. */
    public boolean includes(String schema, String table, String column) {
        boolean spokenOf = include.stream().anyMatch(pattern -> pattern.startMatches(schema, table));
        boolean included = !spokenOf || include.stream().anyMatch(pattern -> pattern.matches(schema, table, column));
        return included && exclude.stream().noneMatch(pattern -> pattern.matches(schema, table, column));
    }

    static void define(ConfigDef def) {
        new KeyGroup(def, "Columns")
                .add(Key.of(
                                INCLUDE,
                                ConfigDef.Type.LIST,
                                "Columns",
                                "Columns to read, as a list of schema.table.column written as in SQL, with * and ? in"
                                        + " unquoted names. A table that none of them speaks of is read with all its"
                                        + " columns. A name without * and ? must be a column of a table that is read.")
                        .byDefault("")
                        .valid(NameList.of("schema.table.column"))
                        .importance(Importance.LOW)
                        .width(Width.LONG))
                .add(Key.of(
                                EXCLUDE,
                                ConfigDef.Type.LIST,
                                "Columns left out",
                                "Columns that are not read, in the same form. Wins over columns.include.")
                        .byDefault("")
                        .valid(NameList.of("schema.table.column"))
                        .importance(Importance.LOW)
                        .width(Width.LONG));
    }
}
