/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.type;

/**
 * One live row of {@code pg_attribute}.
 *
 * @param typmod {@code atttypmod}, -1 where the type has none
 * @param declaredType what {@code format_type(atttypid, atttypmod)} says: {@code numeric(12,2)}
 * @param notNull {@code attnotnull}
 * @param hasDefault {@code atthasdef} of a column that is not generated, or an identity column
 * @param generated {@code attgenerated <> ''}: the server computes it, nobody may write it
 */
public record Column(
        String name,
        PgType type,
        int typmod,
        String declaredType,
        boolean notNull,
        boolean hasDefault,
        boolean generated) {}
