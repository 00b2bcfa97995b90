/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.codec;

import io.pgcopy.connect.copy.FieldReader;
import io.pgcopy.connect.copy.FieldWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.errors.DataException;

/** {@code tsquery}: a count of items; each a lexeme with weights and prefix flag, or an operator. */
final class TsqueryCodec implements Codec<String> {
    private static final int LEXEME = 1;
    private static final int OPERATOR = 2;
    private static final int WEIGHTS_MASK = 0xF;

    @Override
    public Schema schema() {
        return Schema.STRING_SCHEMA;
    }

    @Override
    public String decode(FieldReader field) {
        int count = ItemCount.read(field, "items");
        List<TsqueryItem> items = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            items.add(item(field));
        }
        return TsqueryText.format(items);
    }

    @Override
    public void encode(String text, FieldWriter field) {
        List<TsqueryItem> items = TsqueryText.parse(text);
        if (items.isEmpty()) {
            throw new DataException("an empty tsquery cannot be written: PostgreSQL sends it but does not receive it");
        }
        field.writeInt32(items.size());
        for (TsqueryItem item : items) {
            if (item.operator() == 0) {
                field.writeInt8(LEXEME);
                field.writeInt8(item.detail() & WEIGHTS_MASK);
                field.writeInt8((item.detail() & TsqueryItem.PREFIX) == 0 ? 0 : 1);
                field.writeUtf8(item.lexeme());
                field.writeInt8(0);
            } else {
                field.writeInt8(OPERATOR);
                field.writeInt8(item.operator());
                if (item.operator() == TsqueryItem.PHRASE) {
                    field.writeInt16(item.detail());
                }
            }
        }
    }

    @Override
    public Optional<Function<Object, String>> from(Schema schema) {
        return TextCodec.ALLOWED.conversion(schema);
    }

    private static TsqueryItem item(FieldReader field) {
        byte kind = field.readInt8();
        if (kind == LEXEME) {
            int weights = field.readInt8();
            int prefix = field.readInt8();
            if (weights < 0 || weights > WEIGHTS_MASK) {
                throw new DataException("expected weights in four bits, found " + weights);
            }
            return TsqueryItem.lexeme(field.readTerminatedUtf8(), weights | (prefix == 0 ? 0 : TsqueryItem.PREFIX));
        }
        if (kind != OPERATOR) {
            throw new DataException("expected a lexeme or an operator, found kind " + kind);
        }
        int code = field.readInt8();
        return TsqueryItem.operator(code, code == TsqueryItem.PHRASE ? field.readInt16() : 0);
    }
}
