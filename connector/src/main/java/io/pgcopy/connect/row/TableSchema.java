/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.row;

import io.pgcopy.connect.codec.Codec;
import io.pgcopy.connect.codec.CodecRegistry;
import io.pgcopy.connect.codec.FieldSchema;
import io.pgcopy.connect.codec.LogicalTypes;
import io.pgcopy.connect.codec.UnknownTypeMode;
import io.pgcopy.connect.type.Column;
import io.pgcopy.connect.type.Printable;
import io.pgcopy.connect.type.TableId;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaBuilder;
import org.apache.kafka.connect.errors.DataException;

/**
 * The record schema of a table: the columns carried, the codec of each, and which of them are read in the server's text form
 * since their type has no codec.
 */
record TableSchema(Schema value, List<Column> columns, List<Codec<?>> codecs, Set<Integer> asText) {

    static TableSchema of(TableId table, List<Column> columns, CodecRegistry registry) {
        SchemaBuilder builder = SchemaBuilder.struct()
                .name(table.schema() + "." + table.name())
                .parameter(LogicalTypes.PG_SCHEMA, table.schema())
                .parameter(LogicalTypes.PG_TABLE, table.name());
        List<Column> carried = new ArrayList<>();
        List<Codec<?>> codecs = new ArrayList<>();
        Set<Integer> asText = new HashSet<>();
        for (Column column : columns) {
            Optional<Codec<?>> known = registry.find(column.type(), column.typmod());
            if (known.isEmpty()) {
                if (isLeftOut(table, column, registry.options().unknown())) {
                    continue;
                }
                asText.add(carried.size());
            }
            Codec<?> codec = known.orElseGet(registry::textForm);
            Schema field = FieldSchema.of(codec.schema(), column);
            carried.add(column);
            codecs.add(codec.within(field));
            builder.field(column.name(), field);
        }
        return new TableSchema(builder.build(), List.copyOf(carried), List.copyOf(codecs), Set.copyOf(asText));
    }

    private static boolean isLeftOut(TableId table, Column column, UnknownTypeMode mode) {
        return switch (mode) {
            case TEXT -> false;
            case SKIP -> true;
            case FAIL ->
                throw new DataException(table + " column " + Printable.text(column.name()) + ": no codec for type "
                        + column.declaredType() + "; unknown.type.mode says what to do with it");
        };
    }
}
