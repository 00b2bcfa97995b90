/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.source;

import io.pgcopy.connect.catalog.CatalogReader;
import io.pgcopy.connect.catalog.Relation;
import io.pgcopy.connect.config.LargeValueConfig;
import io.pgcopy.connect.config.SourceConfig;
import io.pgcopy.connect.copy.CopyStreamReader;
import io.pgcopy.connect.db.CopyOutChannel;
import io.pgcopy.connect.db.Session;
import io.pgcopy.connect.metrics.SourceMetrics;
import io.pgcopy.connect.row.RowDecoder;
import io.pgcopy.connect.type.Table;
import java.util.Optional;

/** Begins the reading of a split: transaction, lock, snapshot, plan, COPY; in this order. */
final class SplitOpening {
    private final SourceConfig config;
    private final String database;
    private final String connector;
    private final SourceMetrics metrics;

    /** @param connector its name */
    SplitOpening(SourceConfig config, String connector, SourceMetrics metrics) {
        this.config = config;
        this.database = config.connection().database();
        this.connector = connector;
        this.metrics = metrics;
    }

    /**
     * The reader is to be closed before the transaction is ended.
     *
     * @param epoch higher than at any earlier attempt at the split
     */
    TableReader open(Session session, TableSplit split, long epoch) {
        CatalogReader catalog = new CatalogReader(session);
        Relation relation = new SplitLock(session, catalog).take(split);
        Table table = catalog.table(relation);
        ReadPlan plan = ReadPlan.of(table, config, database);
        Optional<TableSizes> sizes = new SizeSampling(session, catalog).measure(relation, split.rows(), plan);
        new SizeReport(metrics, config.largeValues()).tell(split, plan, sizes);
        LargeValueConfig large = config.largeValues();
        boolean chunked = large.mode() == LargeValueConfig.Mode.CHUNK;
        RowDecoder decoder = plan.decoder();
        LargeColumns columns = chunked ? LargeColumns.of(decoder, plan.keyColumns()) : LargeColumns.NONE;
        CopyOutChannel channel =
                session.copyOut(columns.copyOut(split.rows(), decoder, plan.largeObjects(), large), split.table());
        CopyStreamReader tuples = new CopyStreamReader(channel::next);
        RecordSize size = new RecordSize(large, decoder.valueSchema(), decoder.keySchema());
        RecordLimit limit = new RecordLimit(plan, large, size, metrics);
        RowStream rows = chunked
                ? new SlicedRows(tuples, decoder, new ChunkPlan(columns, limit, number(split), epoch, metrics))
                : new PlainRows(tuples, decoder, limit);
        SplitOffsets offsets = SplitOffsets.of(database, split, config.runs().id(), chunked ? epoch : 0);
        return new TableReader(split.toString(), plan.topic(), channel, rows, offsets);
    }

    /**
     * Names the split in its slices' headers: the same at each attempt, another one for another split. What else may
     * feed the topic is another connector, or one of that name in another cluster with another server: databases of
     * several servers often have one name.
     */
    int number(TableSplit split) {
        return SplitNumber.of(connector, config.connection().servers(), SourceOffset.partition(database, split));
    }
}
