/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.blob;

/**
 * One try at sending one row in chunks. A reader that starts again sends the row again, as another attempt.
 *
 * @param id names the attempt among all the attempts of a topic
 * @param split names the part of a table that one reader reads, 32 bits
 */
public record BlobAttempt(long id, int split, BlobToken token) {
    /** The attempt whose id follows from the rest, so that a repeat of it is recognised. */
    public static BlobAttempt of(int split, BlobToken token) {
        return new BlobAttempt(mix(mix(mix(split) + token.epoch()) + token.counter()), split, token);
    }

    /** The key of the slices of a table that has none: all of a split's go to one partition, in order. */
    public String splitKey() {
        return Integer.toHexString(split);
    }

    // The finalizer of SplittableRandom: a bijection, so that different counters never meet.
    private static long mix(long value) {
        long mixed = value + 0x9E3779B97F4A7C15L;
        mixed = (mixed ^ (mixed >>> 30)) * 0xBF58476D1CE4E5B9L;
        mixed = (mixed ^ (mixed >>> 27)) * 0x94D049BB133111EBL;
        return mixed ^ (mixed >>> 31);
    }
}
