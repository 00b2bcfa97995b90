/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.source;

import io.pgcopy.connect.catalog.CatalogReader;
import io.pgcopy.connect.catalog.Relation;
import io.pgcopy.connect.config.ColumnsConfig;
import io.pgcopy.connect.config.ConnectionConfig;
import io.pgcopy.connect.config.KeyConfig;
import io.pgcopy.connect.config.LargeObjectsConfig;
import io.pgcopy.connect.config.SourceConfig;
import io.pgcopy.connect.config.TablesConfig;
import io.pgcopy.connect.config.Validation;
import io.pgcopy.connect.db.DatabaseException;
import io.pgcopy.connect.db.ReadStatements;
import io.pgcopy.connect.db.Session;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.common.config.Config;

/** Tells all that is wrong with a configuration, each problem on its key, by a short look at the database. */
final class SourceValidation {
    // The columns of more are a longer list than anybody reads.
    private static final int MOST_TABLES = 100;

    private final Validation validation;
    private final Map<String, String> properties;

    private SourceValidation(Map<String, String> properties) {
        this.properties = properties;
        this.validation = SourceConfig.validate(properties);
    }

    static Config of(Map<String, String> properties) {
        SourceValidation source = new SourceValidation(properties);
        source.validation.connection().ifPresent(source::checkDatabase);
        return source.validation.result();
    }

    private void checkDatabase(ConnectionConfig connection) {
        try (Session session = SourceSessions.factory(connection).open(SourceSessions.name(properties))) {
            session.execute(ReadStatements.SHORT_LOOK);
            checkTables(new CatalogReader(session));
            session.rollback();
        } catch (DatabaseException e) {
            validation.problem(keyOf(e), "does not work: " + e.getMessage());
        }
    }

    private void checkTables(CatalogReader catalog) {
        List<Relation> relations = catalog.relations();
        validation.recommend(
                TablesConfig.TABLES,
                relations.stream()
                        .filter(relation -> relation.maySelectSome() && !relation.temporary() && !relation.partition())
                        .map(relation -> SourceNames.quoted(relation.id()))
                        .toList());
        Optional<TablesConfig> tables = validation.tables();
        if (tables.isEmpty()) {
            return;
        }
        boolean complete = validation.valid();
        TableSelection.Result selection = TableSelection.of(relations, tables.get());
        recommendColumns(catalog, selection.tables());
        selection.problems().forEach(this::tell);
        if (complete) {
            SourcePlan.problems(catalog, selection.tables(), SourceConfig.from(properties))
                    .forEach(this::tell);
        }
    }

    private void recommendColumns(CatalogReader catalog, List<SelectedTable> tables) {
        List<Relation> readable = tables.stream()
                .map(SelectedTable::relation)
                .filter(Relation::maySelectSome)
                .limit(MOST_TABLES)
                .toList();
        List<String> names = catalog.tables(readable).stream()
                .flatMap(table -> table.columns().stream()
                        .map(column -> SourceNames.quoted(table.id()) + "." + SourceNames.quoted(column.name())))
                .toList();
        for (String key :
                List.of(ColumnsConfig.INCLUDE, ColumnsConfig.EXCLUDE, KeyConfig.COLUMNS, LargeObjectsConfig.COLUMNS)) {
            validation.recommend(key, names);
        }
    }

    private void tell(Problem problem) {
        validation.problem(problem.key(), problem.text());
    }

    private static String keyOf(DatabaseException e) {
        return switch (e.sqlState()) {
            // 08004: the server wants a password and none is set.
            case "28P01", "08004" -> ConnectionConfig.PASSWORD;
            case "28000" -> ConnectionConfig.USER;
            case "42501" -> TablesConfig.TABLES;
            default -> ConnectionConfig.URL;
        };
    }
}
