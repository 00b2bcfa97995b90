/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.source;

import io.pgcopy.connect.config.KeyException;
import io.pgcopy.connect.config.LargeObjectsConfig;
import io.pgcopy.connect.type.Column;
import io.pgcopy.connect.type.PgType;
import io.pgcopy.connect.type.Printable;
import io.pgcopy.connect.type.TableId;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** A table's columns with bytes in the place of the numbers of large objects, and which these are. */
record LargeObjectColumns(List<Column> columns, Set<String> names) {
    private static final PgType BYTEA = new PgType.Scalar(17, "pg_catalog", "bytea");

    static LargeObjectColumns of(TableId table, List<Column> columns, LargeObjectsConfig config) {
        List<Column> read = new ArrayList<>();
        Set<String> names = new HashSet<>();
        for (Column column : columns) {
            boolean wanted = config.reads(table.schema(), table.name(), column.name());
            if (wanted && holdsNumber(column.type())) {
                names.add(column.name());
                read.add(new Column(
                        column.name(), BYTEA, -1, "bytea", column.notNull(), column.hasDefault(), column.generated()));
            } else if (wanted && config.names(table.schema(), table.name(), column.name())) {
                throw new KeyException(
                        LargeObjectsConfig.COLUMNS,
                        "names column " + Printable.text(column.name()) + " of " + table + ", which is of type "
                                + column.declaredType() + " and not oid or lo.");
            } else {
                read.add(column);
            }
        }
        return new LargeObjectColumns(List.copyOf(read), Set.copyOf(names));
    }

    // lo is the domain that the extension of that name makes.
    private static boolean holdsNumber(PgType type) {
        return type instanceof PgType.Domain domain
                ? holdsNumber(domain.base())
                : type.name().equals("oid");
    }
}
