/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.type;

import java.util.List;
import java.util.Optional;

/**
 * One row of {@code pg_type}, with what it is made of resolved. The OID is the connected server's:
 * it is never kept across connections, since extension types differ from server to server.
 */
public sealed interface PgType {
    /** {@code pg_type.oid}, an unsigned 32-bit number kept in an int. */
    int oid();

    /** {@code nspname} of the type. */
    String schema();

    /** {@code typname}: {@code int4}, {@code timestamptz}, {@code _text}. */
    String name();

    /** The type that values are of under all domains; itself where it is none. */
    default PgType carried() {
        PgType type = this;
        while (type instanceof Domain domain) {
            type = domain.base();
        }
        return type;
    }

    /** Which of the server's own types it is, under its domains; empty for every other type. */
    default Optional<BuiltIn> builtIn() {
        return carried() instanceof Scalar scalar ? BuiltIn.of(scalar) : Optional.empty();
    }

    /** Whether it is this one of the server's own types, under its domains. */
    default boolean is(BuiltIn type) {
        return carried() instanceof Scalar scalar && type.isNamed(scalar);
    }

    /**
     * A type whose bytes one codec understands, or none does: built-in or of an extension.
     *
     * @param server the major version of the server that has it, such as 17: the same bytes may mean another value there
     */
    record Scalar(int oid, String schema, String name, int server) implements PgType {
        /** As the newest servers know it. */
        public Scalar(int oid, String schema, String name) {
            this(oid, schema, name, Integer.MAX_VALUE);
        }

        /** Whether it is one of the server's own, and not a user's or an extension's of perhaps the same name. */
        public boolean isBuiltIn() {
            return schema.equals(BuiltIn.SCHEMA);
        }
    }

    /** An enum, with its labels in sort order. */
    record Enum(int oid, String schema, String name, List<String> labels) implements PgType {}

    /** An array of any number of dimensions. */
    record Array(int oid, String schema, String name, PgType element) implements PgType {}

    /** A range over a subtype. */
    record Range(int oid, String schema, String name, PgType subtype) implements PgType {}

    /** A multirange over a range (PostgreSQL 14). */
    record Multirange(int oid, String schema, String name, Range range) implements PgType {}

    /** A named row type; dropped attributes are left out, as they are on the wire. */
    record Composite(int oid, String schema, String name, List<Attribute> attributes) implements PgType {}

    /**
     * A domain: travels as its base type; {@code typmod} is the one that applies to the base type, and
     * {@code declaredBase} what {@code format_type} says of both.
     */
    record Domain(int oid, String schema, String name, PgType base, int typmod, String declaredBase)
            implements PgType {}

    /** One live attribute of a composite type; {@code declaredType} as {@code format_type} gives it. */
    record Attribute(String name, PgType type, int typmod, String declaredType) {}
}
