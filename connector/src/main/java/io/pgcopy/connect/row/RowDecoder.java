/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.row;

import io.pgcopy.connect.codec.Codec;
import io.pgcopy.connect.codec.CodecRegistry;
import io.pgcopy.connect.copy.CopyStreamReader;
import io.pgcopy.connect.copy.FieldReader;
import io.pgcopy.connect.type.Column;
import io.pgcopy.connect.type.Printable;
import io.pgcopy.connect.type.Table;
import java.util.List;
import java.util.Set;
import org.apache.kafka.connect.data.Field;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.errors.DataException;
import org.jspecify.annotations.Nullable;

/** Tuples of one table to records of one schema. Its plan never changes; tuples are read by one thread. */
public final class RowDecoder {
    private final String table;
    private final List<Column> columns;
    private final Set<Integer> asText;
    private final Codec<?>[] codecs;
    private final Field[] fields;
    private final Schema valueSchema;
    private final @Nullable KeyPlan key;

    private RowDecoder(Table table, TableSchema schema, @Nullable KeyPlan key) {
        this.table = table.id().toString();
        this.columns = schema.columns();
        this.asText = schema.asText();
        this.codecs = schema.codecs().toArray(Codec<?>[]::new);
        this.valueSchema = schema.value();
        this.fields = valueSchema.fields().toArray(Field[]::new);
        this.key = key;
    }

    /**
     * Plans the way from a table to its records.
     *
     * @param columns those to be read, in the order of a tuple's fields
     * @param keyColumns those that make the record's key; empty where it has none
     * @throws DataException naming a column whose type no codec knows, or a key column that is not read
     */
    public static RowDecoder of(Table table, List<Column> columns, List<String> keyColumns, CodecRegistry registry) {
        TableSchema schema = TableSchema.of(table.id(), columns, registry);
        @Nullable KeyPlan key = keyColumns.isEmpty() ? null : KeyPlan.of(table.id(), keyColumns, schema.value());
        return new RowDecoder(table, schema, key);
    }

    /** The schema of {@link #key}, or null where there is no key. */
    public @Nullable Schema keySchema() {
        return key == null ? null : key.schema();
    }

    public Schema valueSchema() {
        return valueSchema;
    }

    /** The columns that each tuple must have, in its order: without those that the options leave out. */
    public List<Column> columns() {
        return columns;
    }

    /** Whether a column must be selected as {@code ::text}, since its type has no codec. */
    public boolean asText(int column) {
        return asText.contains(column);
    }

    /**
     * The current tuple as a record.
     *
     * @throws DataException naming the column whose bytes are not its type's
     */
    public Struct decode(CopyStreamReader tuple) {
        if (tuple.fieldCount() != codecs.length) {
            throw new DataException(
                    table + ": expected " + codecs.length + " fields in a tuple, found " + tuple.fieldCount());
        }
        return decodeLeading(tuple);
    }

    /**
     * The record that the tuple's first fields make; those that follow are left for the caller to read.
     *
     * @throws DataException naming the column whose bytes are not its type's
     */
    public Struct decodeLeading(CopyStreamReader tuple) {
        Struct row = new Struct(valueSchema);
        int at = 0;
        try {
            for (; at < codecs.length; at++) {
                @Nullable FieldReader field = tuple.nextField();
                if (field != null) {
                    row.put(fields[at], codecs[at].decode(field));
                    field.expectEnd();
                } else if (!fields[at].schema().isOptional()) {
                    throw new DataException("found NULL in a NOT NULL column");
                }
            }
            return row;
        } catch (DataException e) {
            throw new DataException(
                    table + " column " + Printable.text(columns.get(at).name()) + ": " + e.getMessage(), e);
        }
    }

    /** The key of a decoded record, or null where there is none. */
    public @Nullable Struct key(Struct row) {
        return key == null ? null : key.of(row);
    }
}
