/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.source;

import io.pgcopy.connect.catalog.CatalogReader;
import io.pgcopy.connect.catalog.Relation;
import io.pgcopy.connect.config.ColumnsConfig;
import io.pgcopy.connect.config.KeyConfig;
import io.pgcopy.connect.config.KeyException;
import io.pgcopy.connect.config.SourceConfig;
import io.pgcopy.connect.config.TablesConfig;
import io.pgcopy.connect.config.TopicConfig;
import io.pgcopy.connect.db.Session;
import io.pgcopy.connect.type.Table;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.connect.errors.ConnectException;
import org.apache.kafka.connect.errors.DataException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Brings configuration and database together, and finds all that does not fit before a row is read. */
final class SourcePlan {
    private static final Logger LOG = LoggerFactory.getLogger(SourcePlan.class);

    private final CatalogReader catalog;
    private final SourceConfig config;
    private final List<Problem> problems = new ArrayList<>();
    private final List<ReadPlan> plans = new ArrayList<>();

    private SourcePlan(CatalogReader catalog, SourceConfig config) {
        this.catalog = catalog;
        this.config = config;
    }

    /** All problems that the tables which the configuration selects would have. */
    static List<Problem> problems(CatalogReader catalog, List<SelectedTable> tables, SourceConfig config) {
        SourcePlan plan = new SourcePlan(catalog, config);
        plan.check(tables);
        return plan.problems;
    }

    /**
     * The splits of all selected tables.
     *
     * @throws ConnectException telling all problems
     */
    static List<SizedSplit> splits(SourceConfig config, String name) {
        try (Session session = SourceSessions.factory(config.connection())
                .open(name, config.connection().attempts(), config.connection().backoff())) {
            CatalogReader catalog = new CatalogReader(session);
            TableSelection.Result selection = TableSelection.of(catalog.relations(), config.tables());
            SourcePlan plan = new SourcePlan(catalog, config);
            plan.problems.addAll(selection.problems());
            plan.check(selection.tables()).warnOfIdlePatterns();
            if (!plan.problems.isEmpty()) {
                throw new ConnectException(
                        plan.problems.stream().map(Problem::toString).collect(Collectors.joining(" ")));
            }
            plan.logKeyless();
            return plan.sized(session, selection.tables());
        }
    }

    private List<SizedSplit> sized(Session session, List<SelectedTable> tables) {
        List<SizedSplit> onDisk = SplitPlanner.plan(
                tables,
                catalog.sizes(tables.stream().map(SelectedTable::relation).toList()));
        // Without problems there is a plan for each table.
        return tables.size() < 2 ? onDisk : new SentSizes(session, catalog, System::nanoTime).of(tables, plans, onDisk);
    }

    private ConfiguredColumns check(List<SelectedTable> tables) {
        List<Relation> relations = tables.stream().map(SelectedTable::relation).toList();
        List<Table> described = catalog.tables(relations);
        for (int i = 0; i < relations.size(); i++) {
            Relation relation = relations.get(i);
            // What is wrong with the others has been told.
            if (relation.maySelectSome() && !relation.temporary()) {
                check(relation, described.get(i));
            }
        }
        checkTopics();
        ConfiguredColumns columns = new ConfiguredColumns(config, described);
        problems.addAll(columns.problems());
        return columns;
    }

    private void check(Relation relation, Table table) {
        try {
            ReadPlan plan = ReadPlan.of(table, config, config.connection().database());
            plans.add(plan);
            checkColumnRights(relation, plan);
            plan.decoder();
        } catch (KeyException e) {
            problems.add(new Problem(e.key(), e.problem()));
        } catch (ConfigException e) {
            problems.add(new Problem(TopicConfig.FORMAT, "cannot be applied: " + e.getMessage()));
        } catch (DataException e) {
            problems.add(new Problem(
                    ColumnsConfig.EXCLUDE, "does not name a column that cannot be read: " + e.getMessage() + "."));
        }
    }

    private void checkColumnRights(Relation relation, ReadPlan plan) {
        if (relation.maySelect()) {
            return;
        }
        List<String> forbidden = catalog.unreadableColumns(relation).stream()
                .filter(plan.columnNames()::contains)
                .toList();
        if (!forbidden.isEmpty()) {
            problems.add(new Problem(
                    TablesConfig.TABLES,
                    "names " + relation.id() + ", of which the role may not read " + String.join(", ", forbidden)
                            + ": GRANT SELECT on these columns to it, or add them to " + ColumnsConfig.EXCLUDE + "."));
        }
    }

    private void checkTopics() {
        Map<String, ReadPlan> first = new HashMap<>();
        for (ReadPlan plan : plans) {
            // A broker refuses a topic that differs from another only in dots and underscores.
            ReadPlan other = first.putIfAbsent(plan.topic().replace('.', '_'), plan);
            if (other != null) {
                problems.add(new Problem(
                        TopicConfig.FORMAT,
                        "sends " + other.table().id() + " to topic " + other.topic() + " and "
                                + plan.table().id()
                                + " to topic " + plan.topic() + ", which a broker takes for the same: change it,"
                                + " or read one of them by another connector."));
            }
        }
    }

    private void logKeyless() {
        if (config.keys().mode() != KeyConfig.Mode.PRIMARY_KEY) {
            return;
        }
        String keyless = plans.stream()
                .filter(plan -> plan.keyColumns().isEmpty())
                .map(plan -> plan.table().id().toString())
                .collect(Collectors.joining(", "));
        if (!keyless.isEmpty()) {
            LOG.info("No primary key, so records without a key: {}", keyless);
        }
    }
}
