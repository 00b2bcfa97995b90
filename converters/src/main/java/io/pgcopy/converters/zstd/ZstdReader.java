/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.converters.zstd;

import com.github.luben.zstd.Zstd;
import com.github.luben.zstd.ZstdDecompressCtx;
import com.github.luben.zstd.ZstdException;
import java.nio.ByteBuffer;
import org.apache.kafka.connect.errors.DataException;

/**
 * Opens what {@link ZstdWriter} wrote and leaves every other payload alone. A frame says how large its
 * content is; nothing is allocated before that was weighed against the limit and against what zstd can do.
 * Confined to one thread.
 */
final class ZstdReader {
    /** The most that zstd makes of one byte is about 32,768. */
    private static final long MAX_RATIO = 40_000;

    private final ZstdContexts contexts;
    private final int maxBytes;
    private final Pieces pieces = new Pieces();

    ZstdReader(ZstdContexts contexts, int maxBytes) {
        this.contexts = contexts;
        this.maxBytes = maxBytes;
    }

    byte[] read(byte[] payload) {
        if (ZstdFrame.isCutMark(payload)) {
            throw new DataException("the compressed payload ends within its first " + ZstdFrame.MARK_LENGTH + " bytes");
        }
        return ZstdFrame.isMarked(payload) ? decompressed(payload) : payload;
    }

    private byte[] decompressed(byte[] payload) {
        int offset = ZstdFrame.MARK_LENGTH;
        int length = payload.length - offset;
        expectOneFrame(payload, offset, length);
        byte[] content = new byte[contentSize(payload, offset, length)];
        int size = content.length <= Pieces.MAX_ARRAY && length <= Pieces.MAX_ARRAY
                ? decompressWhole(payload, content)
                : decompressByPieces(payload, content);
        if (size != content.length) {
            throw new DataException("expected a content of " + content.length + " bytes, found " + size);
        }
        return content;
    }

    private static void expectOneFrame(byte[] payload, int offset, int length) {
        if (length == 0) {
            throw new DataException("expected a zstd frame behind the mark, found nothing");
        }
        long frame;
        try {
            frame = Zstd.findFrameCompressedSize(payload, offset, length);
        } catch (ZstdException e) {
            throw damaged(e);
        }
        if (frame != length) {
            throw new DataException(
                    "expected one zstd frame of " + length + " bytes, found one of " + frame + " and more behind it");
        }
    }

    private int contentSize(byte[] payload, int offset, int length) {
        long size = Zstd.getFrameContentSize(payload, offset, length);
        if (size < 0) {
            throw new DataException(
                    "expected a zstd frame that says how large its content is, found one that does not");
        }
        if (size > maxBytes) {
            throw new DataException("the compressed payload holds " + size + " bytes, more than the " + maxBytes
                    + " that zstd.max.decompressed.bytes allows");
        }
        if (size > length * MAX_RATIO) {
            throw new DataException("the compressed payload claims " + size + " bytes out of " + length
                    + ", more than zstd can make of them");
        }
        return (int) size;
    }

    private int decompressWhole(byte[] payload, byte[] content) {
        int offset = ZstdFrame.MARK_LENGTH;
        try {
            return contexts.decompress()
                    .decompressByteArray(content, 0, content.length, payload, offset, payload.length - offset);
        } catch (ZstdException e) {
            throw damaged(e);
        }
    }

    private int decompressByPieces(byte[] payload, byte[] content) {
        ZstdDecompressCtx context = contexts.decompress();
        ByteBuffer in = pieces.in();
        ByteBuffer out = pieces.out();
        int from = ZstdFrame.MARK_LENGTH;
        int size = 0;
        boolean done = false;
        try {
            while (!done) {
                if (!in.hasRemaining()) {
                    from += pieces.fill(payload, from);
                }
                int before = in.remaining();
                done = context.decompressDirectByteBufferStream(out, in);
                int length = out.flip().remaining();
                if (length > content.length - size || (length == 0 && in.remaining() == before && !done)) {
                    throw new DataException("the compressed payload's content is not of the size that its frame says");
                }
                out.get(content, size, length).clear();
                size += length;
            }
            return size;
        } catch (ZstdException e) {
            throw damaged(e);
        } finally {
            pieces.clear();
            if (!done) {
                contexts.abortDecompress();
            }
        }
    }

    private static DataException damaged(ZstdException e) {
        return new DataException("the compressed payload is damaged: " + e.getMessage(), e);
    }
}
