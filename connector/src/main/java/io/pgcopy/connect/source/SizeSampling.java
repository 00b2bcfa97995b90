/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.source;

import io.pgcopy.connect.catalog.CatalogReader;
import io.pgcopy.connect.catalog.HeapSize;
import io.pgcopy.connect.catalog.Relation;
import io.pgcopy.connect.db.DatabaseException;
import io.pgcopy.connect.db.MeasuredColumn;
import io.pgcopy.connect.db.ReadFrom;
import io.pgcopy.connect.db.Row;
import io.pgcopy.connect.db.SampleStatements;
import io.pgcopy.connect.db.Session;
import io.pgcopy.connect.type.BuiltIn;
import io.pgcopy.connect.type.Column;
import io.pgcopy.connect.type.Table;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Measures what a table's values take on disk and on their way, in a few blocks of it. Lengths stand in the pointers
 * to large values, so hardly any value is read for it. It takes no more than two times two seconds, and where it
 * does not succeed, the copy goes on without.
 */
final class SizeSampling {
    private static final Logger LOG = LoggerFactory.getLogger(SizeSampling.class);
    private static final double BLOCKS = 64;
    // What the COPY format adds to a row, and to each of its fields.
    private static final int ROW_BYTES = 2;
    private static final int FIELD_BYTES = 4;

    private final Session session;
    private final CatalogReader catalog;

    private record Measured(
            int number,
            long rows,
            long values,
            long stored,
            long sent,
            long storedOfSent,
            long largest,
            long compressed) {
        static Measured of(Row row) {
            return new Measured(
                    row.int4("number"),
                    row.int8("row_count"),
                    row.int8("value_count"),
                    row.int8("stored"),
                    row.int8("sent"),
                    row.int8("stored_of_sent"),
                    row.int8("largest"),
                    row.int8("compressed"));
        }

        /** Of all values, as those that were looked at. */
        long allSent() {
            return storedOfSent == 0 ? stored : Math.round((double) stored / storedOfSent * sent);
        }
    }

    SizeSampling(Session session, CatalogReader catalog) {
        this.session = session;
        this.catalog = catalog;
    }

    /** Empty where nothing can be known: of a view, a foreign table, a table that has no rows in the blocks looked at. */
    Optional<TableSizes> measure(Relation relation, ReadFrom from, ReadPlan plan) {
        if (relation.kind() == Table.Kind.VIEW || relation.kind() == Table.Kind.FOREIGN) {
            return Optional.empty();
        }
        session.execute(SampleStatements.BEGIN);
        try {
            return sample(catalog.heap(relation, from.only()), from, plan);
        } catch (DatabaseException e) {
            LOG.info("{}: sizes of values are not known: {}", from.table(), e.getMessage());
            return Optional.empty();
        } finally {
            session.execute(SampleStatements.END);
        }
    }

    private Optional<TableSizes> sample(HeapSize heap, ReadFrom from, ReadPlan plan) {
        List<MeasuredColumn> columns = new ArrayList<>();
        List<String> others = new ArrayList<>();
        for (Column column : plan.columns()) {
            Optional<BuiltIn> type = column.type().builtIn().filter(MeasuredColumn::can);
            type.ifPresentOrElse(
                    known -> columns.add(new MeasuredColumn(column.name(), known)), () -> others.add(column.name()));
        }
        double percent = heap.blocks() <= BLOCKS ? 100 : 100 * BLOCKS / heap.blocks();
        List<Measured> measured = session.query(SampleStatements.measure(from, percent, columns, others), Measured::of);
        if (measured.isEmpty()) {
            return Optional.empty();
        }
        // Of a table that was not analysed, or that is read in part, the sample tells how many rows there are.
        boolean counted = percent < 100 && heap.rows() > 0 && from.apart().isEmpty();
        long sampled = measured.get(0).rows();
        long rows = counted ? heap.rows() : Math.round(sampled * 100 / percent);
        long bytes = measured.stream().mapToLong(Measured::allSent).sum();
        long stored = measured.stream().mapToLong(Measured::stored).sum();
        long frame = ROW_BYTES + (long) FIELD_BYTES * plan.columns().size();
        return Optional.of(new TableSizes(
                rows,
                rows * frame + Math.round((double) bytes / sampled * rows),
                stored == 0 ? 1 : (double) bytes / stored,
                sizes(measured, columns)));
    }

    private static List<ColumnSizes> sizes(List<Measured> measured, List<MeasuredColumn> columns) {
        List<ColumnSizes> sizes = new ArrayList<>();
        for (Measured one : measured) {
            if (one.number > 0) {
                sizes.add(new ColumnSizes(
                        columns.get(one.number - 1).name(),
                        one.values,
                        one.stored,
                        one.allSent(),
                        one.largest,
                        one.compressed));
            }
        }
        return sizes;
    }
}
