/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.codec;

import io.pgcopy.connect.copy.FieldReader;
import io.pgcopy.connect.copy.TupleBuffer;
import java.io.ByteArrayOutputStream;
import java.util.Arrays;
import java.util.HexFormat;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.errors.DataException;

/** Single fields to bytes and back, the way the frame around a codec does it. */
final class Wire {
    private static final int TUPLE_AND_FIELD_HEADER = 2 + 4;

    private Wire() {}

    static <T> T decode(Codec<T> codec, byte[] bytes) {
        FieldReader field = FieldReader.of(bytes);
        T value = codec.decode(field);
        field.expectEnd();
        return value;
    }

    static <T> T decode(Codec<T> codec, String hex) {
        return decode(codec, HexFormat.of().parseHex(hex));
    }

    static <T> byte[] encode(Codec<T> codec, T value) {
        TupleBuffer buffer = new TupleBuffer();
        buffer.beginTuple(1);
        buffer.beginField();
        codec.encode(value, buffer);
        buffer.endField();
        buffer.endTuple();
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        buffer.writeTo(out::write, 0, 1);
        byte[] all = out.toByteArray();
        return Arrays.copyOfRange(all, TUPLE_AND_FIELD_HEADER, all.length);
    }

    static <T> String hex(Codec<T> codec, T value) {
        return HexFormat.of().formatHex(encode(codec, value));
    }

    /** What a sink does with one value of a record: the allow list's conversion, then the codec. */
    static <T> byte[] write(Codec<T> codec, Schema schema, Object value) {
        return encode(
                codec,
                codec.from(schema)
                        .orElseThrow(() -> new DataException("not allowed"))
                        .apply(value));
    }

    /** The value that the column holds after the sink wrote one of another schema. */
    static <T> T through(Codec<T> codec, Schema schema, Object value) {
        return decode(codec, write(codec, schema, value));
    }
}
