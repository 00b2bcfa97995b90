/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.copy;

import java.nio.ByteBuffer;
import org.apache.kafka.connect.errors.DataException;

/**
 * Takes the bytes of one field, in network byte order. The frame reserves the length prefix before
 * the field and patches it afterwards: codecs write content only.
 */
public interface FieldWriter {
    void writeInt8(int value);

    void writeInt16(int value);

    void writeInt32(int value);

    void writeInt64(long value);

    default void writeFloat32(float value) {
        // Raw bits: a NaN keeps its payload.
        writeInt32(Float.floatToRawIntBits(value));
    }

    default void writeFloat64(double value) {
        writeInt64(Double.doubleToRawLongBits(value));
    }

    /**
     * Writes a whole array. A large one is kept by reference, not copied, so the caller must not
     * change it until the tuple has been sent.
     */
    default void writeBytes(byte[] bytes) {
        writeBytes(bytes, 0, bytes.length);
    }

    /** Writes part of an array; the same rule holds as for {@link #writeBytes(byte[])}. */
    void writeBytes(byte[] bytes, int offset, int length);

    /** Writes what the buffer has left, without moving its position; heap or direct, read-only or not. */
    default void writeBytes(ByteBuffer buffer) {
        if (buffer.hasArray()) {
            writeBytes(buffer.array(), buffer.arrayOffset() + buffer.position(), buffer.remaining());
        } else {
            byte[] copy = new byte[buffer.remaining()];
            buffer.duplicate().get(copy);
            writeBytes(copy);
        }
    }

    /**
     * Writes text as UTF-8.
     *
     * @throws DataException where the text holds a lone surrogate, which UTF-8 cannot carry
     */
    default void writeUtf8(String text) {
        writeBytes(Utf8.encode(text));
    }

    /** Begins a field inside this one (array element, attribute): reserves its length prefix. */
    int beginNested();

    /** Ends the field that {@link #beginNested} began: patches its length prefix. */
    void endNested(int mark);

    /** A NULL inside this field: length -1. */
    default void writeNestedNull() {
        writeInt32(-1);
    }
}
