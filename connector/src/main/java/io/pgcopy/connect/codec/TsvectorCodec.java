/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.codec;

import io.pgcopy.connect.copy.FieldReader;
import io.pgcopy.connect.copy.FieldWriter;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.function.Function;
import org.apache.kafka.connect.data.Schema;

/**
 * {@code tsvector}: a count of lexemes; of each its text up to a NUL byte, a count of positions, and the positions with
 * the weight in the two highest of their 16 bits.
 */
final class TsvectorCodec implements Codec<String> {
    private static final int WEIGHT_SHIFT = 14;

    @Override
    public Schema schema() {
        return Schema.STRING_SCHEMA;
    }

    @Override
    public String decode(FieldReader field) {
        int count = ItemCount.read(field, "lexemes");
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < count; i++) {
            text.append(i == 0 ? "" : " ");
            Lexeme.quote(field.readTerminatedUtf8(), text);
            int positions = field.readInt16() & 0xFFFF;
            for (int p = 0; p < positions; p++) {
                int position = field.readInt16() & 0xFFFF;
                text.append(p == 0 ? ':' : ',');
                TsvectorText.appendPosition(text, position & TsvectorText.MAX_POSITION, position >> WEIGHT_SHIFT);
            }
        }
        return text.toString();
    }

    @Override
    public void encode(String text, FieldWriter field) {
        SortedMap<String, SortedMap<Integer, Integer>> lexemes = TsvectorText.parse(text);
        field.writeInt32(lexemes.size());
        for (Map.Entry<String, SortedMap<Integer, Integer>> lexeme : lexemes.entrySet()) {
            field.writeUtf8(lexeme.getKey());
            field.writeInt8(0);
            field.writeInt16(lexeme.getValue().size());
            for (Map.Entry<Integer, Integer> position : lexeme.getValue().entrySet()) {
                field.writeInt16(position.getValue() << WEIGHT_SHIFT | position.getKey());
            }
        }
    }

    @Override
    public Optional<Function<Object, String>> from(Schema schema) {
        return TextCodec.ALLOWED.conversion(schema);
    }
}
