/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.blob;

import java.util.Map;
import java.util.SortedSet;

/**
 * What of a partition's progress a restart needs beside Kafka's offset; kept in the target database, in the
 * transaction of the rows it tells of.
 *
 * @param next plain rows below this offset are written, but for those that wait
 * @param safe reading starts again here
 * @param tokens the highest token of each split among the heads below {@code safe}
 * @param waiting offsets below {@code next} of rows that wait for an older row of their key
 * @param done ids of the rows written whose heads are at or above {@code safe}, with the heads' offsets
 */
public record BlobCheckpoint(
        long next, long safe, Map<Integer, BlobToken> tokens, SortedSet<Long> waiting, Map<Long, Long> done) {}
