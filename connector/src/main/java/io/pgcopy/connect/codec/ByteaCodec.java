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
    private static final AllowList<Object> ALLOWED = AllowList.<Object>builder()
            .plain(Schema.Type.BYTES, Function.identity())
            .build();

    @Override
    public Schema schema() {
        return Schema.BYTES_SCHEMA;
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

    @Override
    public Optional<Function<Object, Object>> from(Schema schema) {
        return ALLOWED.conversion(schema);
    }
}
