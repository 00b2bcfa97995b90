/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.type;

import java.util.Collections;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/**
 * Types of the server itself that code beside the codecs asks for. Their OIDs never change (pg_type.dat). A name alone
 * does not make one: anybody may call a type of another schema {@code json}.
 */
public enum BuiltIn {
    BOOL(16),
    BYTEA(17),
    CHAR(18),
    NAME(19),
    INT8(20),
    INT2(21),
    INT4(23),
    TEXT(25),
    OID(26),
    JSON(114),
    XML(142),
    BPCHAR(1042),
    VARCHAR(1043),
    DATE(1082),
    TIME(1083),
    TIMESTAMP(1114),
    TIMESTAMPTZ(1184),
    UUID(2950),
    PG_LSN(3220),
    JSONB(3802),
    XID8(5069);

    /** Schema of all of them. */
    public static final String SCHEMA = "pg_catalog";

    /** Those whose values may be long and are text. */
    public static final Set<BuiltIn> LONG_TEXT =
            Collections.unmodifiableSet(EnumSet.of(TEXT, VARCHAR, BPCHAR, JSON, JSONB, XML));

    private final int oid;
    private final String typeName;

    BuiltIn(int oid) {
        this.oid = oid;
        this.typeName = name().toLowerCase(Locale.ROOT);
    }

    public int oid() {
        return oid;
    }

    public PgType.Scalar type() {
        return new PgType.Scalar(oid, SCHEMA, typeName);
    }

    /** The type of an OID, if it is one of these. */
    public static Optional<BuiltIn> of(int oid) {
        for (BuiltIn one : values()) {
            if (one.oid == oid) {
                return Optional.of(one);
            }
        }
        return Optional.empty();
    }

    static Optional<BuiltIn> of(PgType.Scalar type) {
        for (BuiltIn one : values()) {
            if (one.isNamed(type)) {
                return Optional.of(one);
            }
        }
        return Optional.empty();
    }

    // By its name, as the codecs know it.
    boolean isNamed(PgType.Scalar other) {
        return typeName.equals(other.name()) && other.isBuiltIn();
    }
}
