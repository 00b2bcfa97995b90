/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.codec;

import io.pgcopy.connect.copy.FieldReader;
import io.pgcopy.connect.copy.FieldWriter;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaBuilder;
import org.apache.kafka.connect.errors.DataException;
import org.jspecify.annotations.Nullable;

/** {@code hstore}: pairs of a key and a value or null. */
final class HstoreCodec implements Codec<Map<String, @Nullable String>> {
    private static final Schema SCHEMA = SchemaBuilder.map(Schema.STRING_SCHEMA, Schema.OPTIONAL_STRING_SCHEMA)
            .name(LogicalTypes.HSTORE)
            .build();
    private static final int NULL = -1;

    private final TextRule rule;

    HstoreCodec(TextRule rule) {
        this.rule = rule;
    }

    @Override
    public Schema schema() {
        return SCHEMA;
    }

    @Override
    public Map<String, @Nullable String> decode(FieldReader field) {
        int count = ItemCount.read(field, "pairs");
        Map<String, @Nullable String> pairs = new LinkedHashMap<>();
        for (int i = 0; i < count; i++) {
            String key = field.readUtf8(field.readInt32());
            int length = field.readInt32();
            pairs.put(key, length == NULL ? null : field.readUtf8(length));
        }
        return pairs;
    }

    @Override
    public void encode(Map<String, @Nullable String> pairs, FieldWriter field) {
        field.writeInt32(pairs.size());
        Set<String> changed = new HashSet<>();
        for (Map.Entry<String, @Nullable String> pair : pairs.entrySet()) {
            @Nullable String key = pair.getKey();
            if (key == null) {
                throw new DataException("an hstore has no null keys, found one");
            }
            String written = rule.apply(key);
            // The server would keep one of two equal keys, in silence.
            if (!written.equals(key) && (pairs.containsKey(written) || !changed.add(written))) {
                throw new DataException("two keys of the hstore are the same without their NUL characters; set"
                        + " text.nul.mode to another value");
            }
            write(written, field);
            @Nullable String value = pair.getValue();
            if (value == null) {
                field.writeNestedNull();
            } else {
                write(rule.apply(value), field);
            }
        }
    }

    @Override
    @SuppressWarnings("unchecked")
    public Optional<Function<Object, Map<String, @Nullable String>>> from(Schema schema) {
        if (schema.type() != Schema.Type.MAP
                || schema.keySchema().type() != Schema.Type.STRING
                || schema.valueSchema().type() != Schema.Type.STRING) {
            return Optional.empty();
        }
        return Optional.of(value -> (Map<String, @Nullable String>) value);
    }

    private static void write(String text, FieldWriter field) {
        int mark = field.beginNested();
        field.writeUtf8(text);
        field.endNested(mark);
    }
}
