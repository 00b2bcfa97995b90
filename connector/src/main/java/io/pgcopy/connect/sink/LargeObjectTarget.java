/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.sink;

import io.pgcopy.connect.type.BuiltIn;
import io.pgcopy.connect.type.Column;
import io.pgcopy.connect.type.Table;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.kafka.connect.data.Field;
import org.apache.kafka.connect.data.Schema;
import org.jspecify.annotations.Nullable;

/** A table with bytes in the place of the numbers of large objects, where a record brings bytes for them. */
record LargeObjectTarget(Table table, Set<String> names) {
    static LargeObjectTarget of(Table table, Schema record) {
        Set<String> names = new HashSet<>();
        List<Column> columns = new ArrayList<>();
        for (Column column : table.columns()) {
            // lo is the domain that the extension of that name makes.
            if (column.type().is(BuiltIn.OID) && bringsBytes(record.field(column.name()))) {
                names.add(column.name());
                columns.add(column.as(BuiltIn.BYTEA));
            } else {
                columns.add(column);
            }
        }
        return names.isEmpty()
                ? new LargeObjectTarget(table, Set.of())
                : new LargeObjectTarget(
                        new Table(table.id(), table.oid(), table.kind(), columns, table.primaryKey(), table.bytes()),
                        Set.copyOf(names));
    }

    private static boolean bringsBytes(@Nullable Field field) {
        // A name would make a number of the bytes: Decimal.
        return field != null
                && field.schema().type() == Schema.Type.BYTES
                && field.schema().name() == null;
    }
}
