/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.codec;

import io.pgcopy.connect.copy.FieldReader;
import io.pgcopy.connect.copy.FieldWriter;
import java.util.Optional;
import java.util.function.Function;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.errors.DataException;

/** Text behind a version byte, which is 1 in every server so far: jsonb, jsonpath, ltree, lquery, ltxtquery. */
final class VersionedTextCodec implements Codec<String> {
    private static final int VERSION = 1;

    private final TextCodec text;

    VersionedTextCodec(TextCodec text) {
        this.text = text;
    }

    @Override
    public Schema schema() {
        return text.schema();
    }

    @Override
    public String decode(FieldReader field) {
        byte version = field.readInt8();
        if (version != VERSION) {
            throw new DataException("expected version " + VERSION + ", found " + version);
        }
        return text.decode(field);
    }

    @Override
    public void encode(String value, FieldWriter field) {
        field.writeInt8(VERSION);
        text.encode(value, field);
    }

    @Override
    public Optional<Function<Object, String>> from(Schema schema) {
        return text.from(schema);
    }
}
