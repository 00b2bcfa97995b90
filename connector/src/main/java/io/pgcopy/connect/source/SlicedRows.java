/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.source;

import io.pgcopy.connect.blob.BlobChunk;
import io.pgcopy.connect.copy.CopyStreamReader;
import io.pgcopy.connect.copy.FieldReader;
import io.pgcopy.connect.row.RowDecoder;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.errors.DataException;
import org.apache.kafka.connect.header.ConnectHeaders;
import org.apache.kafka.connect.header.Headers;
import org.jspecify.annotations.Nullable;

/**
 * One record for a row that fits, several for one that does not: each is the row with one slice of one value
 * in it, marked by the header {@value BlobChunk#HEADER}.
 */
final class SlicedRows implements RowStream {
    private final CopyStreamReader tuples;
    private final RowDecoder decoder;
    private final @Nullable Schema keySchema;
    private final ChunkPlan plan;
    private final long[] lengths;
    // Rows begun, of whatever size.
    private long rows;
    // Where the slice read last begins in all of the row's values that are sliced.
    private long position;

    private @Nullable RowInSlices slices;
    private @Nullable Struct value;
    private @Nullable BlobChunk chunk;
    private long bytes;

    SlicedRows(CopyStreamReader tuples, RowDecoder decoder, ChunkPlan plan) {
        this.tuples = tuples;
        this.decoder = decoder;
        this.keySchema = decoder.keySchema();
        this.plan = plan;
        this.lengths = new long[plan.columns().inServer().size()];
    }

    @Override
    public boolean advance() {
        RowInSlices row = slices;
        if (row != null && row.hasSlice()) {
            return moveTo(row);
        }
        if (row != null && row.complete()) {
            row = null;
        }
        slices = null;
        chunk = null;
        value = null;
        if (!tuples.nextTuple()) {
            if (row != null) {
                throw new DataException("expected more slices of a row, found the end of the stream");
            }
            return false;
        }
        Struct next = decoder.decodeLeading(tuples);
        byte[] slice = readSlice();
        bytes = tuples.tupleBytes();
        if (row != null && slice == null) {
            throw new DataException("expected more slices of a row, found the next row");
        }
        rows += row == null ? 1 : 0;
        if (row == null && slice == null && plan.fits(next, bytes)) {
            value = next;
            return true;
        }
        if (row == null) {
            row = plan.begin(next, rows, lengths, bytes - (slice == null ? 0 : slice.length));
        }
        if (slice != null) {
            row.add(slice, position);
        }
        slices = row;
        return moveTo(row);
    }

    private boolean moveTo(RowInSlices row) {
        chunk = row.next();
        value = row.value();
        bytes = row.bytes();
        return true;
    }

    // Lengths, number and offset, slice: what the statement adds to the table's columns.
    private byte @Nullable [] readSlice() {
        if (lengths.length == 0) {
            return null;
        }
        for (int i = 0; i < lengths.length; i++) {
            FieldReader length = tuples.nextField();
            lengths[i] = length == null ? 0 : length.readInt32();
        }
        FieldReader number = tuples.nextField();
        position = 0;
        for (int i = number == null ? 0 : number.readInt32() - 1; i > 0; i--) {
            position += lengths[i - 1];
        }
        FieldReader offset = tuples.nextField();
        position += offset == null ? 0 : offset.readInt32();
        FieldReader slice = tuples.nextField();
        return slice == null ? null : slice.readBytes(slice.remaining());
    }

    @Override
    public Schema valueSchema() {
        return decoder.valueSchema();
    }

    @Override
    public Struct value() {
        if (value == null) {
            throw new IllegalStateException("no record here");
        }
        return value;
    }

    // A table without a key: the slices of a row must meet in one partition all the same, and where its split is read
    // again the new attempt must follow the old one there.
    @Override
    public @Nullable Schema keySchema() {
        return keySchema == null && chunk != null ? Schema.STRING_SCHEMA : keySchema;
    }

    @Override
    public @Nullable Object key() {
        return keySchema == null && chunk != null ? chunk.attempt().splitKey() : decoder.key(value());
    }

    @Override
    public @Nullable Headers headers() {
        return chunk == null ? null : new ConnectHeaders().addString(BlobChunk.HEADER, chunk.format());
    }

    @Override
    public long bytes() {
        return bytes;
    }

    @Override
    public boolean endsRow() {
        return chunk == null || chunk.tail();
    }
}
