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

    private final int level;
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
        this.level = level;
        contexts = create(level);
        cleanable = CLEANER.register(this, contexts);
    }

    private static Native create(int level) {
        Native made = new Native(new ZstdCompressCtx(), new ZstdCompressCtx(), new ZstdDecompressCtx());
        prepare(made.compress(), level);
        made.probe().setLevel(PROBE_LEVEL);
        prepare(made.decompress());
        return made;
    }

    private static void prepare(ZstdCompressCtx context, int level) {
        context.setLevel(level).setChecksum(true).setContentSize(true);
    }

    private static void prepare(ZstdDecompressCtx context) {
        context.setLongMax(MAX_WINDOW_LOG);
    }

    /** Gives up the frame that was begun. The library's reset forgets the settings with it. */
    void abortCompress() {
        contexts.compress().reset();
        prepare(contexts.compress(), level);
    }

    /** As {@link #abortCompress()}, for reading. */
    void abortDecompress() {
        contexts.decompress().reset();
        prepare(contexts.decompress());
    }

    /** Level, checksum and content size are set. */
    ZstdCompressCtx compress() {
        return contexts.compress();
    }

    /** For a glance at a payload: the fastest level that codes entropy. */
    ZstdCompressCtx probe() {
        return contexts.probe();
    }

    /** The window limit is set. */
    ZstdDecompressCtx decompress() {
        return contexts.decompress();
    }

    @Override
    public void close() {
        cleanable.clean();
    }
}
