/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.sink;

import io.pgcopy.connect.config.RetryConfig;
import java.util.function.Function;
import java.util.function.Supplier;

/** What a sink writer works with. */
record SinkParts(
        RecordEncoder encoder,
        Flusher flusher,
        PartitionClaims claims,
        RetryConfig retry,
        Supplier<Batch> batches,
        Function<MainBatch, ChunkedRows> chunks) {}
