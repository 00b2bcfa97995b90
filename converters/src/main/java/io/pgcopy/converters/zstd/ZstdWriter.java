/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.converters.zstd;

import com.github.luben.zstd.EndDirective;
import com.github.luben.zstd.Zstd;
import com.github.luben.zstd.ZstdCompressCtx;
import com.github.luben.zstd.ZstdException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import org.apache.kafka.connect.errors.DataException;

/**
 * Compresses a payload where it pays and else gives it back as it is. The same payload has the same form
 * always: nothing is remembered. Confined to one thread.
 */
final class ZstdWriter {
    /** A result larger than this part of the payload is not worth a reader's time. */
    private static final double WORTH = 0.95;
    /** A result buffer that one odd payload made larger than this is not kept. */
    private static final int KEPT_BUFFER = 4 << 20;

    private final ZstdContexts contexts;
    private final CompressionProbe probe;
    private final int minBytes;
    private byte[] buffer = new byte[4_096];
    private final Pieces pieces = new Pieces();

    ZstdWriter(ZstdContexts contexts, int minBytes) {
        this.contexts = contexts;
        this.probe = new CompressionProbe(contexts);
        this.minBytes = minBytes;
    }

    /** The payload compressed, or the same array where that does not pay. */
    byte[] write(byte[] payload) {
        if (ZstdFrame.isMarked(payload) || ZstdFrame.isCutMark(payload)) {
            // A plain payload that looks like ours must go into a frame, at whatever size.
            return compressed(payload, (int) Math.min(Integer.MAX_VALUE - 8, Zstd.compressBound(payload.length)));
        }
        if (payload.length < minBytes || !probe.isWorthwhile(payload)) {
            return payload;
        }
        int most = (int) (payload.length * WORTH) - ZstdFrame.MARK_LENGTH;
        return most > 0 ? compressed(payload, most) : payload;
    }

    private byte[] compressed(byte[] payload, int most) {
        try {
            int size =
                    payload.length <= Pieces.MAX_ARRAY ? compressWhole(payload, most) : compressByPieces(payload, most);
            if (size < 0) {
                return payload;
            }
            ZstdFrame.putMark(buffer);
            return Arrays.copyOf(buffer, ZstdFrame.MARK_LENGTH + size);
        } finally {
            if (buffer.length > KEPT_BUFFER) {
                buffer = new byte[4_096];
            }
        }
    }

    /** What is held between payloads. */
    int heldBytes() {
        return buffer.length;
    }

    /** The frame's size, or -1 where it is larger than allowed. */
    private int compressWhole(byte[] payload, int most) {
        reserve(most);
        try {
            return contexts.compress()
                    .compressByteArray(buffer, ZstdFrame.MARK_LENGTH, most, payload, 0, payload.length);
        } catch (ZstdException e) {
            contexts.abortCompress();
            if (e.getErrorCode() == Zstd.errDstSizeTooSmall()) {
                return -1;
            }
            throw failed(e);
        }
    }

    private int compressByPieces(byte[] payload, int most) {
        ZstdCompressCtx context = contexts.compress();
        ByteBuffer in = pieces.in();
        ByteBuffer out = pieces.out();
        int from = 0;
        int size = 0;
        boolean done = false;
        try {
            context.setPledgedSrcSize(payload.length);
            while (!done) {
                if (!in.hasRemaining()) {
                    from += pieces.fill(payload, from);
                }
                EndDirective directive = from == payload.length ? EndDirective.END : EndDirective.CONTINUE;
                done = context.compressDirectByteBufferStream(out, in, directive) && directive == EndDirective.END;
                int length = out.flip().remaining();
                if (length > most - size) {
                    return -1;
                }
                reserve(size + length);
                out.get(buffer, ZstdFrame.MARK_LENGTH + size, length).clear();
                size += length;
            }
            return size;
        } catch (ZstdException e) {
            throw failed(e);
        } finally {
            pieces.clear();
            if (!done) {
                contexts.abortCompress();
            }
        }
    }

    /** Makes room for a frame of so many bytes. A large one grows with what it comes to, not with the payload. */
    private void reserve(int frameBytes) {
        int bytes = ZstdFrame.MARK_LENGTH + frameBytes;
        if (bytes > buffer.length) {
            buffer = Arrays.copyOf(buffer, (int) Math.max(bytes, Math.min(2L * buffer.length, Integer.MAX_VALUE - 8)));
        }
    }

    private static DataException failed(ZstdException e) {
        return new DataException("zstd cannot compress the payload: " + e.getMessage(), e);
    }
}
