/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.db;

import io.pgcopy.connect.type.BuiltIn;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A column whose values may be stored otherwise than they are sent.
 *
 * @param type its type, or the type under its domains
 */
public record MeasuredColumn(String name, BuiltIn type) {
    // Only these are measured by looking at them, so only some of them are, and none that is large.
    private static final String PRINTED =
            "CASE WHEN s.n <= 64 AND pg_catalog.pg_column_size(%1$s) <= 65536 THEN pg_catalog.octet_length(%1$s::pg_catalog.text) END";
    // The length before compression stands in the pointer to the value: no byte of the value itself is read.
    private static final String KNOWN = "pg_catalog.octet_length(%s)";
    private static final Map<BuiltIn, String> LENGTHS = Map.of(
            BuiltIn.BYTEA, KNOWN,
            BuiltIn.TEXT, KNOWN,
            BuiltIn.VARCHAR, KNOWN,
            BuiltIn.BPCHAR, KNOWN,
            BuiltIn.XML, "pg_catalog.octet_length(%s::pg_catalog.text)",
            BuiltIn.JSON, PRINTED,
            BuiltIn.JSONB, PRINTED);

    /** Whether values of this type can be measured. */
    public static boolean can(BuiltIn type) {
        return LENGTHS.containsKey(type);
    }

    /** The expression of a value's length as it is sent; NULL where the value was not looked at. */
    String length(String column) {
        @Nullable String length = LENGTHS.get(type);
        if (length == null) {
            throw new IllegalStateException("values of type " + type + " are not measured");
        }
        return String.format(length, column);
    }
}
