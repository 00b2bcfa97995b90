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
 * @param loose its collation is not deterministic: texts that differ may be equal
 */
public record Column(
        String name,
        PgType type,
        int typmod,
        String declaredType,
        boolean notNull,
        boolean hasDefault,
        boolean generated,
        boolean loose) {

    /** Of a collation that tells all texts apart, or of a type without one. */
    public Column(
            String name,
            PgType type,
            int typmod,
            String declaredType,
            boolean notNull,
            boolean hasDefault,
            boolean generated) {
        this(name, type, typmod, declaredType, notNull, hasDefault, generated, false);
    }

    /** The same column with another type in its place. */
    public Column as(BuiltIn other) {
        return new Column(name, other.type(), -1, other.type().name(), notNull, hasDefault, generated, false);
    }

    /**
     * The declared type without domains: what the column must be made of where the domain is not known. The same as the
     * declared type where there is no domain in it.
     */
    public String declaredBase() {
        return withoutDomain(type, declaredType);
    }

    private static String withoutDomain(PgType type, String declared) {
        if (type instanceof PgType.Domain domain) {
            return withoutDomain(domain.base(), domain.declaredBase());
        }
        if (type instanceof PgType.Array array && array.element() instanceof PgType.Domain element) {
            return withoutDomain(element, element.name()) + "[]";
        }
        return declared;
    }
}
