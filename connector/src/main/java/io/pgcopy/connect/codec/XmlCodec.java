/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.codec;

import io.pgcopy.connect.copy.FieldReader;
import io.pgcopy.connect.copy.FieldWriter;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaBuilder;
import org.apache.kafka.connect.errors.DataException;

/**
 * {@code xml}: text. The server decodes what it is sent by the document's own declaration, so one that declares
 * another encoding than the UTF-8 it is sent in would be garbled in silence: it is refused.
 */
final class XmlCodec implements Codec<String> {
    private static final Schema SCHEMA =
            SchemaBuilder.string().name(LogicalTypes.XML).build();
    private static final Pattern DECLARED =
            Pattern.compile("\\s*<[?]xml\\s[^>]*?encoding\\s*=\\s*[\"']([^\"']*)[\"'](?s:.*)");

    private final TextRule rule;

    XmlCodec(TextRule rule) {
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
        Matcher declared = DECLARED.matcher(text);
        if (declared.matches() && !declared.group(1).matches("(?i)utf-?8")) {
            throw new DataException("the XML text declares another encoding than UTF-8; take the declaration out");
        }
        field.writeUtf8(rule.apply(text));
    }

    @Override
    public Optional<Function<Object, String>> from(Schema schema) {
        return TextCodec.ALLOWED.conversion(schema);
    }
}
