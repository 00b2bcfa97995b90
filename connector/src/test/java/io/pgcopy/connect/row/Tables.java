/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.row;

import io.pgcopy.connect.type.Column;
import io.pgcopy.connect.type.PgType;
import io.pgcopy.connect.type.Table;
import io.pgcopy.connect.type.TableId;
import java.util.List;

/** Tables and columns as the catalog would describe them. */
final class Tables {
    private Tables() {}

    static Table of(Column... columns) {
        return new Table(new TableId("public", "t"), 16384, Table.Kind.TABLE, List.of(columns), List.of(), 0);
    }

    static Column column(String name, String type) {
        return new Column(name, type(type), -1, type, false, false, false);
    }

    static Column required(String name, String type) {
        return new Column(name, type(type), -1, type, true, false, false);
    }

    static Column defaulted(String name, String type) {
        return new Column(name, type(type), -1, type, true, true, false);
    }

    static Column generated(String name, String type) {
        return new Column(name, type(type), -1, type, false, false, true);
    }

    static PgType type(String name) {
        return new PgType.Scalar(0, "pg_catalog", name);
    }
}
