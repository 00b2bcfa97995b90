/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.config;

import java.util.List;
import org.apache.kafka.common.config.AbstractConfig;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigDef.Importance;
import org.apache.kafka.common.config.ConfigDef.Width;

/** Which columns hold the number of a large object whose bytes are read in its place. */
public record LargeObjectsConfig(Mode mode, List<NamePattern> columns) {
    public static final String MODE = "large.objects";
    public static final String COLUMNS = "large.object.columns";

    /** What stands for a large object in a record. */
    public enum Mode {
        OID,
        LO
    }

    public LargeObjectsConfig {
        if (mode == Mode.LO && columns.isEmpty()) {
            throw new KeyException(
                    COLUMNS, "must name the columns whose large objects are read, since " + MODE + " is lo.");
        }
        if (mode == Mode.OID && !columns.isEmpty()) {
            throw new KeyException(COLUMNS, "has no meaning unless " + MODE + " is lo.");
        }
        columns = List.copyOf(columns);
    }

    public static LargeObjectsConfig from(AbstractConfig config) {
        return new LargeObjectsConfig(Choice.read(config, MODE, Mode.class), NameList.read(config, COLUMNS));
    }

    /** Whether the bytes of the column's large objects are read. */
    public boolean reads(String schema, String table, String column) {
        return columns.stream().anyMatch(pattern -> pattern.matches(schema, table, column));
    }

    /** Whether the column is named by more than a glob. */
    public boolean names(String schema, String table, String column) {
        return columns.stream().anyMatch(pattern -> !pattern.glob() && pattern.matches(schema, table, column));
    }

    static void define(ConfigDef def) {
        new KeyGroup(def, "Large objects")
                .add(Key.choice(
                                MODE,
                                Choice.namesOf(Mode.class),
                                "Large objects",
                                "What a column of type oid or lo carries. oid: the number that is in it. lo: the bytes of"
                                        + " the large object with that number, for the columns named in"
                                        + " large.object.columns; the role needs SELECT on the objects.")
                        .byDefault("oid")
                        .dependents(COLUMNS)
                        .importance(Importance.LOW))
                .add(Key.of(
                                COLUMNS,
                                ConfigDef.Type.LIST,
                                "Large object columns",
                                "With large.objects=lo: the columns, as a list of schema.table.column written as in SQL,"
                                        + " with * and ? in unquoted names.")
                        .byDefault("")
                        .valid(NameList.of("schema.table.column"))
                        .shownWith(MODE, "lo")
                        .importance(Importance.LOW)
                        .width(Width.LONG));
    }
}
