/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.converters.zstd;

import java.util.Arrays;

/**
 * The form of a compressed payload: a skippable zstd frame of twelve bytes that marks it as ours, then one
 * zstd frame with content size and checksum. The zstd command line reads it; a payload that does not begin
 * with the mark is plain, and so is a user's own .zst file.
 */
final class ZstdFrame {
    /** Magic number and length of a skippable frame, little-endian, and the four bytes that it holds. */
    private static final byte[] MARK = {0x57, 0x2A, 0x4D, 0x18, 4, 0, 0, 0, 'P', 'G', 'C', 'Z'};

    static final int MARK_LENGTH = MARK.length;
    private static final int MAGIC_LENGTH = 4;

    private ZstdFrame() {}

    static boolean isMarked(byte[] payload) {
        return payload.length >= MARK_LENGTH && Arrays.mismatch(payload, 0, MARK_LENGTH, MARK, 0, MARK_LENGTH) < 0;
    }

    /** Whether the payload ends within the mark: no plain payload is ever stored so. */
    static boolean isCutMark(byte[] payload) {
        int length = payload.length;
        return length >= MAGIC_LENGTH
                && length < MARK_LENGTH
                && Arrays.mismatch(payload, 0, length, MARK, 0, length) < 0;
    }

    static void putMark(byte[] target) {
        System.arraycopy(MARK, 0, target, 0, MARK_LENGTH);
    }
}
