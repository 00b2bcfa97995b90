/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.source;

import io.pgcopy.connect.config.LargeValueConfig;
import io.pgcopy.connect.metrics.SourceMetrics;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Says in the log and in JMX what there is to read of a split, and what the storage of its values means for that. */
final class SizeReport {
    private static final Logger LOG = LoggerFactory.getLogger(SizeReport.class);

    private final SourceMetrics metrics;
    private final LargeValueConfig large;

    SizeReport(SourceMetrics metrics, LargeValueConfig large) {
        this.metrics = metrics;
        this.large = large;
    }

    void tell(TableSplit split, ReadPlan plan, Optional<TableSizes> measured) {
        if (measured.isEmpty()) {
            long stored = plan.table().bytes();
            LOG.info("Reading {}, {} bytes on disk", split, stored);
            metrics.expect(split.toString(), stored);
            return;
        }
        TableSizes sizes = measured.get();
        LOG.info(
                "Reading {}, about {} bytes in {} rows, {} bytes on disk",
                split,
                sizes.bytes(),
                sizes.rows(),
                plan.table().bytes());
        metrics.expect(
                split.toString(),
                sizes.bytes()
                        + sizes.rows() * TableReader.overhead(plan.columns().size()));
        for (ColumnSizes column : sizes.columns()) {
            tell(split, plan, column);
        }
    }

    private void tell(TableSplit split, ReadPlan plan, ColumnSizes column) {
        String table = split.table().toString();
        metrics.columns().show(table, column.column(), column.metric());
        if (column.isLarge()) {
            LOG.info("Sizes of {}.{}: {}", table, column.column(), column.finding(sliceBytes(plan, column.column())));
        }
    }

    // Values of bytea alone are cut by the server.
    private long sliceBytes(ReadPlan plan, String column) {
        if (large.mode() != LargeValueConfig.Mode.CHUNK) {
            return 0;
        }
        LargeColumns columns = LargeColumns.of(plan.decoder(), plan.keyColumns());
        return columns.inServer().contains(column)
                ? large.valueBytes(columns.inServer().size())
                : 0;
    }
}
