/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.copy;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** An encoded tuple taken apart again, for rows that do not go by COPY. */
public final class TupleFields {
    private TupleFields() {}

    /** The content of each field of a tuple, null for NULL. */
    public static byte[] @Nullable [] of(TupleBuffer tuples, int tuple) {
        byte[] bytes = new byte[Math.toIntExact(tuples.tupleBytes(tuple))];
        int[] filled = {0};
        tuples.writeTo(
                (from, offset, length) -> {
                    System.arraycopy(from, offset, bytes, filled[0], length);
                    filled[0] += length;
                },
                tuple,
                tuple + 1);
        FieldReader reader = FieldReader.of(bytes);
        byte[] @Nullable [] fields = new byte[reader.readInt16()][];
        for (int i = 0; i < fields.length; i++) {
            int length = reader.readInt32();
            fields[i] = length < 0 ? null : reader.readBytes(length);
        }
        if (reader.remaining() != 0) {
            throw new IllegalStateException("tuple of " + Arrays.toString(filled) + " bytes has more than its fields");
        }
        return fields;
    }
}
