/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.codec;

import io.pgcopy.connect.copy.CopyStreamReader;
import io.pgcopy.connect.copy.CopyStreamWriter;
import io.pgcopy.connect.copy.FieldReader;
import io.pgcopy.connect.copy.TupleBuffer;
import java.io.ByteArrayOutputStream;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;
import org.apache.kafka.connect.data.ConnectSchema;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;

/** Every codec against streams that a real server wrote: value by value, and back to the same bytes. */
class GoldenStreamTest {
    private final CodecRegistry registry = CodecRegistry.of(CodecOptions.DEFAULT);

    static List<GoldenStream> streams() {
        return GoldenStream.all();
    }

    @ParameterizedTest
    @MethodSource("streams")
    void decodesWhatTheServerWrote(GoldenStream golden) {
        Codec<?> codec = TestTypes.codec(registry, TestTypes.named(golden.type()), golden.typmod());
        CopyStreamReader reader = golden.reader();
        int rows = 0;
        while (reader.nextTuple()) {
            Object value = decode(codec, Objects.requireNonNull(reader.nextField()));
            ConnectSchema.validateValue(codec.schema(), value);
            assertThat(text(value)).isEqualTo(expected(reader));
            rows++;
        }
        assertThat(rows).isPositive();
    }

    @ParameterizedTest
    @MethodSource("streams")
    void encodesTheServersOwnBytes(GoldenStream golden) {
        Codec<?> codec = TestTypes.codec(registry, TestTypes.named(golden.type()), golden.typmod());
        CopyStreamReader reader = golden.reader();
        TupleBuffer buffer = new TupleBuffer();
        while (reader.nextTuple()) {
            buffer.beginTuple(2);
            copy(codec, reader, buffer);
            copy(new TextCodec(TextRule.unlimited(NulMode.FAIL)::apply), reader, buffer);
            buffer.endTuple();
        }
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        CopyStreamWriter.write(buffer, 0, buffer.tuples(), out::write);
        assertThat(out.toByteArray()).isEqualTo(serverForm(golden));
    }

    private static <T> void copy(Codec<T> codec, CopyStreamReader from, TupleBuffer to) {
        FieldReader field = Objects.requireNonNull(from.nextField());
        T value = codec.decode(field);
        to.beginField();
        codec.encode(codec.from(codec.schema()).orElseThrow().apply(value), to);
        to.endField();
    }

    // The server leaves noise in an infinity's scale and ignores it on the way in; we write zero.
    private static byte[] serverForm(GoldenStream golden) {
        String hex = HexFormat.of().formatHex(golden.bytes());
        if (golden.type().contains("num")) {
            hex = hex.replace("00000000d0000020", "00000000d0000000").replace("00000000f0000020", "00000000f0000000");
        }
        return HexFormat.of().parseHex(hex);
    }

    private static Object decode(Codec<?> codec, FieldReader field) {
        Object value = codec.decode(field);
        field.expectEnd();
        return value;
    }

    private static String expected(CopyStreamReader reader) {
        FieldReader field = Objects.requireNonNull(reader.nextField());
        return new String(field.readBytes(field.remaining()), StandardCharsets.UTF_8);
    }

    private static String text(Object value) {
        if (value instanceof byte[] bytes) {
            return HexFormat.of().formatHex(bytes);
        }
        return value instanceof BigDecimal decimal ? decimal.toPlainString() : value.toString();
    }
}
