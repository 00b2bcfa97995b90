/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.sink;

import io.pgcopy.connect.type.Column;
import io.pgcopy.connect.type.PgType;
import io.pgcopy.connect.type.Table;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.kafka.connect.data.Field;
import org.apache.kafka.connect.data.Schema;

/** A table with bytes in the place of the numbers of large objects, where a record brings bytes for them. */
record LargeObjectTarget(Table table, Set<String> names) {
    private static final PgType BYTEA = new PgType.Scalar(17, "pg_catalog", "bytea");

    static LargeObjectTarget of(Table table, Schema record) {
        Set<String> names = new HashSet<>();
        List<Column> columns = new ArrayList<>();
        for (Column column : table.columns()) {
            if (holdsNumber(column.type()) && bringsBytes(record.field(column.name()))) {
                names.add(column.name());
                columns.add(new Column(
                        column.name(), BYTEA, -1, "bytea", column.notNull(), column.hasDefault(), column.generated()));
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

    private static boolean bringsBytes(@org.jspecify.annotations.Nullable Field field) {
        // A name would make a number of the bytes: Decimal.
        return field != null
                && field.schema().type() == Schema.Type.BYTES
                && field.schema().name() == null;
    }

    // lo is the domain that the extension of that name makes.
    private static boolean holdsNumber(PgType type) {
        return type instanceof PgType.Domain domain
                ? holdsNumber(domain.base())
                : type.name().equals("oid");
    }
}
