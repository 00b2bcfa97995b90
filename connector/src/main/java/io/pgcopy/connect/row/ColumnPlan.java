/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.row;

import io.pgcopy.connect.codec.Codec;
import io.pgcopy.connect.copy.TupleBuffer;
import io.pgcopy.connect.type.Column;
import java.util.function.Function;
import org.apache.kafka.connect.data.Field;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.errors.DataException;
import org.jspecify.annotations.Nullable;

/** How one record field is written to one column; decided once for all rows. */
final class ColumnPlan<T> {
    private final Column column;
    private final Field field;
    private final boolean hasDefault;
    private final Codec<T> codec;
    private final boolean textForm;
    private final Function<Object, T> conversion;

    private ColumnPlan(Column column, Field field, Codec<T> codec, boolean textForm) {
        this.column = column;
        this.textForm = textForm;
        this.conversion = codec.from(field.schema())
                .orElseThrow(() -> new DataException("a field of " + describe(field)
                        + " cannot be written to a column of " + column.declaredType()));
        this.field = field;
        this.hasDefault = field.schema().defaultValue() != null;
        this.codec = codec;
    }

    /** Throws {@link DataException} where the codec's allow list does not hold the field's schema. */
    static <T> ColumnPlan<T> of(Column column, Field field, Codec<T> codec) {
        return new ColumnPlan<>(column, field, codec, false);
    }

    /** For a column whose type has no codec: {@code codec} is that of the text form, which the server is to cast. */
    static <T> ColumnPlan<T> ofTextForm(Column column, Field field, Codec<T> codec) {
        return new ColumnPlan<>(column, field, codec, true);
    }

    boolean isTextForm() {
        return textForm;
    }

    Column column() {
        return column;
    }

    void write(Struct row, TupleBuffer out) {
        @Nullable Object value = value(row);
        if (value != null) {
            out.beginField();
            codec.encode(conversion.apply(value), out);
            out.endField();
        } else if (column.notNull()) {
            throw new DataException("null in a NOT NULL column");
        } else {
            out.writeNull();
        }
    }

    // Struct.get would put the schema's default in the place of a null; the other way looks the name up.
    private @Nullable Object value(Struct row) {
        return hasDefault ? row.getWithoutDefault(field.name()) : row.get(field);
    }

    private static String describe(Field field) {
        @Nullable String name = field.schema().name();
        return name == null ? field.schema().type().toString() : field.schema().type() + " (" + name + ")";
    }
}
