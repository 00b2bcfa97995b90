/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.source;

import io.pgcopy.connect.config.ColumnsConfig;
import io.pgcopy.connect.config.KeyConfig;
import io.pgcopy.connect.config.LargeObjectsConfig;
import io.pgcopy.connect.config.NamePattern;
import io.pgcopy.connect.config.SourceConfig;
import io.pgcopy.connect.type.Table;
import io.pgcopy.connect.type.TableId;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The columns that the configuration names, beside those that there are: a misspelt name in {@code
 * columns.exclude} would copy what it is to keep back.
 */
final class ConfiguredColumns {
    private static final Logger LOG = LoggerFactory.getLogger(ConfiguredColumns.class);

    private final SourceConfig config;
    private final List<Table> tables;

    /** @param tables all that are selected, with all their columns */
    ConfiguredColumns(SourceConfig config, List<Table> tables) {
        this.config = config;
        this.tables = tables;
    }

    /** A problem for each name that is no column of any of the tables. */
    List<Problem> problems() {
        List<Problem> problems = new ArrayList<>();
        check(ColumnsConfig.INCLUDE, config.columns().include(), problems);
        check(ColumnsConfig.EXCLUDE, config.columns().exclude(), problems);
        check(LargeObjectsConfig.COLUMNS, config.largeObjects().columns(), problems);
        check(KeyConfig.COLUMNS, config.keys().ofOneTable(), problems);
        return problems;
    }

    /** Patterns may be meant for what is still to come, so they are only told of. */
    void warnOfIdlePatterns() {
        warn(ColumnsConfig.INCLUDE, config.columns().include());
        warn(ColumnsConfig.EXCLUDE, config.columns().exclude());
        warn(LargeObjectsConfig.COLUMNS, config.largeObjects().columns());
    }

    private void check(String key, List<NamePattern> patterns, List<Problem> problems) {
        for (NamePattern pattern : patterns) {
            if (!pattern.glob() && !matches(pattern)) {
                problems.add(new Problem(key, "names " + pattern + ", " + reason(pattern)));
            }
        }
    }

    private void warn(String key, List<NamePattern> patterns) {
        for (NamePattern pattern : patterns) {
            if (pattern.glob() && !matches(pattern)) {
                LOG.warn("{} names {}, which matches no column of a table that is read", key, pattern);
            }
        }
    }

    private boolean matches(NamePattern pattern) {
        return tables.stream().anyMatch(table -> table.columns().stream()
                .anyMatch(column ->
                        pattern.matches(table.id().schema(), table.id().name(), column.name())));
    }

    private String reason(NamePattern pattern) {
        Optional<Table> meant = tables.stream()
                .filter(table ->
                        pattern.startMatches(table.id().schema(), table.id().name()))
                .findFirst();
        String reason = meant.isEmpty()
                ? "but no such table is among those that are read."
                : "but " + meant.get().id() + " has no such column.";
        return reason
                + alike(pattern)
                        .map(name -> " There is " + name + ": write names with upper case in double quotes.")
                        .orElse("");
    }

    private Optional<String> alike(NamePattern pattern) {
        return tables.stream()
                .flatMap(table -> table.columns().stream()
                        .filter(column -> almostMatches(pattern, table.id(), column.name()))
                        .map(column -> SourceNames.quoted(table.id()) + "." + SourceNames.quoted(column.name())))
                .findFirst();
    }

    private static boolean almostMatches(NamePattern pattern, TableId table, String column) {
        return pattern.almostMatches(table.schema(), table.name(), column);
    }
}
