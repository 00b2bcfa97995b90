/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.sink;

import io.pgcopy.connect.copy.TupleBuffer;
import io.pgcopy.connect.row.RowEncoder;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import org.apache.kafka.connect.data.Struct;

/** A row's key in its binary form, to tell whether two rows have the same. */
final class KeyBytes {
    private final RowEncoder encoder;
    private final TupleBuffer scratch = new TupleBuffer();

    KeyBytes(RowEncoder encoder) {
        this.encoder = encoder;
    }

    ByteBuffer of(Struct row) {
        scratch.clear();
        encoder.encode(row, scratch);
        ByteArrayOutputStream bytes = new ByteArrayOutputStream((int) scratch.bytes());
        scratch.writeTo(bytes::write, 0, 1);
        return ByteBuffer.wrap(bytes.toByteArray());
    }
}
