/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.converters.zstd;

import com.github.luben.zstd.ZstdCompressCtx;
import com.github.luben.zstd.ZstdDecompressCtx;
import java.lang.ref.Cleaner;

/**
 * The native contexts of one converter, made once. They are freed by {@link #close()}, or when the converter
 * is forgotten: workers before 4.1 never close a converter. Confined to one thread.
 */
final class ZstdContexts implements AutoCloseable {
    private static final Cleaner CLEANER = Cleaner.create();
    private static final int PROBE_LEVEL = 1;
    /** 8 MiB, what the highest level that we allow uses: a frame that wants more was not made by us. */
    private static final int MAX_WINDOW_LOG = 23;

    private final Native contexts;
    private final Cleaner.Cleanable cleanable;

    // Holds no way back to the converter, which could else never be forgotten.
    private record Native(ZstdCompressCtx compress, ZstdCompressCtx probe, ZstdDecompressCtx decompress)
            implements Runnable {
        @Override
        public void run() {
            compress.close();
            probe.close();
            decompress.close();
        }
    }

    ZstdContexts(int level) {
        ZstdCompressCtx compress =
                new ZstdCompressCtx().setLevel(level).setChecksum(true).setContentSize(true);
        contexts = new Native(
                compress,
                new ZstdCompressCtx().setLevel(PROBE_LEVEL),
                new ZstdDecompressCtx().setLongMax(MAX_WINDOW_LOG));
        cleanable = CLEANER.register(this, contexts);
    }

    /** Level, checksum and content size are set. */
    ZstdCompressCtx compress() {
        return contexts.compress();
    }

    /** For a glance at a payload: the fastest level that codes entropy. */
    ZstdCompressCtx probe() {
        return contexts.probe();
    }

    ZstdDecompressCtx decompress() {
        return contexts.decompress();
    }

    @Override
    public void close() {
        cleanable.clean();
    }
}
