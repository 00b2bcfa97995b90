/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.codec;

import io.pgcopy.connect.copy.FieldReader;
import io.pgcopy.connect.copy.FieldWriter;
import java.util.Optional;
import java.util.function.Function;
import org.apache.kafka.connect.data.Schema;

/** {@code text}, and types that are text to the byte: characters in UTF-8. */
final class TextCodec implements Codec<String> {
    static final AllowList<String> ALLOWED = AllowList.<String>builder()
            .plain(Schema.Type.STRING, String.class::cast)
            .build();

    private final TextRule rule;

    TextCodec(TextRule rule) {
        this.rule = rule;
    }

    @Override
    public Schema schema() {
        return Schema.STRING_SCHEMA;
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
