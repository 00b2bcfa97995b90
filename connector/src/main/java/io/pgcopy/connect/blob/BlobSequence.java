/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.blob;

import io.pgcopy.connect.blob.BlobManifest.SlicedColumn;
import java.util.zip.CRC32C;

/**
 * Numbers the slices of one row as they are cut, and keeps the checksum of what was cut so far. Slices come
 * in the manifest's order, without gaps; the one that ends the last column is the tail. For one row, one thread.
 */
public final class BlobSequence {
    private final BlobAttempt attempt;
    private final BlobManifest manifest;
    private final int count;
    private final CRC32C checksum = new CRC32C();
    private int sequence;
    private int column;
    private long offset;

    /**
     * @param count how many slices will follow; the sender knows it from the lengths before the first
     */
    public BlobSequence(BlobAttempt attempt, BlobManifest manifest, int count) {
        this.attempt = attempt;
        this.manifest = manifest;
        this.count = count;
    }

    /** The next slice's place, of bytes as they are carried; for text, its UTF-8. */
    public BlobChunk next(byte[] slice) {
        return next(slice, 0, slice.length);
    }

    /** The next slice's place, of a part of an array. */
    public BlobChunk next(byte[] bytes, int from, int length) {
        if (complete()) {
            throw new IllegalStateException("row ended after " + count + " slices");
        }
        SlicedColumn current = manifest.columns().get(column);
        if (length < 1 || length > current.bytes() - offset) {
            throw new IllegalStateException("expected a slice of up to " + (current.bytes() - offset)
                    + " bytes of column " + current.name() + ", found " + length + " bytes");
        }
        checksum.update(bytes, from, length);
        long start = offset;
        offset += length;
        if (offset == current.bytes()) {
            column++;
            offset = 0;
        }
        boolean last = sequence == count - 1;
        if (last != (column == manifest.columns().size())) {
            throw new IllegalStateException("expected " + count + " slices of " + manifest.bytes()
                    + " bytes, found another number at slice " + sequence);
        }
        return new BlobChunk(
                attempt,
                sequence++,
                count,
                current.name(),
                start,
                start == 0 && sequence == 1 ? manifest : null,
                last ? (int) checksum.getValue() : null);
    }

    /** Whether the tail has been cut. */
    public boolean complete() {
        return sequence == count;
    }
}
