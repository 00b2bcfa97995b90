/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.blob;

import org.apache.kafka.connect.errors.DataException;
import org.jspecify.annotations.Nullable;

/**
 * One slice's place in a chunked row, and its form as the string of the header {@value #HEADER}:
 *
 * <pre>
 * pgc1;id=&lt;16 hex&gt;;s=&lt;8 hex&gt;;e=&lt;hex&gt;;c=&lt;hex&gt;;i=&lt;seq&gt;;n=&lt;count&gt;;col=&lt;name&gt;;o=&lt;offset&gt;
 *     head:  ;m=&lt;name&gt;:&lt;bytes&gt;,&lt;name&gt;:&lt;bytes&gt;;r=&lt;row reference&gt;
 *     tail:  ;x=&lt;8 hex&gt;
 * </pre>
 *
 * Names and the row reference are percent-encoded, which leaves letters, digits and {@code -._~} as they are.
 * It is a string because header converters change the types of numbers and bytes. Each chunk has one spelling
 * only; any other is refused.
 *
 * @param sequence counts the row's slices from 0
 * @param count how many slices the row has
 * @param column the column that the slice is a part of
 * @param offset where in the column's value the slice begins, in bytes
 * @param manifest on the head, the slice with sequence 0, and only there
 * @param checksum on the tail, the slice with the last sequence, and only there: CRC32C of all slices in order
 */
public record BlobChunk(
        BlobAttempt attempt,
        int sequence,
        int count,
        String column,
        long offset,
        @Nullable BlobManifest manifest,
        @Nullable Integer checksum) {
    /** Name of the record header that marks a slice. */
    public static final String HEADER = "pgcopy.chunk";

    public BlobChunk {
        if (sequence < 0 || sequence >= count) {
            throw new IllegalArgumentException("expected a sequence below " + count + ", found " + sequence);
        }
        if (column.isEmpty() || offset < 0) {
            throw new IllegalArgumentException(
                    "expected a column and an offset from 0 up, found \"" + column + "\", " + offset);
        }
        if ((manifest != null) != (sequence == 0)) {
            throw new IllegalArgumentException("the head and only the head has a manifest");
        }
        if ((checksum != null) != (sequence == count - 1)) {
            throw new IllegalArgumentException("the tail and only the tail has a checksum");
        }
    }

    public boolean head() {
        return sequence == 0;
    }

    public boolean tail() {
        return sequence == count - 1;
    }

    /** The header's value. */
    public String format() {
        return ChunkHeader.format(this);
    }

    /**
     * The chunk that a header's value tells of.
     *
     * @throws DataException where the text is anything but what {@link #format} writes
     */
    public static BlobChunk parse(String header) {
        return ChunkHeader.parse(header);
    }
}
