/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.source;

import io.pgcopy.connect.config.KeyException;
import io.pgcopy.connect.config.LargeObjectsConfig;
import io.pgcopy.connect.type.BuiltIn;
import io.pgcopy.connect.type.Column;
import io.pgcopy.connect.type.Printable;
import io.pgcopy.connect.type.TableId;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** A table's columns with bytes in the place of the numbers of large objects, and which these are. */
record LargeObjectColumns(List<Column> columns, Set<String> names) {
    static LargeObjectColumns of(TableId table, List<Column> columns, LargeObjectsConfig config) {
        List<Column> read = new ArrayList<>();
        Set<String> names = new HashSet<>();
        for (Column column : columns) {
            boolean wanted = config.reads(table.schema(), table.name(), column.name());
            // lo is the domain that the extension of that name makes.
            if (wanted && column.type().is(BuiltIn.OID)) {
                names.add(column.name());
                read.add(column.as(BuiltIn.BYTEA));
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
}
