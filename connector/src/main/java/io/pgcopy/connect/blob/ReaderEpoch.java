/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.blob;

/**
 * Ranks the attempts of a reader among those of the readers before and after it. It is the time at which the reader
 * began, in milliseconds, and not the time of an attempt: a reader that was replaced, does not know it and tries
 * again stays below the one that took its place.
 */
public record ReaderEpoch(long value) {
    /**
     * The epoch of a reader that begins now.
     *
     * @param last the highest that is known of readers before; a clock that was set back must not go below it
     */
    public static ReaderEpoch starting(long nowMs, long last) {
        return new ReaderEpoch(Math.max(nowMs, last + 1));
    }

    /** The reader begins a split again: above what it sent before, by far less than the time that has passed. */
    public ReaderEpoch reopened() {
        return new ReaderEpoch(value + 1);
    }
}
