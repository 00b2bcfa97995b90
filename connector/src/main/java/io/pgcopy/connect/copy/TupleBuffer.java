/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.copy;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.kafka.connect.errors.DataException;

/**
 * Tuples in binary COPY form, encoded and not sent yet. Encoding is apart from sending so that a value
 * that does not fit is refused before the server sees a byte of it, and so that any run of tuples can be
 * sent again. Small fields are gathered in blocks; a large array is kept by reference and handed on whole.
 *
 * <p>One tuple is {@code beginTuple}, then for each field {@code writeNull} or {@code beginField},
 * content, {@code endField}, and last {@code endTuple}; {@code abandonTuple} takes back one begun.
 * Confined to one thread.
 */
public final class TupleBuffer implements FieldWriter {
    /** Where the bytes go: {@code CopyIn.writeToCopy}, or a test's array. */
    @FunctionalInterface
    public interface Output {
        void write(byte[] bytes, int offset, int length);
    }

    private static final VarHandle INT16 = MethodHandles.byteArrayViewVarHandle(short[].class, ByteOrder.BIG_ENDIAN);
    private static final VarHandle INT32 = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);
    private static final VarHandle INT64 = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

    // The first block is small, since there may be a buffer for each of many tables; each block doubles it.
    static final int FIRST_BLOCK_BYTES = 4 * 1024;
    static final int BLOCK_BYTES = 128 * 1024;
    // Below this an array costs less to gather than a CopyData message of its own.
    static final int BY_REFERENCE_BYTES = 16 * 1024;

    private static final class Segment {
        private final byte[] bytes;
        private final int offset;
        private final int length;

        Segment(byte[] bytes, int offset, int length) {
            this.bytes = bytes;
            this.offset = offset;
            this.length = length;
        }
    }

    private final List<Segment> segments = new ArrayList<>();
    private byte[] block = new byte[FIRST_BLOCK_BYTES];
    private int blockStart;
    private int position;
    private long total;

    private long[] tupleEnds = new long[64];
    private int tuples;

    // Length prefixes to be patched, innermost last: where each stands and what came before its content.
    private byte[][] markBlocks = new byte[8][];
    private int[] markPositions = new int[8];
    private long[] markTotals = new long[8];
    private int marks;

    // A segment that was read the last time, and how many bytes come before it: tuples are read one after another.
    private int readSegment;
    private long readStart;

    private int tupleSegments;
    private byte[] tupleBlock = block;
    private int tupleBlockStart;
    private int tuplePosition;

    /** Complete tuples held. */
    public int tuples() {
        return tuples;
    }

    /** Bytes held, those of an unfinished tuple included. */
    public long bytes() {
        return total;
    }

    /** Size of one complete tuple in bytes. */
    public long tupleBytes(int tuple) {
        return tupleEnds[tuple] - tupleStart(tuple);
    }

    public void beginTuple(int fieldCount) {
        tupleSegments = segments.size();
        tupleBlock = block;
        tupleBlockStart = blockStart;
        tuplePosition = position;
        writeInt16(fieldCount);
    }

    public void writeNull() {
        writeInt32(-1);
    }

    public void beginField() {
        beginNested();
    }

    public void endField() {
        endNested(marks - 1);
    }

    public void endTuple() {
        if (marks != 0) {
            throw new IllegalStateException("tuple ends inside a field");
        }
        if (tuples == tupleEnds.length) {
            tupleEnds = Arrays.copyOf(tupleEnds, tuples * 2);
        }
        tupleEnds[tuples++] = total;
    }

    /** Takes back the tuple that was begun and not ended: the buffer is as it was before it. */
    public void abandonTuple() {
        segments.subList(tupleSegments, segments.size()).clear();
        readSegment = 0;
        readStart = 0;
        block = tupleBlock;
        blockStart = tupleBlockStart;
        position = tuplePosition;
        total = tuples == 0 ? 0 : tupleEnds[tuples - 1];
        marks = 0;
    }

    /** Forgets all tuples. Arrays kept by reference are let go. */
    public void clear() {
        segments.clear();
        readSegment = 0;
        readStart = 0;
        blockStart = 0;
        position = 0;
        total = 0;
        tuples = 0;
        marks = 0;
    }

    /** Writes the tuples from {@code first} up to, not including, {@code end}; without header and trailer. */
    public void writeTo(Output out, int first, int end) {
        seal();
        long from = tupleStart(first);
        long to = end == 0 ? 0 : tupleEnds[end - 1];
        int index = from < readStart ? 0 : readSegment;
        long at = from < readStart ? 0 : readStart;
        while (at < to) {
            readSegment = index;
            readStart = at;
            Segment segment = segments.get(index++);
            long low = Math.max(from, at);
            long high = Math.min(to, at + segment.length);
            if (low < high) {
                out.write(segment.bytes, segment.offset + (int) (low - at), (int) (high - low));
            }
            at += segment.length;
        }
    }

    @Override
    public void writeInt8(int value) {
        int at = reserve(1);
        block[at] = (byte) value;
    }

    @Override
    public void writeInt16(int value) {
        int at = reserve(2);
        INT16.set(block, at, (short) value);
    }

    @Override
    public void writeInt32(int value) {
        int at = reserve(4);
        INT32.set(block, at, value);
    }

    @Override
    public void writeInt64(long value) {
        int at = reserve(8);
        INT64.set(block, at, value);
    }

    @Override
    public void writeBytes(byte[] bytes, int offset, int length) {
        if (length < BY_REFERENCE_BYTES) {
            int at = reserve(length);
            System.arraycopy(bytes, offset, block, at, length);
        } else {
            seal();
            segments.add(new Segment(bytes, offset, length));
            total += length;
        }
    }

    @Override
    public int beginNested() {
        if (marks == markPositions.length) {
            markBlocks = Arrays.copyOf(markBlocks, marks * 2);
            markPositions = Arrays.copyOf(markPositions, marks * 2);
            markTotals = Arrays.copyOf(markTotals, marks * 2);
        }
        markPositions[marks] = reserve(4);
        markBlocks[marks] = block;
        markTotals[marks] = total;
        return marks++;
    }

    @Override
    public void endNested(int mark) {
        if (mark != marks - 1) {
            throw new IllegalStateException("fields must end in the reverse order of their beginning");
        }
        marks--;
        long length = total - markTotals[marks];
        if (length > Integer.MAX_VALUE) {
            throw new DataException("a field of " + length + " bytes is more than PostgreSQL takes");
        }
        INT32.set(markBlocks[marks], markPositions[marks], (int) length);
    }

    private long tupleStart(int tuple) {
        return tuple == 0 ? 0 : tupleEnds[tuple - 1];
    }

    // May begin a new block: look at `block` after the call, never in the same expression, where Java reads it before.
    private int reserve(int length) {
        if (block.length - position < length) {
            seal();
            block = new byte[Math.max(length, Math.min(BLOCK_BYTES, block.length * 2))];
            blockStart = 0;
            position = 0;
        }
        int at = position;
        position += length;
        total += length;
        return at;
    }

    private void seal() {
        if (position > blockStart) {
            segments.add(new Segment(block, blockStart, position - blockStart));
            blockStart = position;
        }
    }
}
