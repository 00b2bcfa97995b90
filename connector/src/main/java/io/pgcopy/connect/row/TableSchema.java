/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.row;

import io.pgcopy.connect.codec.Codec;
import io.pgcopy.connect.codec.CodecRegistry;
import io.pgcopy.connect.codec.FieldSchema;
import io.pgcopy.connect.codec.LogicalTypes;
import io.pgcopy.connect.type.Column;
import io.pgcopy.connect.type.TableId;
import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaBuilder;
import org.apache.kafka.connect.errors.DataException;

/** The record schema of a table, and the codec of each of its fields. */
record TableSchema(Schema value, List<Codec<?>> codecs) {

    static TableSchema of(TableId table, List<Column> columns, CodecRegistry registry) {
        SchemaBuilder builder = SchemaBuilder.struct()
                .name(table.toString())
                .parameter(LogicalTypes.PG_SCHEMA, table.schema())
                .parameter(LogicalTypes.PG_TABLE, table.name());
        List<Codec<?>> codecs = new ArrayList<>();
        for (Column column : columns) {
            Codec<?> codec = codec(table, column, registry);
            codecs.add(codec);
            builder.field(column.name(), FieldSchema.of(codec.schema(), !column.notNull(), column.declaredType()));
        }
        return new TableSchema(builder.build(), List.copyOf(codecs));
    }

    private static Codec<?> codec(TableId table, Column column, CodecRegistry registry) {
        try {
            return registry.codecFor(column.type(), column.typmod());
        } catch (DataException e) {
            throw new DataException(table + " column " + column.name() + ": " + e.getMessage(), e);
        }
    }
}
