/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.blob;

import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * Where a tracker's decisions take effect: the sink's memory, streams and error channel.
 *
 * @param <R> the record that a slice came in
 */
public interface BlobRows<R> {
    /** How a step went. */
    enum Outcome {
        DONE,
        /** The row is at fault and is to be reported: the caller has an error channel for it. */
        REFUSED,
        /** The connection was lost with what was written: the row is read and written again. */
        LOST
    }

    /** What happens to a row that cannot be put together. */
    enum Disposition {
        /** Its records go to the error channel. */
        REPORT,
        /** It is counted and skipped. */
        DROP
    }

    /** The slice that a record carries; for text, in UTF-8. Read before the next call. */
    ByteBuffer slice(R record, BlobChunk chunk);

    /** A row begins, in memory or as a stream by {@link PendingBlob#place}; its first slice is appended next. */
    Outcome begin(PendingBlob blob, R head);

    /** The next slice of a row that began. */
    Outcome append(PendingBlob blob, BlobChunk chunk, ByteBuffer slice);

    /** The row is whole and right: a stream is to be committed now, memory goes to the main batch. */
    Outcome finish(PendingBlob blob, R tail);

    /** A row that began is not to be written: superseded, stalled or broken. */
    void abandon(PendingBlob blob, String why);

    /**
     * A row, or where the blob is null a slice without one, is broken. Throws to stop the task.
     */
    Disposition broken(@Nullable PendingBlob blob, long offset, String reason);

    /** A head of a row is skipped, since its split has sent later ones before: told once, unless it is read again. */
    void older(BlobAttempt attempt, long headOffset);

    /** One record of a row that is reported. */
    void report(@Nullable PendingBlob blob, R record, String reason);
}
