/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.sink;

import io.pgcopy.connect.copy.TupleBuffer;
import io.pgcopy.connect.db.KeyColumns;
import io.pgcopy.connect.db.KeyColumns.Nulls;
import io.pgcopy.connect.row.RowEncoder;
import io.pgcopy.connect.type.BuiltIn;
import io.pgcopy.connect.type.PgType;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.apache.kafka.connect.data.Struct;
import org.jspecify.annotations.Nullable;

/** A row's key in its binary form, to tell whether two rows have the same. */
final class KeyBytes {
    // Of other types values may be equal that differ in form: numeric 1.0 and 1.00, citext 'A' and 'a'. So may texts
    // under a collation that says so.
    private static final Set<BuiltIn> EQUAL_BY_FORM = EnumSet.of(
            BuiltIn.BOOL,
            BuiltIn.INT2,
            BuiltIn.INT4,
            BuiltIn.INT8,
            BuiltIn.OID,
            BuiltIn.TEXT,
            BuiltIn.VARCHAR,
            BuiltIn.NAME,
            BuiltIn.BYTEA,
            BuiltIn.UUID,
            BuiltIn.DATE,
            BuiltIn.TIME,
            BuiltIn.TIMESTAMP,
            BuiltIn.TIMESTAMPTZ,
            BuiltIn.CHAR,
            BuiltIn.PG_LSN,
            BuiltIn.XID8);

    private final RowEncoder encoder;
    private final KeyColumns key;
    private final boolean exact;
    private final TupleBuffer scratch = new TupleBuffer();

    KeyBytes(RowEncoder encoder, KeyColumns key) {
        this.encoder = encoder;
        this.key = key;
        this.exact = encoder.columns().stream().allMatch(column -> !column.loose() && isEqualByForm(column.type()));
    }

    /** Whether equal keys have equal bytes. If not, bytes say nothing. */
    boolean areExact() {
        return exact;
    }

    /** The key's columns. */
    List<String> names() {
        return key.names();
    }

    /** Null for a row that is like no other, since its key has a NULL: one stays one, whatever default its schema has. */
    @Nullable
    ByteBuffer of(Struct row) {
        if (key.nulls() == Nulls.DISTINCT
                && key.names().stream().anyMatch(name -> row.getWithoutDefault(name) == null)) {
            return null;
        }
        scratch.clear();
        encoder.encode(row, scratch);
        ByteArrayOutputStream bytes = new ByteArrayOutputStream((int) scratch.bytes());
        scratch.writeTo(bytes::write, 0, 1);
        return ByteBuffer.wrap(bytes.toByteArray());
    }

    private static boolean isEqualByForm(PgType type) {
        return type.carried() instanceof PgType.Enum
                || type.builtIn().filter(EQUAL_BY_FORM::contains).isPresent();
    }
}
