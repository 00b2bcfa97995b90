/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.source;

import io.pgcopy.connect.catalog.CatalogReader;
import io.pgcopy.connect.db.DatabaseException;
import io.pgcopy.connect.db.MeasuredColumn;
import io.pgcopy.connect.db.SampleStatements;
import io.pgcopy.connect.db.Session;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What there is to read of tables whose values may be compressed: more than they take on disk. Only the largest
 * are looked at, each in a transaction of its own and a few of its blocks, and all together for no longer than a
 * start may take; of the others what is on disk counts.
 */
final class SentSizes {
    private static final Logger LOG = LoggerFactory.getLogger(SentSizes.class);
    private static final int MOST_TABLES = 50;
    private static final Duration MOST_TIME = Duration.ofSeconds(10);

    private final Session session;
    private final SizeSampling sampling;
    private final LongSupplier nanoTime;

    SentSizes(Session session, CatalogReader catalog, LongSupplier nanoTime) {
        this.session = session;
        this.sampling = new SizeSampling(session, catalog);
        this.nanoTime = nanoTime;
    }

    /**
     * The splits with what is sent of them.
     *
     * @param onDisk the tables' splits, one a table, in the order of the others
     */
    List<SizedSplit> of(List<SelectedTable> tables, List<ReadPlan> plans, List<SizedSplit> onDisk) {
        List<SizedSplit> sent = new ArrayList<>(onDisk);
        long start = nanoTime.getAsLong();
        int looked = 0;
        try {
            for (int i : largest(plans, onDisk)) {
                if (nanoTime.getAsLong() - start > MOST_TIME.toNanos()) {
                    LOG.info("Sizes of values were looked at in {} tables; of the others the disk counts", looked);
                    break;
                }
                SizedSplit split = onDisk.get(i);
                sent.set(
                        i,
                        new SizedSplit(split.split(), Math.round(split.bytes() * growth(tables.get(i), plans.get(i)))));
                looked++;
            }
        } catch (DatabaseException e) {
            LOG.info("Sizes of values are not known, so tables are spread by disk: {}", e.getMessage());
            return onDisk;
        }
        return sent;
    }

    private static List<Integer> largest(List<ReadPlan> plans, List<SizedSplit> onDisk) {
        List<Integer> order = new ArrayList<>();
        for (int i = 0; i < onDisk.size(); i++) {
            if (onDisk.get(i).bytes() > 0 && mayGrow(plans.get(i))) {
                order.add(i);
            }
        }
        order.sort(
                Comparator.comparingLong((Integer i) -> onDisk.get(i).bytes()).reversed());
        return order.subList(0, Math.min(MOST_TABLES, order.size()));
    }

    private static boolean mayGrow(ReadPlan plan) {
        return plan.columns().stream()
                .anyMatch(column ->
                        column.type().builtIn().filter(MeasuredColumn::can).isPresent());
    }

    // Never less than the disk: dead rows and what is around the rows are read by the server, too.
    private double growth(SelectedTable table, ReadPlan plan) {
        session.execute(SampleStatements.LOOK);
        try {
            return sampling.measure(table.relation(), table.rows(), plan)
                    .map(sizes -> Math.max(1, sizes.growth()))
                    .orElse(1.0);
        } finally {
            session.rollback();
        }
    }
}
