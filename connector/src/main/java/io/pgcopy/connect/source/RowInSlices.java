/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.source;

import io.pgcopy.connect.blob.BlobChunk;
import io.pgcopy.connect.blob.BlobSequence;
import io.pgcopy.connect.blob.BlobSplitter;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import org.apache.kafka.connect.data.Field;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.errors.DataException;
import org.jspecify.annotations.Nullable;

/**
 * One row on its way as several records. Slices that the server cut come in by {@link #add}, and are cut
 * again where they are longer than a chunk; after them follow the texts that are cut here.
 */
final class RowInSlices {
    /** A text to be cut. */
    record Text(Field field, BlobSplitter splitter) {}

    private final Struct small;
    private final long smallBytes;
    private final BlobSequence sequence;
    private final int chunkBytes;
    private final Deque<Text> texts;
    private final long serverBytes;
    private long serverBytesLeft;

    private byte @Nullable [] slice;
    private int sliceAt;
    private int textAt;
    private @Nullable Struct value;
    private long bytes;

    /**
     * @param small the row with all sliced values taken out
     * @param serverBytes bytes of the values that the server slices
     */
    RowInSlices(
            Struct small, long smallBytes, BlobSequence sequence, int chunkBytes, long serverBytes, List<Text> texts) {
        this.small = small;
        this.smallBytes = smallBytes;
        this.sequence = sequence;
        this.chunkBytes = chunkBytes;
        this.serverBytes = serverBytes;
        this.serverBytesLeft = serverBytes;
        this.texts = new ArrayDeque<>(texts);
    }

    /**
     * Takes the next slice that the server cut.
     *
     * @param position where it begins in all that the server slices of the row
     */
    void add(byte[] fromServer, long position) {
        if (position != serverBytes - serverBytesLeft || fromServer.length > serverBytesLeft) {
            throw new DataException("expected a slice at byte " + (serverBytes - serverBytesLeft)
                    + " of the row's large values, found one at " + position);
        }
        slice = fromServer;
        sliceAt = 0;
        serverBytesLeft -= fromServer.length;
    }

    /** Whether a record can be made without another tuple of the server. */
    boolean hasSlice() {
        return slice != null || (serverBytesLeft == 0 && !texts.isEmpty());
    }

    boolean complete() {
        return sequence.complete();
    }

    /** The place of the next slice, whose record {@link #value} then is. */
    BlobChunk next() {
        Struct record = copy();
        value = record;
        BlobChunk chunk = slice == null ? nextOfText(record) : nextOfSlice(slice, record);
        return chunk;
    }

    Struct value() {
        if (value == null) {
            throw new IllegalStateException("no slice yet");
        }
        return value;
    }

    /** Bytes of the record. */
    long bytes() {
        return bytes;
    }

    private BlobChunk nextOfSlice(byte[] source, Struct record) {
        int length = Math.min(chunkBytes, source.length - sliceAt);
        BlobChunk chunk = sequence.next(source, sliceAt, length);
        byte[] part = length == source.length ? source : Arrays.copyOfRange(source, sliceAt, sliceAt + length);
        record.put(chunk.column(), part);
        bytes = smallBytes + length;
        sliceAt += length;
        if (sliceAt == source.length) {
            slice = null;
        }
        return chunk;
    }

    private BlobChunk nextOfText(Struct record) {
        Text text = texts.element();
        BlobSplitter splitter = text.splitter();
        int end = splitter.end(textAt);
        byte[] part = splitter.slice(textAt, end);
        BlobChunk chunk = sequence.next(part);
        record.put(text.field(), splitter.textSlice(textAt, end));
        bytes = smallBytes + part.length;
        textAt = end;
        if (textAt == splitter.bytes()) {
            texts.remove();
            textAt = 0;
        }
        return chunk;
    }

    private Struct copy() {
        Struct record = new Struct(small.schema());
        for (Field field : small.schema().fields()) {
            record.put(field, small.get(field));
        }
        return record;
    }
}
