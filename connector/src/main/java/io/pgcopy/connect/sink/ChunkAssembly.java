/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.sink;

import io.pgcopy.connect.blob.BlobBudget;
import io.pgcopy.connect.blob.BlobLimits;
import io.pgcopy.connect.config.ChunkConfig;
import io.pgcopy.connect.config.SinkConfig;
import io.pgcopy.connect.config.WriteConfig.InsertMode;
import io.pgcopy.connect.metrics.SinkMetrics;
import java.util.function.IntFunction;
import org.apache.kafka.connect.sink.ErrantRecordReporter;
import org.jspecify.annotations.Nullable;

/**
 * Builds the parts of a task that put chunked rows together.
 *
 * @param connection makes the connection of a stream, by its number
 */
record ChunkAssembly(
        SinkConfig config,
        RecordEncoder encoder,
        ChunkMarks marks,
        IntFunction<TargetConnection> connection,
        @Nullable ErrantRecordReporter reporter,
        StreamStorage storage,
        TupleLimit tuple,
        String name,
        SinkMetrics metrics) {

    ChunkedRows rows(MainBatch main) {
        ChunkConfig chunks = config.chunks();
        BlobLimits limits = new BlobLimits(
                Math.min(chunks.rowBytes(), tuple.bytes()),
                chunks.bufferBytes(),
                chunks.streams(),
                chunks.stall().toMillis(),
                chunks.incomplete().toMillis());
        BlobBudget budget = new BlobBudget(limits);
        BlobLanes lanes =
                new BlobLanes(chunks.streams(), connection, config.flush().timeout(), config.retry(), budget, name);
        boolean ordered = config.write().insertMode() != InsertMode.INSERT
                || config.write().deleteEnabled();
        ChunkReports reports =
                new ChunkReports(reporter, config.errors(), config.flush().timeout(), metrics);
        return new ChunkedRows(
                limits,
                budget,
                new ChunkParts(chunks, ordered, encoder, main, lanes, marks, reports, storage, tuple, metrics));
    }
}
