/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.source;

import io.pgcopy.connect.codec.CodecOptions;
import io.pgcopy.connect.codec.CodecRegistry;
import io.pgcopy.connect.config.ColumnsConfig;
import io.pgcopy.connect.config.KeyConfig;
import io.pgcopy.connect.config.KeyException;
import io.pgcopy.connect.config.SourceConfig;
import io.pgcopy.connect.config.TypesConfig;
import io.pgcopy.connect.row.RowDecoder;
import io.pgcopy.connect.type.Column;
import io.pgcopy.connect.type.Table;
import java.util.List;
import java.util.Set;

/** How one table becomes records: which columns, which of them make the key, which topic. */
record ReadPlan(
        Table table,
        List<Column> columns,
        Set<String> largeObjects,
        List<String> keyColumns,
        String topic,
        CodecOptions options) {

    /**
     * Plans from the table as it is now.
     *
     * @throws KeyException where the configuration does not fit the table
     */
    static ReadPlan of(Table table, SourceConfig config, String database) {
        List<Column> columns = columns(table, config.columns());
        LargeObjectColumns objects = LargeObjectColumns.of(table.id(), columns, config.largeObjects());
        return new ReadPlan(
                table,
                objects.columns(),
                objects.names(),
                keyColumns(table, columns, config),
                config.topics().topic(database, table.id().schema(), table.id().name()),
                options(config.types()));
    }

    /**
     * How the table's rows become records.
     *
     * @throws org.apache.kafka.connect.errors.DataException where a column's type cannot be carried
     */
    RowDecoder decoder() {
        return RowDecoder.of(table, columns, keyColumns, CodecRegistry.of(options));
    }

    List<String> columnNames() {
        return columns.stream().map(Column::name).toList();
    }

    private static CodecOptions options(TypesConfig types) {
        return CodecOptions.ofSource(
                types.numericMode(), types.temporalMode(), types.arrayMode(), types.unknownTypeMode());
    }

    private static List<Column> columns(Table table, ColumnsConfig config) {
        List<Column> columns = table.columns().stream()
                .filter(column ->
                        config.includes(table.id().schema(), table.id().name(), column.name()))
                .toList();
        if (columns.isEmpty() && !table.columns().isEmpty()) {
            throw new KeyException(
                    narrowing(config),
                    "leaves no column of " + table.id() + " to read; to leave the table out, use tables.exclude.");
        }
        return columns;
    }

    private static List<String> keyColumns(Table table, List<Column> columns, SourceConfig config) {
        return switch (config.keys().mode()) {
            case NONE -> List.of();
            case PRIMARY_KEY -> {
                for (String name : table.primaryKey()) {
                    if (!has(columns, name)) {
                        throw new KeyException(
                                narrowing(config.columns()),
                                "takes away column " + name + ", which is part of the primary key of " + table.id()
                                        + ": read it, or set " + KeyConfig.MODE + " to none or columns.");
                    }
                }
                yield table.primaryKey();
            }
            case COLUMNS -> configured(table, columns, config.keys());
        };
    }

    // The key by which the user has taken columns away.
    private static String narrowing(ColumnsConfig config) {
        return config.exclude().isEmpty() ? ColumnsConfig.INCLUDE : ColumnsConfig.EXCLUDE;
    }

    private static List<String> configured(Table table, List<Column> columns, KeyConfig config) {
        List<String> names = config.columnsOf(table.id().schema(), table.id().name());
        if (names.isEmpty()) {
            throw new KeyException(KeyConfig.COLUMNS, "names no column for " + table.id() + ".");
        }
        for (String name : names) {
            if (!has(columns, name)) {
                throw new KeyException(
                        KeyConfig.COLUMNS,
                        "names " + name + ", which is not a column that is read of " + table.id() + ".");
            }
        }
        return names;
    }

    private static boolean has(List<Column> columns, String name) {
        return columns.stream().anyMatch(column -> column.name().equals(name));
    }
}
