/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.codec;

import io.pgcopy.connect.copy.FieldReader;
import io.pgcopy.connect.copy.FieldWriter;
import java.util.Optional;
import java.util.function.Function;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaBuilder;

/** The server's own text form of a type that has no codec: the column is read as {@code ::text}. */
final class TextFormCodec implements Codec<String> {
    private static final Schema SCHEMA =
            SchemaBuilder.string().name(LogicalTypes.TEXT_FORM).build();

    private final TextRule rule;

    TextFormCodec(TextRule rule) {
        this.rule = rule;
    }

    @Override
    public Schema schema() {
        return SCHEMA;
    }

    @Override
    public String decode(FieldReader field) {
        return field.readUtf8(field.remaining());
    }

    @Override
    public void encode(String text, FieldWriter field) {
        field.writeUtf8(rule.apply(text));
    }

    @Override
    public Optional<Function<Object, String>> from(Schema schema) {
        return TextCodec.ALLOWED.conversion(schema);
    }
}
