/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.copy;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** An encoded tuple taken apart again, for rows that do not go by COPY. A large array is handed on as it is. */
public final class TupleFields {
    private static final class Piece {
        private final byte[] bytes;
        private final int offset;
        private final int length;

        Piece(byte[] bytes, int offset, int length) {
            this.bytes = bytes;
            this.offset = offset;
            this.length = length;
        }

        boolean isWhole(int wanted) {
            return offset == 0 && length == wanted && bytes.length == wanted;
        }
    }

    private final List<Piece> pieces = new ArrayList<>();
    private int piece;
    private int position;

    private TupleFields(TupleBuffer tuples, int tuple) {
        tuples.writeTo((bytes, offset, length) -> pieces.add(new Piece(bytes, offset, length)), tuple, tuple + 1);
    }

    /** The content of each field of a tuple, null for NULL; not to be changed. */
    public static byte[] @Nullable [] of(TupleBuffer tuples, int tuple) {
        TupleFields reader = new TupleFields(tuples, tuple);
        byte[] @Nullable [] fields = new byte[reader.number(Short.BYTES)][];
        for (int i = 0; i < fields.length; i++) {
            int length = reader.number(Integer.BYTES);
            fields[i] = length < 0 ? null : reader.content(length);
        }
        if (reader.piece < reader.pieces.size()) {
            throw new IllegalStateException("tuple " + tuple + " has more than its fields");
        }
        return fields;
    }

    private int number(int bytes) {
        int number = 0;
        for (byte each : content(bytes)) {
            number = number << Byte.SIZE | (each & 0xff);
        }
        return number;
    }

    private byte[] content(int length) {
        if (position == 0 && length > 0 && pieces.get(piece).isWhole(length)) {
            return pieces.get(piece++).bytes;
        }
        byte[] content = new byte[length];
        int filled = 0;
        while (filled < length) {
            Piece from = pieces.get(piece);
            int next = Math.min(length - filled, from.length - position);
            System.arraycopy(from.bytes, from.offset + position, content, filled, next);
            filled += next;
            position += next;
            if (position == from.length) {
                piece++;
                position = 0;
            }
        }
        return content;
    }
}
