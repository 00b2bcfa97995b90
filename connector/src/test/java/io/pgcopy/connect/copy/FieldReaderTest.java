/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.copy;

import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import org.apache.kafka.connect.errors.DataException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class FieldReaderTest {
    @Test
    void readsNumbersInNetworkOrder() {
        FieldReader field = field("01 0203 04050607 08090a0b0c0d0e0f");
        assertThat(field.readInt8()).isEqualTo((byte) 1);
        assertThat(field.readInt16()).isEqualTo((short) 0x0203);
        assertThat(field.readInt32()).isEqualTo(0x04050607);
        assertThat(field.readInt64()).isEqualTo(0x08090a0b0c0d0e0fL);
        field.expectEnd();
    }

    @Test
    void doesNotReadPastTheField() {
        FieldReader outer = field("00000001 00000002");
        FieldReader inner = outer.readField(4);
        assertThat(inner.readInt32()).isEqualTo(1);
        assertThatThrownBy(inner::readInt8)
                .isInstanceOf(DataException.class)
                .hasMessageContaining("expected 1 bytes, found 0");
        assertThat(outer.readInt32()).isEqualTo(2);
    }

    @ParameterizedTest
    @ValueSource(ints = {-1, 3, Integer.MAX_VALUE, Integer.MIN_VALUE})
    void refusesALengthBeyondTheField(int length) {
        assertThatThrownBy(() -> field("0000").readBytes(length)).isInstanceOf(DataException.class);
        assertThatThrownBy(() -> field("0000").readUtf8(length)).isInstanceOf(DataException.class);
        assertThatThrownBy(() -> field("0000").readField(length)).isInstanceOf(DataException.class);
    }

    @Test
    void refusesBytesLeftOver() {
        assertThatThrownBy(() -> field("00").expectEnd())
                .isInstanceOf(DataException.class)
                .hasMessageContaining("found 1 more");
    }

    @ParameterizedTest
    @ValueSource(strings = {"80", "c3", "c080", "eda080", "f8888080", "61ff"})
    void refusesTextThatIsNotUtf8(String hex) {
        FieldReader field = field(hex);
        assertThatThrownBy(() -> field.readUtf8(field.remaining()))
                .isInstanceOf(DataException.class)
                .hasMessageContaining("UTF-8");
    }

    @Test
    void keepsAReplacementCharacterThatTheTextReallyHas() {
        byte[] bytes = "a\uFFFDb".getBytes(StandardCharsets.UTF_8);
        assertThat(FieldReader.of(bytes).readUtf8(bytes.length)).isEqualTo("a\uFFFDb");
    }

    private static FieldReader field(String hex) {
        return FieldReader.of(HexFormat.of().parseHex(hex.replace(" ", "")));
    }
}
