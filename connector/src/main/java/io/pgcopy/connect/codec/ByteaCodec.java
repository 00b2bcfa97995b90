/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.codec;

import io.pgcopy.connect.copy.FieldReader;
import io.pgcopy.connect.copy.FieldWriter;
import java.nio.ByteBuffer;
import java.util.Optional;
import java.util.function.Function;
import org.apache.kafka.connect.data.Schema;

/**
 * {@code bytea}: the bytes. Decodes to an array of its own (see docs/decisions/0001); encodes an array or
 * a {@link ByteBuffer}, both being Connect's form of BYTES, without a copy where the value is large.
 */
final class ByteaCodec implements Codec<Object> {
    private static final AllowList<Object> BYTES = AllowList.<Object>builder()
            .plain(Schema.Type.BYTES, Function.identity())
            .build();

    private final Schema schema;
    private final AllowList<Object> allowed;

    ByteaCodec() {
        this(Schema.BYTES_SCHEMA, BYTES);
    }

    /** A type that is bytes to the server too, under another name. */
    ByteaCodec(Schema schema, AllowList<Object> allowed) {
        this.schema = schema;
        this.allowed = allowed;
    }

    @Override
    public Schema schema() {
        return schema;
    }

    @Override
    public Object decode(FieldReader field) {
        return field.readBytes(field.remaining());
    }

    @Override
    public void encode(Object value, FieldWriter field) {
        if (value instanceof byte[] bytes) {
            field.writeBytes(bytes);
        } else {
            field.writeBytes((ByteBuffer) value);
        }
    }

    /** The bytes of either of Connect's forms. */
    static byte[] bytes(Object value) {
        if (value instanceof byte[] bytes) {
            return bytes;
        }
        ByteBuffer buffer = ((ByteBuffer) value).duplicate();
        byte[] bytes = new byte[buffer.remaining()];
        buffer.get(bytes);
        return bytes;
    }

    @Override
    public Optional<Function<Object, Object>> from(Schema other) {
        return allowed.conversion(other);
    }
}
