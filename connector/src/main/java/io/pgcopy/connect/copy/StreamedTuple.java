/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.copy;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Iterator;
import java.util.List;

/**
 * A COPY stream of one tuple, of which the last fields are longer than anybody wants to hold: their length is
 * declared first and their bytes follow as they come.
 */
public final class StreamedTuple {
    private final TupleBuffer.Output out;
    private long missing;
    private int fields;

    public StreamedTuple(TupleBuffer.Output out) {
        this.out = out;
    }

    /**
     * Begins the stream and the tuple with the fields of one that is encoded whole.
     *
     * @param tuple holds that one tuple
     * @param leftOut the fields of it that do not go in
     * @param streamed how many fields follow
     */
    public void begin(TupleBuffer tuple, BitSet leftOut, int streamed) {
        Iterator<byte[]> one = List.of(bytes(tuple)).iterator();
        CopyStreamReader reader = new CopyStreamReader(() -> one.hasNext() ? one.next() : null);
        reader.nextTuple();
        int kept = reader.fieldCount() - leftOut.cardinality();
        TupleBuffer head = new TupleBuffer();
        head.beginTuple(kept + streamed);
        for (int field = 0; field < reader.fieldCount(); field++) {
            FieldReader content = reader.nextField();
            if (leftOut.get(field)) {
                continue;
            }
            if (content == null) {
                head.writeNull();
            } else {
                head.beginField();
                head.writeBytes(content.readBytes(content.remaining()));
                head.endField();
            }
        }
        head.endTuple();
        CopyStreamWriter.begin(out);
        head.writeTo(out, 0, 1);
        fields = streamed;
    }

    /** Begins the stream and a tuple of so many fields, all of which follow. */
    public void begin(int count) {
        CopyStreamWriter.begin(out);
        fields = count;
        out.write(ByteBuffer.allocate(2).putShort((short) count).array(), 0, 2);
    }

    /** So many next fields are NULL. */
    public void nulls(int count) {
        expectWhole();
        take(count);
        // A length of -1 each.
        byte[] nulls = new byte[Integer.BYTES * count];
        Arrays.fill(nulls, (byte) -1);
        out.write(nulls, 0, nulls.length);
    }

    /** Declares the next field's length. */
    public void beginField(long length) {
        expectWhole();
        take(1);
        missing = length;
        out.write(ByteBuffer.allocate(4).putInt(Math.toIntExact(length)).array(), 0, 4);
    }

    /** The next bytes of the field; whether it is whole now. */
    public boolean write(byte[] bytes, int offset, int length) {
        if (length > missing) {
            throw new IllegalStateException("field has room for " + missing + " more bytes, found " + length);
        }
        out.write(bytes, offset, length);
        missing -= length;
        return missing == 0;
    }

    /** Ends tuple and stream. */
    public void end() {
        expectWhole();
        if (fields != 0) {
            throw new IllegalStateException("tuple ends " + fields + " fields early");
        }
        CopyStreamWriter.end(out);
    }

    private void take(int count) {
        if (fields < count) {
            throw new IllegalStateException("tuple has no more fields");
        }
        fields -= count;
    }

    private void expectWhole() {
        if (missing != 0) {
            throw new IllegalStateException("field ends " + missing + " bytes early");
        }
    }

    private static byte[] bytes(TupleBuffer tuple) {
        ByteBuffer stream = ByteBuffer.allocate(Math.toIntExact(tuple.bytes()) + CopyStreamWriter.FRAME_BYTES);
        CopyStreamWriter.write(tuple, 0, 1, stream::put);
        return stream.array();
    }
}
