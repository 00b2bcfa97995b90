/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.db;

import io.pgcopy.connect.type.TableId;
import java.util.List;

/** All SQL text that is made up at run time; what never varies is a {@code .sql} resource. */
public final class Statements {
    private Statements() {}

    /** {@code COPY "s"."t" ("a", "b") FROM STDIN (FORMAT binary)}. */
    public static String copyIn(TableId table, List<String> columns) {
        String list = columns.isEmpty() ? "" : " (" + Identifier.quote(columns) + ")";
        return "COPY " + Identifier.quote(table) + list + " FROM STDIN (FORMAT binary)";
    }
}
