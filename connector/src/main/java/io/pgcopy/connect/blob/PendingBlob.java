/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.blob;

import io.pgcopy.connect.blob.BlobManifest.SlicedColumn;
import java.nio.ByteBuffer;
import java.util.Objects;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/** A chunked row that the sink has seen the head of and is not done with. Changed by its tracker only. */
public final class PendingBlob {
    /** Where its slices go. */
    public enum Place {
        NONE,
        MEMORY,
        STREAM
    }

    enum State {
        /** Slices are appended as they come. */
        OPEN,
        /** Slices are counted and skipped; the log keeps them. */
        DEFERRED,
        /** In the main batch, not committed yet. */
        WRITTEN,
        /** Given up; its slices are reported one by one when they are read again. */
        REPORTED
    }

    private final BlobAttempt attempt;
    private final BlobManifest manifest;
    private final int count;
    private final long headOffset;
    private final @Nullable Object key;

    State state = State.DEFERRED;
    Place place = Place.NONE;
    /** Deferred for want of a stream or memory, and counted so in the budget. */
    boolean waiting;
    /** Gave back its stream after a stall: not tried again before its tail is in the log. */
    boolean stalled;
    /** Written, in the batch that was handed over. */
    boolean handedOver;
    /** The whole row is in the log. */
    boolean tailSeen;
    /** The next slice that counts. */
    int next;
    /** When a slice that counts was last seen. */
    long lastSeenMs;
    /** The last record known to belong to it. */
    long lastOffset;
    /** While reported: what has been reported already. */
    long reportedOffset = -1;

    String reason = "";

    private int column;
    private long columnOffset;
    private CRC32C checksum = new CRC32C();

    PendingBlob(BlobChunk head, long headOffset, @Nullable Object key) {
        this.attempt = head.attempt();
        this.manifest = Objects.requireNonNull(head.manifest());
        this.count = head.count();
        this.headOffset = headOffset;
        this.key = key;
    }

    public BlobAttempt attempt() {
        return attempt;
    }

    public BlobManifest manifest() {
        return manifest;
    }

    /** How many slices the row has. */
    public int count() {
        return count;
    }

    /** Offset of the head's record. */
    public long headOffset() {
        return headOffset;
    }

    /** Offset of the last record known to belong to the row. */
    public long lastOffset() {
        return lastOffset;
    }

    public Place place() {
        return place;
    }

    /** Why the row was given up; empty while it was not. */
    public String reason() {
        return reason;
    }

    @Nullable
    Object key() {
        return key;
    }

    /** Starts the content anew: the head is about to be appended. */
    void open(long nowMs) {
        state = State.OPEN;
        stalled = false;
        next = 0;
        column = 0;
        columnOffset = 0;
        checksum = new CRC32C();
        lastSeenMs = nowMs;
    }

    void counted(BlobChunk chunk, long offset, long nowMs) {
        next = chunk.sequence() + 1;
        tailSeen |= chunk.tail();
        lastSeenMs = nowMs;
        lastOffset = Math.max(lastOffset, offset);
    }

    /** Checks the slice that comes next against manifest and checksum; says what is wrong, or null. */
    @Nullable
    String check(BlobChunk chunk, ByteBuffer slice) {
        if (chunk.count() != count) {
            return "the row was announced with " + count + " slices and now has " + chunk.count();
        }
        SlicedColumn expected =
                column < manifest.columns().size() ? manifest.columns().get(column) : null;
        if (expected == null || !expected.name().equals(chunk.column()) || chunk.offset() != columnOffset) {
            return "slice " + chunk.sequence() + " is of column " + chunk.column() + " at byte " + chunk.offset()
                    + ", expected " + (expected == null ? "no more" : expected.name() + " at byte " + columnOffset);
        }
        if (slice.remaining() < 1 || slice.remaining() > expected.bytes() - columnOffset) {
            return "slice " + chunk.sequence() + " of column " + chunk.column() + " has " + slice.remaining()
                    + " bytes, expected 1 to " + (expected.bytes() - columnOffset);
        }
        return advance(chunk, slice, expected);
    }

    private @Nullable String advance(BlobChunk chunk, ByteBuffer slice, SlicedColumn expected) {
        checksum.update(slice.duplicate());
        columnOffset += slice.remaining();
        if (columnOffset == expected.bytes()) {
            column++;
            columnOffset = 0;
        }
        Integer announced = chunk.checksum();
        if (announced == null) {
            return null;
        }
        if (column < manifest.columns().size()) {
            return "the row ends after " + columnOffset + " bytes of column "
                    + manifest.columns().get(column).name() + ", expected "
                    + manifest.columns().get(column).bytes();
        }
        int found = (int) checksum.getValue();
        return announced == found
                ? null
                : "checksum (CRC32C) of the slices is " + Integer.toHexString(found) + ", expected "
                        + Integer.toHexString(announced);
    }

    // It comes from a record's header, where anybody may have put a line break that forges a line of the log.
    private static String printable(String text) {
        return text.replaceAll("[\\p{Cc}\\p{Zl}\\p{Zp}]", " ");
    }

    @Override
    public String toString() {
        return "chunked row " + Long.toHexString(attempt.id()) + " (source row "
                + (manifest.rowReference().isEmpty() ? "unknown" : printable(manifest.rowReference())) + ", " + count
                + " slices, " + manifest.bytes() + " bytes)";
    }
}
