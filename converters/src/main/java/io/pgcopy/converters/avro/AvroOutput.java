/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.converters.avro;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;
import org.apache.kafka.connect.errors.DataException;

/**
 * Avro's binary form of one value. Narrow values are gathered in a block that is kept from value to
 * value; large arrays are held by reference, so that {@link #finish()} copies each of their bytes once,
 * into an array of exactly the right length. Confined to one thread.
 */
final class AvroOutput {
    private static final VarHandle INT32 = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
    private static final VarHandle INT64 = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    /** From here on an array is cheaper to remember than to copy twice. */
    private static final int LARGE = 1_024;
    /** A block that one odd value made larger than this is not kept. */
    private static final int KEPT_BLOCK = 65_536;

    private byte[] block = new byte[1_024];
    private int position;
    private Slice[] slices = new Slice[4];
    private int sliceCount;
    private long sliceBytes;

    /** Where in the block a large array belongs, and which part of it. */
    private static final class Slice {
        private final int at;
        private final byte[] bytes;
        private final int offset;
        private final int length;

        Slice(int at, byte[] bytes, int offset, int length) {
            this.at = at;
            this.bytes = bytes;
            this.offset = offset;
            this.length = length;
        }
    }

    /** Forgets what was written and begins a value with the given prefix. */
    void start(byte[] prefix) {
        if (block.length > KEPT_BLOCK) {
            block = new byte[KEPT_BLOCK];
        }
        forget();
        writeRaw(prefix, 0, prefix.length);
    }

    void writeBoolean(boolean value) {
        reserve(1);
        block[position++] = (byte) (value ? 1 : 0);
    }

    void writeInt(int value) {
        reserve(5);
        int left = (value << 1) ^ (value >> 31);
        while ((left & ~0x7F) != 0) {
            block[position++] = (byte) (left | 0x80);
            left >>>= 7;
        }
        block[position++] = (byte) left;
    }

    void writeLong(long value) {
        reserve(10);
        long left = (value << 1) ^ (value >> 63);
        while ((left & ~0x7FL) != 0) {
            block[position++] = (byte) (left | 0x80);
            left >>>= 7;
        }
        block[position++] = (byte) left;
    }

    void writeFloat(float value) {
        reserve(4);
        INT32.set(block, position, Float.floatToRawIntBits(value));
        position += 4;
    }

    void writeDouble(double value) {
        reserve(8);
        INT64.set(block, position, Double.doubleToRawLongBits(value));
        position += 8;
    }

    /** Length and content; the caller must not change a large array before {@link #finish()}. */
    void writeBytes(byte[] bytes, int offset, int length) {
        writeLong(length);
        writeRaw(bytes, offset, length);
    }

    /** Length and UTF-8; a lone surrogate is refused, for it has no UTF-8. */
    void writeString(String text) {
        int length = text.length();
        if (length <= 63) {
            reserve(1 + length);
            int start = position + 1;
            if (Utf8.copyAscii(text, block, start)) {
                block[position] = (byte) (length << 1);
                position = start + length;
                return;
            }
        }
        byte[] bytes = Utf8.encode(text);
        writeBytes(bytes, 0, bytes.length);
    }

    /** All that was written since {@link #start}, in an array of its own. */
    byte[] finish() {
        long total = position + sliceBytes;
        if (total > Integer.MAX_VALUE - 8) {
            throw new DataException("the value needs " + total + " bytes, more than one record can hold");
        }
        byte[] whole = sliceCount == 1 ? one((int) total) : many((int) total);
        forget();
        return whole;
    }

    // The compiler leaves out the zeros of an array that is filled at once, which for a blob are a pass over all of it.
    private byte[] one(int total) {
        Slice slice = slices[0];
        byte[] whole = new byte[total];
        System.arraycopy(slice.bytes, slice.offset, whole, slice.at, slice.length);
        System.arraycopy(block, 0, whole, 0, slice.at);
        System.arraycopy(block, slice.at, whole, slice.at + slice.length, position - slice.at);
        return whole;
    }

    private byte[] many(int total) {
        byte[] whole = new byte[total];
        int from = 0;
        int to = 0;
        for (int i = 0; i < sliceCount; i++) {
            Slice slice = slices[i];
            System.arraycopy(block, from, whole, to, slice.at - from);
            to += slice.at - from;
            System.arraycopy(slice.bytes, slice.offset, whole, to, slice.length);
            to += slice.length;
            from = slice.at;
        }
        System.arraycopy(block, from, whole, to, position - from);
        return whole;
    }

    private void forget() {
        Arrays.fill(slices, 0, sliceCount, null);
        sliceCount = 0;
        sliceBytes = 0;
        position = 0;
    }

    private void writeRaw(byte[] bytes, int offset, int length) {
        if (length >= LARGE) {
            if (sliceCount == slices.length) {
                slices = Arrays.copyOf(slices, sliceCount * 2);
            }
            slices[sliceCount++] = new Slice(position, bytes, offset, length);
            sliceBytes += length;
            return;
        }
        reserve(length);
        System.arraycopy(bytes, offset, block, position, length);
        position += length;
    }

    private void reserve(int bytes) {
        if (bytes > block.length - position) {
            block = Arrays.copyOf(block, Math.max(block.length * 2, position + bytes));
        }
    }
}
