/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.copy;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.apache.kafka.connect.errors.DataException;

/**
 * The bytes of one non-null field, read in network byte order. A view that is moved from field to
 * field: a codec may not keep it, nor read past {@link #remaining()}.
 */
public final class FieldReader {
    private static final VarHandle INT16 = MethodHandles.byteArrayViewVarHandle(short[].class, ByteOrder.BIG_ENDIAN);
    private static final VarHandle INT32 = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);
    private static final VarHandle INT64 = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);
    private static final byte[] NOTHING = {};

    private byte[] bytes = NOTHING;
    private int position;
    private int limit;

    FieldReader() {}

    /** A reader over a whole array, one field outside any stream: how tests and benchmarks ask one codec alone. */
    public static FieldReader of(byte[] bytes) {
        return new FieldReader().over(bytes, 0, bytes.length);
    }

    FieldReader over(byte[] source, int offset, int length) {
        bytes = source;
        position = offset;
        limit = offset + length;
        return this;
    }

    /** Bytes of the field not read yet. */
    public int remaining() {
        return limit - position;
    }

    public byte readInt8() {
        return bytes[advance(1)];
    }

    public short readInt16() {
        return (short) INT16.get(bytes, advance(2));
    }

    public int readInt32() {
        return (int) INT32.get(bytes, advance(4));
    }

    public long readInt64() {
        return (long) INT64.get(bytes, advance(8));
    }

    public float readFloat32() {
        return Float.intBitsToFloat(readInt32());
    }

    public double readFloat64() {
        return Double.longBitsToDouble(readInt64());
    }

    /** The next {@code length} bytes in an array of their own. */
    public byte[] readBytes(int length) {
        int from = advance(length);
        return Arrays.copyOfRange(bytes, from, from + length);
    }

    /** The next {@code length} bytes as UTF-8 text; anything that is not UTF-8 is refused. */
    public String readUtf8(int length) {
        int from = advance(length);
        String text = new String(bytes, from, length, StandardCharsets.UTF_8);
        if (text.indexOf('\uFFFD') >= 0) {
            return decodeStrictly(from, length);
        }
        return text;
    }

    /** UTF-8 text up to a NUL byte, which is skipped. */
    public String readTerminatedUtf8() {
        for (int end = position; end < limit; end++) {
            if (bytes[end] == 0) {
                String text = readUtf8(end - position);
                position++;
                return text;
            }
        }
        throw new DataException("expected a NUL byte at the end of a text, found none");
    }

    /** A field inside this one (array element, composite attribute): the next {@code length} bytes. */
    public FieldReader readField(int length) {
        return new FieldReader().over(bytes, advance(length), length);
    }

    /** Refuses bytes that the codec did not expect. */
    public void expectEnd() {
        if (position != limit) {
            throw new DataException("expected the end of the field, found " + remaining() + " more bytes");
        }
    }

    // A replacement character may be the text's own; only the strict decoder can tell.
    private String decodeStrictly(int from, int length) {
        try {
            CharBuffer text = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes, from, length));
            return text.toString();
        } catch (CharacterCodingException e) {
            throw new DataException(
                    "expected UTF-8 text, found bytes that are not UTF-8, as a database in"
                            + " SQL_ASCII may hold them: convert them, or read the column as bytea through a view",
                    e);
        }
    }

    private int advance(int length) {
        if (length < 0 || length > limit - position) {
            throw new DataException("expected " + length + " bytes, found " + remaining());
        }
        int from = position;
        position += length;
        return from;
    }
}
