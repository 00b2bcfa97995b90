/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.config;

import java.util.List;
import org.apache.kafka.common.config.AbstractConfig;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigDef.Width;

/** What a record's key is made of: {@code key.mode} and {@code key.columns}. */
public record KeyConfig(Mode mode, List<NamePattern> columns) {
    public static final String MODE = "key.mode";
    public static final String COLUMNS = "key.columns";

    /** Where the key's columns come from. */
    public enum Mode {
        PRIMARY_KEY,
        COLUMNS,
        NONE
    }

    public KeyConfig {
        if (mode == Mode.COLUMNS && columns.isEmpty()) {
            throw new KeyException(COLUMNS, "must name the key's columns, since " + MODE + " is columns.");
        }
        if (mode != Mode.COLUMNS && !columns.isEmpty()) {
            throw new KeyException(COLUMNS, "has no meaning unless " + MODE + " is columns.");
        }
        columns = List.copyOf(columns);
    }

    public static KeyConfig from(AbstractConfig config) {
        return new KeyConfig(Choice.read(config, MODE, Mode.class), NameList.read(config, COLUMNS));
    }

    /** Names of the key's columns in a table, as configured; those given for the table itself win. */
    public List<String> columnsOf(String schema, String table) {
        List<String> own = columns.stream()
                .filter(name -> name.parts() == 3 && name.startMatches(schema, table))
                .map(name -> name.part(2))
                .toList();
        return own.isEmpty()
                ? columns.stream()
                        .filter(name -> name.parts() == 1)
                        .map(name -> name.part(0))
                        .toList()
                : own;
    }

    /** Those that are given for one table. */
    public List<NamePattern> ofOneTable() {
        return columns.stream().filter(name -> name.parts() == 3).toList();
    }

    static void define(ConfigDef def) {
        new KeyGroup(def, "Record key")
                .add(Key.choice(
                                MODE,
                                Choice.namesOf(Mode.class),
                                "Key from",
                                "What a record's key is made of: the table's primary_key (a table without one gets"
                                        + " records without a key), the columns named in key.columns, or none.")
                        .byDefault("primary_key")
                        .dependents(COLUMNS))
                .add(Key.of(
                                COLUMNS,
                                ConfigDef.Type.LIST,
                                "Key columns",
                                "With key.mode=columns: the key's columns in order, for all tables as column or for"
                                        + " one table as schema.table.column, written as in SQL.")
                        .byDefault("")
                        .valid(NameList.withoutGlobs("column", "schema.table.column"))
                        .shownWith(MODE, "columns")
                        .width(Width.LONG));
    }
}
