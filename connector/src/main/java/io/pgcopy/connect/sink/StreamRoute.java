/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.sink;

import io.pgcopy.connect.db.Identifier;
import io.pgcopy.connect.db.Session;
import io.pgcopy.connect.db.SqlResource;
import io.pgcopy.connect.db.StagingStatements;
import io.pgcopy.connect.type.TableId;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.kafka.connect.sink.SinkRecord;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * How a row that is written while it arrives gets into its table: straight, or through a staging table, from
 * which the server takes it as a whole. One that is too large for a tuple is staged in several.
 *
 * @param into where the COPY goes
 * @param fromStage the statement that takes the row on from there; null where it is in its table
 * @param apart whether each of its sliced columns is staged in a tuple of its own
 */
record StreamRoute(TableId into, @Nullable String fromStage, boolean apart) {
    private static final Logger LOG = LoggerFactory.getLogger(StreamRoute.class);
    private static final String REPLACEMENT =
            SqlResource.named("replacement").where("oid = CAST(CAST(? AS pg_catalog.regclass) AS oid)");

    /**
     * Prepares the open transaction for the row.
     *
     * @param apart the columns that its own tuple has no room for
     */
    static StreamRoute of(
            Session session, TablePlan plan, SinkRecord head, @Nullable TablePlan deletes, List<String> apart) {
        WriteStrategy strategy = plan.strategy();
        Staged staged = strategy.staged(apart);
        if (staged == null) {
            return new StreamRoute(strategy.table(), null, false);
        }
        if (apart.isEmpty()
                && strategy instanceof MergeStrategy merge
                && merge.existing() == MergeStrategy.Existing.UPDATED
                && merge.written().fitTheTable()
                && deletes != null
                && replaceable(session, strategy)) {
            Batch old = new Batch(false);
            old.add(deletes, deletes.rows().row(null, head), head);
            old.runs().forEach(run -> run.strategy().write(session, run, 0, run.end()));
            return new StreamRoute(strategy.table(), null, false);
        }
        if (!apart.isEmpty()) {
            LOG.info("A large row of {} is staged in parts, since it is larger than a tuple can be", strategy.table());
        }
        Staging.begin(session, staged);
        return new StreamRoute(StagingStatements.STAGE, staged.statement(), !apart.isEmpty());
    }

    /** Ends the row, whose COPY has ended. */
    void finish(Session session) {
        if (fromStage != null) {
            session.execute(fromStage);
            session.execute(StagingStatements.DROP);
        }
    }

    // What refers to the row, fires on its delete or has columns beside it must not notice that it was away.
    private static boolean replaceable(Session session, WriteStrategy strategy) {
        Set<String> columns = new HashSet<>(strategy.columns());
        String obstacle = session.first(
                        REPLACEMENT,
                        row -> {
                            if (row.bool("referenced")) {
                                return "a foreign key refers to it";
                            }
                            if (row.bool("triggers")) {
                                return "it has triggers";
                            }
                            if (!row.bool("deletable")) {
                                return "the role has no right to delete from it";
                            }
                            return columns.containsAll(row.texts("columns"))
                                    ? ""
                                    : "it has columns that records have not";
                        },
                        Identifier.quote(strategy.table()))
                .orElse("it was not found");
        if (!obstacle.isEmpty()) {
            LOG.warn(
                    "A large row of {} is staged, since {}: the server holds its values in memory twice",
                    strategy.table(),
                    obstacle);
        }
        return obstacle.isEmpty();
    }
}
