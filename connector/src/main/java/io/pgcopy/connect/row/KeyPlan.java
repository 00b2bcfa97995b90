/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.row;

import io.pgcopy.connect.type.Printable;
import io.pgcopy.connect.type.TableId;
import java.util.List;
import org.apache.kafka.connect.data.Field;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaBuilder;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.errors.DataException;
import org.jspecify.annotations.Nullable;

/** Which fields of a record make its key. */
final class KeyPlan {
    private final Schema schema;
    private final Field[] from;
    private final Field[] to;

    private KeyPlan(Schema schema, Field[] from) {
        this.schema = schema;
        this.from = from;
        this.to = schema.fields().toArray(Field[]::new);
    }

    static KeyPlan of(TableId table, List<String> columns, Schema valueSchema) {
        SchemaBuilder builder = SchemaBuilder.struct().name(table.schema() + "." + table.name() + ".Key");
        Field[] from = new Field[columns.size()];
        for (int i = 0; i < from.length; i++) {
            @Nullable Field field = valueSchema.field(columns.get(i));
            if (field == null) {
                throw new DataException(
                        table + " column " + Printable.text(columns.get(i)) + " is part of the key and is not read");
            }
            from[i] = field;
            builder.field(field.name(), field.schema());
        }
        return new KeyPlan(builder.build(), from);
    }

    Schema schema() {
        return schema;
    }

    Struct of(Struct row) {
        Struct key = new Struct(schema);
        for (int i = 0; i < from.length; i++) {
            key.put(to[i], row.get(from[i]));
        }
        return key;
    }
}
