/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.blob;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.function.IntUnaryOperator;
import org.apache.kafka.connect.errors.DataException;

/**
 * Cuts one text that arrived whole: between characters, never inside one, so that each slice is a text of its own; slices are made when they are asked for, so that they do not double the value.
 */
public final class BlobSplitter {
    // A character has at most four bytes of UTF-8: less room than that may hold none.
    private static final int MIN_CHUNK_BYTES = 4;

    private final byte[] value;
    private final int chunkBytes;
    private final IntUnaryOperator width;
    private final long room;

    private BlobSplitter(byte[] value, int chunkBytes, IntUnaryOperator width, long room) {
        if (chunkBytes < MIN_CHUNK_BYTES) {
            throw new IllegalArgumentException(
                    "expected chunks of at least " + MIN_CHUNK_BYTES + " bytes, found " + chunkBytes);
        }
        this.value = value;
        this.chunkBytes = chunkBytes;
        this.width = width;
        this.room = room;
    }

    /** Cuts text, json, jsonb or xml in the form in which the record carries it. */
    public static BlobSplitter ofText(String value, int chunkBytes) {
        return ofText(value, chunkBytes, b -> 1, Long.MAX_VALUE);
    }

    /**
     * Cuts text that is written in another form afterwards, in which a slice has no more room than it has here.
     *
     * @param width of each byte of UTF-8 in that form
     * @param room of a slice in that form; enough for a few characters
     */
    public static BlobSplitter ofText(String value, int chunkBytes, IntUnaryOperator width, long room) {
        // Java would write a question mark for half a character.
        if (value.codePoints().anyMatch(c -> c >= Character.MIN_SURROGATE && c <= Character.MAX_SURROGATE)) {
            throw new DataException("text holds a lone surrogate, which UTF-8 cannot carry");
        }
        return new BlobSplitter(value.getBytes(StandardCharsets.UTF_8), chunkBytes, width, room);
    }

    /** Length of the whole value in bytes, as the manifest tells it. */
    public int bytes() {
        return value.length;
    }

    /** How many slices the value makes. */
    public int count() {
        int slices = 0;
        for (int from = 0; from < value.length; from = end(from)) {
            slices++;
        }
        return slices;
    }

    /** Where the slice ends that begins at {@code from}. */
    public int end(int from) {
        int end = Math.min(value.length, from + Math.min(chunkBytes, value.length - from));
        if (room < Long.MAX_VALUE) {
            end = endOfRoom(from, end);
        }
        while (end < value.length && continuation(value[end])) {
            end--;
        }
        return end;
    }

    /** The slice from {@code from} up to, not including, {@code end}, as bytes of its own. */
    public byte[] slice(int from, int end) {
        return Arrays.copyOfRange(value, from, end);
    }

    /** The same slice as text. */
    public String textSlice(int from, int end) {
        return new String(value, from, end - from, StandardCharsets.UTF_8);
    }

    private int endOfRoom(int from, int limit) {
        long used = 0;
        int end = from;
        while (end < limit && used + width.applyAsInt(value[end]) <= room) {
            used += width.applyAsInt(value[end++]);
        }
        return end;
    }

    private static boolean continuation(byte b) {
        return (b & 0xC0) == 0x80;
    }
}
