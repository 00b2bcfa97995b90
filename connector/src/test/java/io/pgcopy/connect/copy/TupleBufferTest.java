/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.copy;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.SplittableRandom;
import org.apache.kafka.connect.errors.DataException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class TupleBufferTest {
    private final TupleBuffer buffer = new TupleBuffer();

    @Test
    void writesCountLengthsAndContent() {
        buffer.beginTuple(3);
        field(() -> buffer.writeInt32(1));
        buffer.writeNull();
        field(() -> buffer.writeUtf8("ab"));
        buffer.endTuple();
        assertThat(hex(0, 1)).isEqualTo("0003" + "0000000400000001" + "ffffffff" + "000000026162");
        assertThat(buffer.tupleBytes(0)).isEqualTo(20);
        assertThat(buffer.bytes()).isEqualTo(20);
    }

    @Test
    void writesNumbersInNetworkOrder() {
        buffer.beginTuple(1);
        field(() -> {
            buffer.writeInt8(1);
            buffer.writeInt16(0x0203);
            buffer.writeInt32(0x04050607);
            buffer.writeInt64(0x08090a0b0c0d0e0fL);
            buffer.writeFloat32(1.5f);
            buffer.writeFloat64(-0.0);
        });
        buffer.endTuple();
        assertThat(hex(0, 1))
                .isEqualTo("00010000001b" + "0102030405060708090a0b0c0d0e0f" + "3fc00000" + "8000000000000000");
    }

    /** Each width meets the end of a block at each distance: what is written there belongs to the next block. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 4, 8})
    void writesNumbersWhereABlockIsFull(int width) {
        for (int room = 0; room <= 8; room++) {
            TupleBuffer fresh = new TupleBuffer();
            ByteBuffer expected = ByteBuffer.allocate(TupleBuffer.FIRST_BLOCK_BYTES + 64);
            fresh.beginTuple(1);
            fresh.beginField();
            for (int i = 0; i < TupleBuffer.FIRST_BLOCK_BYTES - 6 - room; i++) {
                fresh.writeInt8(i % 127);
                expected.put((byte) (i % 127));
            }
            for (int i = 0; i < 3; i++) {
                writeNumber(fresh, width, expected);
            }
            fresh.endField();
            fresh.endTuple();
            ByteArrayOutputStream out = new ByteArrayOutputStream();
            fresh.writeTo(out::write, 0, 1);
            byte[] content = Arrays.copyOfRange(out.toByteArray(), 6, out.size());
            assertThat(content)
                    .as("%d bytes of room", room)
                    .isEqualTo(Arrays.copyOf(expected.array(), expected.position()));
        }
    }

    private static void writeNumber(TupleBuffer buffer, int width, ByteBuffer expected) {
        long value = 0x1112131415161718L;
        switch (width) {
            case 1 -> buffer.writeInt8((byte) value);
            case 2 -> buffer.writeInt16((short) value);
            case 4 -> buffer.writeInt32((int) value);
            default -> buffer.writeInt64(value);
        }
        for (int i = width - 1; i >= 0; i--) {
            expected.put((byte) (value >>> (8 * i)));
        }
    }

    @Test
    void patchesTheLengthsOfFieldsInsideFields() {
        buffer.beginTuple(1);
        buffer.beginField();
        int outer = buffer.beginNested();
        buffer.writeInt8(7);
        int inner = buffer.beginNested();
        buffer.writeInt16(8);
        buffer.endNested(inner);
        buffer.writeNestedNull();
        buffer.endNested(outer);
        buffer.endField();
        buffer.endTuple();
        assertThat(hex(0, 1)).isEqualTo("0001" + "0000000f" + "0000000b" + "07" + "00000002" + "0008" + "ffffffff");
    }

    @Test
    void patchesLengthsAcrossBlocksAndLargeArrays() {
        byte[] large = new byte[TupleBuffer.BLOCK_BYTES * 3];
        byte[] small = new byte[TupleBuffer.BY_REFERENCE_BYTES - 1];
        buffer.beginTuple(1);
        buffer.beginField();
        int nested = buffer.beginNested();
        buffer.writeBytes(large);
        int blocks = 40;
        for (int i = 0; i < blocks; i++) {
            buffer.writeBytes(small);
        }
        buffer.endNested(nested);
        buffer.endField();
        buffer.endTuple();
        int content = large.length + blocks * small.length;
        byte[] bytes = bytes(0, 1);
        assertThat(bytes).hasSize(2 + 4 + 4 + content);
        assertThat(ByteBuffer.wrap(bytes).getInt(2)).isEqualTo(4 + content);
        assertThat(ByteBuffer.wrap(bytes).getInt(6)).isEqualTo(content);
    }

    @Test
    void handsALargeArrayOnWithoutACopy() {
        byte[] large = new byte[TupleBuffer.BY_REFERENCE_BYTES];
        buffer.beginTuple(1);
        field(() -> buffer.writeBytes(large));
        buffer.endTuple();
        List<byte[]> written = new ArrayList<>();
        buffer.writeTo((bytes, offset, length) -> written.add(bytes), 0, 1);
        assertThat(written).hasSize(2);
        assertThat(written.get(1)).isSameAs(large);
    }

    @Test
    void takesBuffersOfEveryKindAndLeavesTheirPosition() {
        ByteBuffer heap = ByteBuffer.wrap(new byte[] {9, 1, 2, 9}, 1, 2).slice();
        ByteBuffer direct = ByteBuffer.allocateDirect(2).put(new byte[] {1, 2}).flip();
        for (ByteBuffer bytes : List.of(heap, heap.asReadOnlyBuffer(), direct)) {
            buffer.clear();
            buffer.beginTuple(1);
            field(() -> buffer.writeBytes(bytes));
            buffer.endTuple();
            assertThat(hex(0, 1)).isEqualTo("0001" + "00000002" + "0102");
            assertThat(bytes.remaining()).isEqualTo(2);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 100, TupleBuffer.BY_REFERENCE_BYTES, TupleBuffer.BLOCK_BYTES + 1})
    void takesBackATupleThatWasBegun(int length) {
        tuple(1, new byte[length]);
        byte[] before = bytes(0, 1);
        buffer.beginTuple(2);
        field(() -> buffer.writeBytes(new byte[length]));
        buffer.beginField();
        buffer.beginNested();
        for (int i = 0; i < 20; i++) {
            buffer.writeBytes(new byte[TupleBuffer.BY_REFERENCE_BYTES - 1]);
        }
        buffer.abandonTuple();
        assertThat(buffer.tuples()).isEqualTo(1);
        assertThat(buffer.bytes()).isEqualTo(before.length);
        assertThat(bytes(0, 1)).isEqualTo(before);
        tuple(2, new byte[3]);
        assertThat(hex(1, 2)).isEqualTo("0001" + "00000007" + "00000002" + "000000");
    }

    @Test
    void takesBackTheFirstTupleAndOneAfterAnother() {
        for (int i = 0; i < 3; i++) {
            buffer.beginTuple(1);
            buffer.beginField();
            buffer.writeInt64(i);
            buffer.abandonTuple();
        }
        assertThat(buffer.tuples()).isZero();
        assertThat(buffer.bytes()).isZero();
        tuple(5, new byte[0]);
        assertThat(hex(0, 1)).isEqualTo("0001" + "00000004" + "00000005");
    }

    @Test
    void writesAnyRunOfTuples() {
        SplittableRandom random = new SplittableRandom(42);
        int count = 200;
        List<byte[]> each = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            int length = random.nextInt(10) == 0 ? random.nextInt(300_000) : random.nextInt(2_000);
            byte[] content = new byte[length];
            random.nextBytes(content);
            tuple(i, content);
        }
        for (int i = 0; i < count; i++) {
            byte[] one = bytes(i, i + 1);
            assertThat(one).hasSize(Math.toIntExact(buffer.tupleBytes(i)));
            assertThat(ByteBuffer.wrap(one).getInt(6)).isEqualTo(i);
            each.add(one);
        }
        for (int run = 0; run < 50; run++) {
            int first = random.nextInt(count + 1);
            int end = random.nextInt(first, count + 1);
            ByteArrayOutputStream expected = new ByteArrayOutputStream();
            each.subList(first, end).forEach(expected::writeBytes);
            assertThat(bytes(first, end)).isEqualTo(expected.toByteArray());
        }
    }

    @Test
    void isEmptyAfterClear() {
        tuple(1, new byte[TupleBuffer.BLOCK_BYTES]);
        buffer.clear();
        assertThat(buffer.tuples()).isZero();
        assertThat(buffer.bytes()).isZero();
        assertThat(bytes(0, 0)).isEmpty();
        tuple(2, new byte[0]);
        assertThat(hex(0, 1)).isEqualTo("0001" + "00000004" + "00000002");
    }

    @ParameterizedTest
    @ValueSource(strings = {"\ud800", "a\udc00b", "\udc00\ud800", "\ud83d\ud83d\ude00"})
    void refusesALoneSurrogate(String text) {
        buffer.beginTuple(1);
        buffer.beginField();
        assertThatThrownBy(() -> buffer.writeUtf8(text))
                .isInstanceOf(DataException.class)
                .hasMessageContaining("lone surrogate");
    }

    @Test
    void refusesToEndATupleInsideAField() {
        buffer.beginTuple(1);
        buffer.beginField();
        assertThatThrownBy(buffer::endTuple).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void streamsHeaderTuplesAndTrailerOnceEach() {
        tuple(1, new byte[0]);
        tuple(2, new byte[0]);
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        CopyStreamWriter.write(buffer, 0, 2, out::write);
        String header = "5047434f50590aff0d0a00" + "00000000" + "00000000";
        assertThat(HexFormat.of().formatHex(out.toByteArray()))
                .isEqualTo(header + "00010000000400000001" + "00010000000400000002" + "ffff");
    }

    @Test
    void streamsHeaderAndTrailerWithoutTuples() {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        CopyStreamWriter.write(buffer, 0, 0, out::write);
        assertThat(HexFormat.of().formatHex(out.toByteArray())).isEqualTo("5047434f50590aff0d0a000000000000000000ffff");
        assertThat(new CopyStreamReader(MessageList.of(out.toByteArray())).nextTuple())
                .isFalse();
    }

    private void tuple(int number, byte[] content) {
        buffer.beginTuple(1);
        field(() -> {
            buffer.writeInt32(number);
            buffer.writeBytes(content);
        });
        buffer.endTuple();
    }

    private void field(Runnable content) {
        buffer.beginField();
        content.run();
        buffer.endField();
    }

    private byte[] bytes(int first, int end) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        buffer.writeTo(out::write, first, end);
        return out.toByteArray();
    }

    private String hex(int first, int end) {
        return HexFormat.of().formatHex(bytes(first, end));
    }
}
