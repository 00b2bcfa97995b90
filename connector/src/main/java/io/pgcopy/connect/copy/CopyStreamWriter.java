/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.copy;

import java.nio.ByteBuffer;

/** A binary COPY stream as {@code copyfromparse.c} reads it: one header, tuples, one trailer. */
public final class CopyStreamWriter {
    private static final byte[] HEADER = ByteBuffer.allocate(CopyStreamReader.SIGNATURE.length + 8)
            .put(CopyStreamReader.SIGNATURE)
            .array();
    private static final byte[] TRAILER = {-1, -1};

    /** What a stream has beside its tuples. */
    static final int FRAME_BYTES = HEADER.length + TRAILER.length;

    private CopyStreamWriter() {}

    /** Writes a whole stream of the tuples from {@code first} up to, not including, {@code end}. */
    public static void write(TupleBuffer tuples, int first, int end, TupleBuffer.Output out) {
        begin(out);
        tuples.writeTo(out, first, end);
        end(out);
    }

    /** Writes the header; tuples follow. */
    public static void begin(TupleBuffer.Output out) {
        out.write(HEADER, 0, HEADER.length);
    }

    /** Writes the trailer, after which nothing may follow. */
    public static void end(TupleBuffer.Output out) {
        out.write(TRAILER, 0, TRAILER.length);
    }
}
