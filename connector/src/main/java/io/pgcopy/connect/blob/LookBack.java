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

    /** Where to read from, to see the row of this slice from its head. */
    long from(BlobChunk stray) {
        done = true;
        return Math.max(0, start - distance(stray));
    }

    // Room for all of the row twice, and other rows in between.
    private static long distance(BlobChunk stray) {
        return 100 + 4L * stray.count();
    }
}
