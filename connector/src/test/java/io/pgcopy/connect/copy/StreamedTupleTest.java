/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.copy;

import java.io.ByteArrayOutputStream;
import java.util.BitSet;
import java.util.Iterator;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class StreamedTupleTest {
    private final ByteArrayOutputStream sent = new ByteArrayOutputStream();
    private final StreamedTuple tuple = new StreamedTuple(sent::write);

    @Test
    void sendsTheKeptFieldsThenTheStreamedOnes() {
        BitSet leftOut = new BitSet();
        leftOut.set(1);
        tuple.begin(threeFields(), leftOut, 2);
        tuple.beginField(3);
        assertThat(tuple.write(new byte[] {9, 1, 2}, 1, 2)).isFalse();
        assertThat(tuple.write(new byte[] {3}, 0, 1)).isTrue();
        tuple.beginField(0);
        tuple.end();

        CopyStreamReader reader =
                new CopyStreamReader(List.of(sent.toByteArray()).iterator()::next);
        assertThat(reader.nextTuple()).isTrue();
        assertThat(reader.fieldCount()).isEqualTo(4);
        assertThat(field(reader).readInt32()).isEqualTo(7);
        assertThat(reader.nextField()).isNull();
        assertThat(field(reader).readBytes(3)).containsExactly(1, 2, 3);
        assertThat(field(reader).remaining()).isZero();
    }

    @Test
    void sendsATupleOfNothingButSuchFields() {
        tuple.begin(2);
        tuple.nulls(1);
        tuple.beginField(1);
        tuple.write(new byte[] {5}, 0, 1);
        tuple.end();

        Iterator<byte[]> stream = List.of(sent.toByteArray()).iterator();
        CopyStreamReader reader = new CopyStreamReader(() -> stream.hasNext() ? stream.next() : null);
        assertThat(reader.nextTuple()).isTrue();
        assertThat(reader.fieldCount()).isEqualTo(2);
        assertThat(reader.nextField()).isNull();
        assertThat(field(reader).readBytes(1)).containsExactly(5);
        assertThat(reader.nextTuple()).isFalse();
    }

    @Test
    void refusesMoreFieldsThanItHas() {
        tuple.begin(threeFields(), new BitSet(), 2);
        assertThatThrownBy(() -> tuple.nulls(3)).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void refusesMoreOrLessThanDeclared() {
        tuple.begin(threeFields(), new BitSet(), 1);
        tuple.beginField(2);
        assertThatThrownBy(() -> tuple.write(new byte[3], 0, 3)).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(tuple::end).isInstanceOf(IllegalStateException.class).hasMessageContaining("2 bytes early");
        tuple.write(new byte[2], 0, 2);
        assertThatThrownBy(() -> tuple.beginField(1)).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void refusesToEndBeforeItsLastField() {
        tuple.begin(threeFields(), new BitSet(), 1);
        assertThatThrownBy(tuple::end).isInstanceOf(IllegalStateException.class).hasMessageContaining("1 fields early");
    }

    private static FieldReader field(CopyStreamReader reader) {
        return Objects.requireNonNull(reader.nextField());
    }

    private static TupleBuffer threeFields() {
        TupleBuffer buffer = new TupleBuffer();
        buffer.beginTuple(3);
        buffer.beginField();
        buffer.writeInt32(7);
        buffer.endField();
        buffer.beginField();
        buffer.writeInt32(8);
        buffer.endField();
        buffer.writeNull();
        buffer.endTuple();
        return buffer;
    }
}
