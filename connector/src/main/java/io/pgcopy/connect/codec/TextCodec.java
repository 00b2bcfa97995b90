/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.codec;

import io.pgcopy.connect.copy.FieldReader;
import io.pgcopy.connect.copy.FieldWriter;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaBuilder;

/** {@code text}, and types that are text to the byte (json, xml, the text form of an unknown type): characters in UTF-8. */
final class TextCodec implements Codec<String> {
    static final AllowList<String> ALLOWED = AllowList.<String>builder()
            .plain(Schema.Type.STRING, String.class::cast)
            .build();

    private final Schema schema;
    private final UnaryOperator<String> rule;

    /** {@code rule} gives the text to write, or refuses it with a DataException. */
    TextCodec(UnaryOperator<String> rule) {
        this(Schema.STRING_SCHEMA, rule);
    }

    /** The same under a logical name. */
    TextCodec(String name, UnaryOperator<String> rule) {
        this(SchemaBuilder.string().name(name).build(), rule);
    }

    private TextCodec(Schema schema, UnaryOperator<String> rule) {
        this.schema = schema;
        this.rule = rule;
    }

    @Override
    public Schema schema() {
        return schema;
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
        return ALLOWED.conversion(schema);
    }
}
