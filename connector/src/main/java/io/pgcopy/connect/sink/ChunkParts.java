/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.sink;

import io.pgcopy.connect.config.ChunkConfig;
import java.util.concurrent.atomic.AtomicLong;

/**
 * What the partitions of a task share to put chunked rows together.
 *
 * @param ordered whether rows of one key must be written in the order in which they came
 * @param dropped rows dropped by policy
 */
record ChunkParts(
        ChunkConfig config,
        boolean ordered,
        RecordEncoder encoder,
        MainBatch main,
        BlobLanes lanes,
        ChunkMarks marks,
        ChunkReports reports,
        AtomicLong dropped) {}
