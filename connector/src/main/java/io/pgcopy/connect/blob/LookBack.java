/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.blob;

/**
 * Whether to read once before the place where reading began, to learn if a slice without a head belongs to a
 * row that was done with before: a producer without idempotence repeats a batch after a lost acknowledgement,
 * and the end of a row, repeated, can come after the offset that was committed.
 */
final class LookBack {
    private final long start;
    private boolean done;
    private boolean wanted;
    private long from;
    /** Where a slice stands that waits for what the look back tells. */
    private long strayOffset = Long.MAX_VALUE;

    /** @param start the offset at which reading began */
    LookBack(long start) {
        this.start = start;
    }

    long start() {
        return start;
    }

    boolean before(long offset) {
        return offset < start;
    }

    /** Whether it is worth looking: once, and for a slice near the start. */
    boolean explains(long offset, BlobChunk stray) {
        return !done && start > 0 && offset - start <= distance(stray);
    }

    /** A slice is to be explained: it holds the safe offset until it has been read again. */
    void want(long offset, BlobChunk stray) {
        wanted = true;
        from = Math.max(0, start - distance(stray));
        strayOffset = offset;
    }

    /** Whether to look back now. */
    boolean wanted() {
        return wanted;
    }

    /** Where to read from, to see the row of the slice from its head. */
    long begin() {
        done = true;
        wanted = false;
        return from;
    }

    /** A record is read: the slice that waits, where it stands there and the look back was made. */
    void reached(long offset) {
        if (offset == strayOffset && !wanted) {
            strayOffset = Long.MAX_VALUE;
        }
    }

    long strayOffset() {
        return strayOffset;
    }

    // Room for all of the row twice, and other rows in between.
    private static long distance(BlobChunk stray) {
        return 100 + 4L * stray.count();
    }
}
