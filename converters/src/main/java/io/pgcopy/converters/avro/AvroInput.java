/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.converters.avro;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import org.apache.kafka.connect.errors.DataException;

/**
 * Avro's binary form of one value, read with every length checked before it is believed. A byte can stand for an object
 * of a hundred, and zeros without number are few bytes behind zstd: so the objects of a record's elements come out of an
 * allowance, block by block, before they are made.
 */
final class AvroInput {
    private static final VarHandle INT32 = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
    private static final VarHandle INT64 = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    /** Smaller values are copied: a view is an object more, and holds the whole record. */
    private static final int LEAST_VIEW = 4_096;

    private final byte[] bytes;
    private final ReadLimits limits;
    private int position;
    private long allowance;

    AvroInput(byte[] bytes, int offset, ReadLimits limits) {
        this.bytes = bytes;
        this.limits = limits;
        this.position = offset;
        this.allowance = limits.elementsMaxBytes();
    }

    boolean readBoolean() {
        int value = readByte();
        if (value > 1 || value < 0) {
            throw new DataException("expected a boolean (00 or 01), found another byte");
        }
        return value == 1;
    }

    int readInt() {
        long value = readLong();
        if (value != (int) value) {
            throw new DataException("expected an int, found a number beyond its range");
        }
        return (int) value;
    }

    long readLong() {
        int next = readByte();
        long value = next & 0x7F;
        for (int shift = 7; next < 0; shift += 7) {
            next = readByte();
            if (shift == 63 && (next & ~1) != 0) {
                throw new DataException("expected a variable-length number of at most 64 bits, found more");
            }
            value |= (long) (next & 0x7F) << shift;
        }
        return (value >>> 1) ^ -(value & 1);
    }

    float readFloat() {
        return Float.intBitsToFloat((int) INT32.get(bytes, advance(4)));
    }

    double readDouble() {
        return Double.longBitsToDouble((long) INT64.get(bytes, advance(8)));
    }

    /** A length-prefixed value, in an array of its own. */
    byte[] readBytes() {
        return readFixed(readLength());
    }

    byte[] readFixed(int length) {
        int from = advance(length);
        return Arrays.copyOfRange(bytes, from, from + length);
    }

    /** A length-prefixed value as Connect's BYTES: in an array of its own, or where it lies. */
    Object readBlob() {
        int length = readLength();
        return limits.views() && length >= LEAST_VIEW
                ? ByteBuffer.wrap(bytes, advance(length), length).slice()
                : readFixed(length);
    }

    String readString() {
        int length = readLength();
        return Utf8.decode(bytes, advance(length), length);
    }

    /**
     * The number of elements of the next block of an array or map, 0 at its end.
     *
     * @param heapBytes what one element takes, which is taken out of the record's allowance for all of them
     */
    int readBlockCount(long heapBytes) {
        long count = readLong();
        if (count < 0) {
            // A negative count announces the block's size in bytes, for readers that skip.
            long size = readLong();
            if (size < 0 || size > remaining()) {
                throw new DataException("expected a block of at most " + remaining() + " bytes, found " + size);
            }
            count = -count;
        }
        if (count < 0 || count > allowance / heapBytes) {
            throw new DataException("the record claims more elements in its arrays and maps than "
                    + AvroConverterConfig.ELEMENTS_MAX_BYTES + "=" + limits.elementsMaxBytes() + " allows; raise it"
                    + " where such records are meant to be, and the worker's heap holds them");
        }
        allowance -= count * heapBytes;
        return (int) count;
    }

    /** Refuses bytes after the value. */
    void expectEnd() {
        if (remaining() != 0) {
            throw new DataException("expected the end of the record, found " + remaining() + " more bytes");
        }
    }

    int remaining() {
        return bytes.length - position;
    }

    private int readLength() {
        long length = readLong();
        if (length < 0 || length > remaining()) {
            throw new DataException("expected a length of at most " + remaining() + " bytes, found " + length);
        }
        return (int) length;
    }

    private int readByte() {
        return bytes[advance(1)];
    }

    private int advance(int length) {
        if (length > remaining()) {
            throw new DataException("expected " + length + " bytes, found " + remaining());
        }
        int from = position;
        position += length;
        return from;
    }
}
