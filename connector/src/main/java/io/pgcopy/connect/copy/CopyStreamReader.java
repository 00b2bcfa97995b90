/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.copy;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.HexFormat;
import org.apache.kafka.connect.errors.DataException;
import org.jspecify.annotations.Nullable;

/**
 * A binary COPY stream, read tuple by tuple, as {@code copyto.c} writes it. Each {@link #nextField}
 * of a tuple must be called, in order, before the next {@link #nextTuple}.
 *
 * <p>The server puts one tuple in one message, which is why the common case parses a message in place
 * without a copy; but the protocol does not promise it, so a tuple may also span messages. No more
 * memory is taken than bytes have arrived, whatever a length prefix claims.
 */
public final class CopyStreamReader {
    /** Where the stream's bytes come from. */
    @FunctionalInterface
    public interface Messages {
        /** The payload of the next CopyData message, which the reader then owns; null after the last. */
        byte @Nullable [] next();
    }

    static final byte[] SIGNATURE = HexFormat.of().parseHex("5047434f50590aff0d0a00");
    private static final VarHandle INT16 = MethodHandles.byteArrayViewVarHandle(short[].class, ByteOrder.BIG_ENDIAN);
    private static final VarHandle INT32 = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);
    private static final int CRITICAL_FLAGS = 0xFFFF0000;
    private static final int TRAILER = -1;
    private static final int MAX_ARRAY = Integer.MAX_VALUE - 8;

    private final Messages messages;
    private final FieldReader field = new FieldReader();
    private byte[] bytes = {};
    private int position;
    private boolean started;
    private boolean ended;
    private int fieldCount;
    private int fieldsRead;
    private long tupleBytes;

    public CopyStreamReader(Messages messages) {
        this.messages = messages;
    }

    /**
     * Moves to the next tuple; false at the trailer, after which nothing may follow.
     *
     * @throws DataException where the stream is not binary COPY, is cut short or goes on after its end
     */
    public boolean nextTuple() {
        if (ended) {
            return false;
        }
        if (!started) {
            readHeader();
        }
        if (fieldsRead != fieldCount) {
            throw new IllegalStateException("tuple left after " + fieldsRead + " of " + fieldCount + " fields");
        }
        fieldCount = readInt16();
        fieldsRead = 0;
        tupleBytes = 2;
        if (fieldCount == TRAILER) {
            expectNothingMore();
            return false;
        }
        if (fieldCount < 0) {
            throw new DataException("expected a field count, found " + fieldCount);
        }
        return true;
    }

    /** Number of fields of the current tuple. */
    public int fieldCount() {
        return fieldCount;
    }

    /** Size of the current tuple on the wire so far, in bytes. */
    public long tupleBytes() {
        return tupleBytes;
    }

    /** The tuple's next field, or null where it is NULL. The reader is valid until the next call. */
    public @Nullable FieldReader nextField() {
        if (fieldsRead == fieldCount) {
            throw new IllegalStateException("tuple has " + fieldCount + " fields only");
        }
        fieldsRead++;
        int length = readInt32();
        tupleBytes += 4;
        if (length == -1) {
            return null;
        }
        if (length < 0) {
            throw new DataException("expected a field length, found " + length);
        }
        require(length);
        int from = position;
        position += length;
        tupleBytes += length;
        return field.over(bytes, from, length);
    }

    private void readHeader() {
        require(SIGNATURE.length);
        if (!Arrays.equals(bytes, position, position + SIGNATURE.length, SIGNATURE, 0, SIGNATURE.length)) {
            throw new DataException("expected the signature of a binary COPY stream, found other bytes");
        }
        position += SIGNATURE.length;
        int flags = readInt32();
        if ((flags & CRITICAL_FLAGS) != 0) {
            throw new DataException(
                    "expected no critical flags in the COPY header, found " + Integer.toHexString(flags));
        }
        int extension = readInt32();
        if (extension < 0) {
            throw new DataException("expected the length of the COPY header extension, found " + extension);
        }
        require(extension);
        position += extension;
        started = true;
    }

    private void expectNothingMore() {
        ended = true;
        fieldCount = 0;
        if (position != bytes.length || messages.next() != null) {
            throw new DataException("expected the end of the COPY stream after its trailer, found more bytes");
        }
    }

    private int readInt16() {
        require(2);
        int value = (short) INT16.get(bytes, position);
        position += 2;
        return value;
    }

    private int readInt32() {
        require(4);
        int value = (int) INT32.get(bytes, position);
        position += 4;
        return value;
    }

    private void require(int length) {
        if (bytes.length - position < length) {
            gather(length);
        }
    }

    // Joins what is left with as many messages as the request needs; grows with what arrives only.
    private void gather(int length) {
        byte[] joined = Arrays.copyOfRange(bytes, position, bytes.length);
        int filled = joined.length;
        while (filled < length) {
            byte[] message = messages.next();
            if (message == null) {
                throw new DataException(
                        "COPY stream ends without its trailer: expected " + length + " more bytes, found " + filled);
            }
            if (filled == 0) {
                joined = message;
            } else {
                if (joined.length - filled < message.length) {
                    joined = Arrays.copyOf(joined, grown(filled, message.length, length));
                }
                System.arraycopy(message, 0, joined, filled, message.length);
            }
            filled += message.length;
        }
        bytes = joined.length == filled ? joined : Arrays.copyOf(joined, filled);
        position = 0;
    }

    private static int grown(int filled, int more, int wanted) {
        long needed = (long) filled + more;
        if (needed > MAX_ARRAY) {
            throw new DataException("expected a field of at most " + MAX_ARRAY + " bytes, found " + needed);
        }
        return (int) Math.max(needed, Math.min(Math.min(needed * 2, MAX_ARRAY), wanted));
    }
}
