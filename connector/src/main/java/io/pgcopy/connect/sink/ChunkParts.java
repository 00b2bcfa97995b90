/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.sink;

import io.pgcopy.connect.config.ChunkConfig;
import io.pgcopy.connect.metrics.SinkMetrics;

/**
 * What the partitions of a task share to put chunked rows together.
 *
 * @param ordered whether rows of one key must be written in the order in which they came
 */
record ChunkParts(
        ChunkConfig config,
        boolean ordered,
        RecordEncoder encoder,
        MainBatch main,
        BlobLanes lanes,
        ChunkMarks marks,
        ChunkReports reports,
        StreamStorage storage,
        TupleLimit tuple,
        SinkMetrics metrics) {}
