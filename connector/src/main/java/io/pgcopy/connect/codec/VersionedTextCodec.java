/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.codec;

import io.pgcopy.connect.copy.FieldReader;
import io.pgcopy.connect.copy.FieldWriter;
import java.util.Optional;
import java.util.function.Function;
import org.apache.kafka.connect.data.Schema;

/** {@code jsonpath}, {@code ltree}, {@code lquery} and {@code ltxtquery}: a version byte, then the type's text. */
final class VersionedTextCodec implements Codec<String> {
    private final TextRule rule;

    VersionedTextCodec(TextRule rule) {
        this.rule = rule;
    }

    @Override
    public Schema schema() {
        return Schema.STRING_SCHEMA;
    }

    @Override
    public String decode(FieldReader field) {
        return VersionedText.read(field);
    }

    @Override
    public void encode(String text, FieldWriter field) {
        VersionedText.write(rule.apply(text), field);
    }

    @Override
    public Optional<Function<Object, String>> from(Schema schema) {
        return TextCodec.ALLOWED.conversion(schema);
    }
}
