/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.copy;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;
import java.util.SplittableRandom;
import org.apache.kafka.connect.errors.DataException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class CopyStreamReaderTest {
    private static final String HEADER = "5047434f50590aff0d0a00 00000000 00000000";
    private static final String TRAILER = "ffff";
    // COPY (VALUES (1, 'ab'), (2, NULL)) TO STDOUT (FORMAT binary), PostgreSQL 15: one message a tuple.
    private static final String FIRST = "0002 00000004 00000001 00000002 6162";
    private static final String SECOND = "0002 00000004 00000002 ffffffff";
    private static final byte[] STREAM = bytes(HEADER + FIRST + SECOND + TRAILER);

    @Test
    void readsTheMessagesThatTheServerSends() {
        assertThat(rows(MessageList.of(HEADER + FIRST, SECOND, TRAILER))).containsExactly("[1, ab]", "[2, null]");
    }

    @Test
    void readsATableWithoutRows() {
        assertThat(rows(MessageList.of(HEADER, TRAILER))).isEmpty();
    }

    @Test
    void readsTuplesWithoutFields() {
        CopyStreamReader reader = new CopyStreamReader(MessageList.of(HEADER + "0000", "0000", TRAILER));
        assertThat(reader.nextTuple()).isTrue();
        assertThat(reader.fieldCount()).isZero();
        assertThat(reader.nextTuple()).isTrue();
        assertThat(reader.nextTuple()).isFalse();
    }

    @Test
    void readsTuplesThatMessagesCutAnywhere() {
        for (int size = 1; size <= STREAM.length; size++) {
            assertThat(rows(MessageList.cut(STREAM, size))).containsExactly("[1, ab]", "[2, null]");
        }
        for (int at = 0; at <= STREAM.length; at++) {
            byte[] head = Arrays.copyOfRange(STREAM, 0, at);
            byte[] tail = Arrays.copyOfRange(STREAM, at, STREAM.length);
            MessageList messages = at == STREAM.length ? MessageList.of(head) : MessageList.of(head, tail);
            assertThat(rows(messages)).containsExactly("[1, ab]", "[2, null]");
        }
    }

    @Test
    void refusesAStreamThatEndsAnywhereBeforeItsTrailer() {
        for (int end = 0; end < STREAM.length; end++) {
            MessageList messages = MessageList.of(Arrays.copyOf(STREAM, end));
            assertThatThrownBy(() -> rows(messages))
                    .isInstanceOf(DataException.class)
                    .hasMessageContaining("ends without its trailer");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"00", "ffff", "0001 ffffffff"})
    void refusesBytesAfterTheTrailer(String more) {
        assertThatThrownBy(() -> rows(MessageList.of(HEADER, TRAILER + more)))
                .isInstanceOf(DataException.class)
                .hasMessageContaining("after its trailer");
        assertThatThrownBy(() -> rows(MessageList.of(HEADER, TRAILER, more)))
                .isInstanceOf(DataException.class)
                .hasMessageContaining("after its trailer");
    }

    @Test
    void refusesTextInPlaceOfTheSignature() {
        assertThatThrownBy(() -> rows(MessageList.of("31096162630a320964656667680a")))
                .isInstanceOf(DataException.class)
                .hasMessageContaining("signature");
    }

    @Test
    void refusesCriticalFlagsAndIgnoresTheOthers() {
        String signature = "5047434f50590aff0d0a00";
        assertThat(rows(MessageList.of(signature + "0000ffff 00000000" + FIRST, TRAILER)))
                .hasSize(1);
        assertThatThrownBy(() -> rows(MessageList.of(signature + "00010000 00000000" + FIRST, TRAILER)))
                .isInstanceOf(DataException.class)
                .hasMessageContaining("10000");
    }

    @Test
    void skipsTheHeadersExtension() {
        String header = "5047434f50590aff0d0a00 00000000 00000003 aabbcc";
        assertThat(rows(MessageList.of(header + FIRST, TRAILER))).containsExactly("[1, ab]");
    }

    @ParameterizedTest
    @ValueSource(strings = {"0001 fffffffe", "0001 80000000", "fffe", "8000"})
    void refusesNegativeLengthsAndCounts(String tuple) {
        assertThatThrownBy(() -> rows(MessageList.of(HEADER + tuple, TRAILER)))
                .isInstanceOf(DataException.class)
                .hasMessageContaining("found -");
    }

    @Test
    void takesNoMemoryForBytesThatDoNotCome() {
        // A two-gigabyte field is announced sixty-four times; the test JVM could not hold one.
        for (int i = 0; i < 64; i++) {
            MessageList messages = MessageList.of(HEADER + "0001 7fffffff 00", "00", "00");
            assertThatThrownBy(() -> rows(messages))
                    .isInstanceOf(DataException.class)
                    .hasMessageContaining("expected 2147483647 more bytes, found 3");
        }
    }

    @Test
    void countsTheBytesOfATuple() {
        CopyStreamReader reader = new CopyStreamReader(MessageList.of(HEADER + FIRST, SECOND, TRAILER));
        reader.nextTuple();
        reader.nextField();
        reader.nextField();
        assertThat(reader.tupleBytes()).isEqualTo(16);
        reader.nextTuple();
        reader.nextField();
        reader.nextField();
        assertThat(reader.tupleBytes()).isEqualTo(14);
    }

    @Test
    void readsAFieldThatSpansManyMessages() {
        byte[] content = new byte[100_000];
        new SplittableRandom(42).nextBytes(content);
        String tuple = "0001 000186a0" + HexFormat.of().formatHex(content);
        byte[] stream = bytes(HEADER + tuple + TRAILER);
        CopyStreamReader reader = new CopyStreamReader(MessageList.cut(stream, 999));
        assertThat(reader.nextTuple()).isTrue();
        FieldReader field = Objects.requireNonNull(reader.nextField());
        assertThat(field.readBytes(field.remaining())).isEqualTo(content);
        assertThat(reader.nextTuple()).isFalse();
    }

    @Test
    void refusesToLeaveATupleHalfRead() {
        CopyStreamReader reader = new CopyStreamReader(MessageList.of(HEADER + FIRST, TRAILER));
        reader.nextTuple();
        reader.nextField();
        assertThatThrownBy(reader::nextTuple)
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("1 of 2");
    }

    private static List<String> rows(MessageList messages) {
        CopyStreamReader reader = new CopyStreamReader(messages);
        List<String> rows = new ArrayList<>();
        while (reader.nextTuple()) {
            List<String> row = new ArrayList<>();
            for (int i = 0; i < reader.fieldCount(); i++) {
                FieldReader field = reader.nextField();
                if (field == null) {
                    row.add("null");
                } else {
                    row.add(i == 0 ? Integer.toString(field.readInt32()) : field.readUtf8(field.remaining()));
                }
            }
            rows.add(row.toString());
        }
        return rows;
    }

    private static byte[] bytes(String hex) {
        return HexFormat.of().parseHex(hex.replace(" ", ""));
    }
}
