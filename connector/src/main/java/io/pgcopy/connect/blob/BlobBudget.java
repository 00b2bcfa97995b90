/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.blob;

/** The memory and the streams that all partitions of a task share. Confined to the task's thread. */
public final class BlobBudget {
    private final long rowBytes;
    private long bytesFree;
    private int streamsFree;
    private int waiting;
    private boolean streamsPaused;

    public BlobBudget(BlobLimits limits) {
        rowBytes = limits.rowBytes();
        bytesFree = limits.bufferBytes();
        streamsFree = limits.streams();
    }

    /** Takes what the blob needs; memory where it may have it, else a stream. */
    PendingBlob.Place take(long bytes) {
        if (bytes <= rowBytes && bytes <= bytesFree) {
            bytesFree -= bytes;
            return PendingBlob.Place.MEMORY;
        }
        if (streamsFree > 0 && !streamsPaused) {
            streamsFree--;
            return PendingBlob.Place.STREAM;
        }
        return PendingBlob.Place.NONE;
    }

    /** The same for a blob just met, which may not overtake those that wait for a stream. */
    PendingBlob.Place takeInTurn(long bytes) {
        boolean small = bytes <= rowBytes && bytes <= bytesFree;
        return small || waiting == 0 ? take(bytes) : PendingBlob.Place.NONE;
    }

    void give(PendingBlob.Place place, long bytes) {
        switch (place) {
            case MEMORY -> bytesFree += bytes;
            case STREAM -> streamsFree++;
            case NONE -> {}
        }
    }

    void waits() {
        waiting++;
    }

    void waitsNoMore() {
        waiting--;
    }

    /** Lets no further row begin to stream, or lets it again. */
    public void pauseStreams(boolean paused) {
        streamsPaused = paused;
    }
}
