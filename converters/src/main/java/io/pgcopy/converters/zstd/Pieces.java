/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.converters.zstd;

import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * Buffers outside the heap through which large payloads pass: the zstd library holds off the garbage
 * collector as long as it works on an array. Made when first needed.
 */
final class Pieces {
    /** Above this a payload goes by pieces. */
    static final int MAX_ARRAY = 1 << 20;

    private static final int BYTES = 1 << 17;

    private @Nullable ByteBuffer in;
    private @Nullable ByteBuffer out;

    /** What is still to be worked on. */
    ByteBuffer in() {
        if (in == null) {
            in = ByteBuffer.allocateDirect(BYTES).limit(0);
        }
        return in;
    }

    /** Where the result goes. */
    ByteBuffer out() {
        if (out == null) {
            out = ByteBuffer.allocateDirect(BYTES);
        }
        return out;
    }

    /** Puts the next piece in place of a consumed one and says how long it is. */
    int fill(byte[] payload, int from) {
        int length = Math.min(BYTES, payload.length - from);
        in().clear().put(payload, from, length).flip();
        return length;
    }

    void clear() {
        in().limit(0);
        out().clear();
    }
}
