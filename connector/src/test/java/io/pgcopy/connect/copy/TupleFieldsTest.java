/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.copy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

class TupleFieldsTest {
    private final TupleBuffer tuples = new TupleBuffer();

    @ParameterizedTest(name = "{0} bytes")
    @ValueSource(ints = {0, 1, 200, 16_383, 16_384, 131_000, 131_072, 400_000})
    void givesBackWhatWasEncoded(int size) {
        byte[] large = new byte[size];
        for (int i = 0; i < size; i++) {
            large[i] = (byte) (i * 7);
        }
        for (int tuple = 0; tuple < 5; tuple++) {
            add(tuple, large);
        }
        for (int tuple = 0; tuple < 5; tuple++) {
            byte[][] fields = TupleFields.of(tuples, tuple);
            assertThat(fields).hasNumberOfRows(4);
            assertThat(fields[0]).containsExactly(tuple);
            assertThat(fields[1]).isEqualTo(large);
            assertThat(fields[2]).isNull();
            assertThat(fields[3]).isEqualTo(large);
        }
    }

    @Test
    void handsALargeArrayOnWithoutACopy() {
        byte[] large = new byte[TupleBuffer.BY_REFERENCE_BYTES];
        add(1, large);
        assertThat(TupleFields.of(tuples, 0)[1]).isSameAs(large);
    }

    /** A byte, the array, NULL, the array again. */
    private void add(int first, byte[] large) {
        tuples.beginTuple(4);
        tuples.beginField();
        tuples.writeInt8(first);
        tuples.endField();
        field(large);
        tuples.writeNull();
        field(large);
        tuples.endTuple();
    }

    private void field(byte[] content) {
        tuples.beginField();
        tuples.writeBytes(content, 0, content.length);
        tuples.endField();
    }
}
