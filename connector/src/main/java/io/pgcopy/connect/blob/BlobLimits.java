/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.blob;

/**
 * The bounds within which chunked rows are put together.
 *
 * @param rowBytes a row of at most this many sliced bytes may be put together in memory
 * @param bufferBytes memory for all such rows of a task
 * @param streams rows of a task that may be written while their slices still arrive
 * @param stallMs a row without progress for so long gives back its memory or its stream
 * @param incompleteMs a row whose slices stopped coming for so long is given up
 */
public record BlobLimits(long rowBytes, long bufferBytes, int streams, long stallMs, long incompleteMs) {
    /** The server takes a value, and a tuple, below 1 GiB; a tuple needs room for more than its values. */
    public static final long MAX_VALUE_BYTES = (1L << 30) - (64 << 10);

    /** Rows and rows' keys remembered while they wait for an older row of their key. */
    static final int MAX_WAITING_ROWS = 10_000;
}
