/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.codec;

import java.util.HexFormat;
import java.util.function.Function;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaBuilder;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.errors.DataException;
import org.jspecify.annotations.Nullable;

/** PostGIS's {@code geometry} and {@code geography}: extended well-known binary, which holds the SRID. The server checks it. */
final class Ewkb {
    private static final Schema SCHEMA =
            SchemaBuilder.bytes().name(LogicalTypes.EWKB).build();

    private static final AllowList<Object> ALLOWED = AllowList.<Object>builder()
            .named(Schema.Type.BYTES, LogicalTypes.EWKB, Function.identity())
            .plain(Schema.Type.BYTES, Function.identity())
            .plain(Schema.Type.STRING, hex -> ofHex((String) hex))
            .named(Schema.Type.STRUCT, LogicalTypes.DEBEZIUM_GEOMETRY, Ewkb::ofDebezium)
            .named(Schema.Type.STRUCT, LogicalTypes.DEBEZIUM_GEOGRAPHY, Ewkb::ofDebezium)
            .build();

    private static final int UNKNOWN_SRID = 0;
    private static final int WORD = 4;
    private static final int HEADER = 1 + WORD;
    // Of the highest byte of the kind's word.
    private static final byte HAS_SRID = 0x20;

    private Ewkb() {}

    static Codec<Object> codec() {
        return new ByteaCodec(SCHEMA, ALLOWED);
    }

    private static Object ofHex(String hex) {
        try {
            return HexFormat.of().parseHex(hex);
        } catch (IllegalArgumentException e) {
            throw new DataException("expected a geometry as hexadecimal text, found other text");
        }
    }

    // Of PostgreSQL, Debezium passes the server's own bytes on, the SRID inside them. Of others it sends plain
    // well-known
    // binary and the SRID beside it.
    private static Object ofDebezium(Object value) {
        Struct geometry = (Struct) value;
        Object wkb = geometry.get("wkb");
        if (wkb == null) {
            throw new DataException("expected the wkb of a geometry, found null");
        }
        @Nullable Integer srid = geometry.schema().field("srid") == null ? null : geometry.getInt32("srid");
        return srid == null || srid == UNKNOWN_SRID ? wkb : withSrid(ByteaCodec.bytes(wkb), srid);
    }

    // A byte of byte order, a word of the kind with flags, the SRID where the flags tell of one, and the rest.
    private static byte[] withSrid(byte[] wkb, int srid) {
        boolean little = wkb.length > 0 && wkb[0] == 1;
        if (wkb.length < HEADER || (!little && wkb[0] != 0)) {
            throw new DataException("expected the well-known binary of a geometry, found other bytes");
        }
        int flags = little ? HEADER - 1 : 1;
        if ((wkb[flags] & HAS_SRID) != 0) {
            if (wkb.length < HEADER + WORD || word(wkb, HEADER, little) != srid) {
                throw new DataException("expected the same SRID in a geometry's wkb and beside it, found two");
            }
            return wkb;
        }
        byte[] all = new byte[wkb.length + WORD];
        System.arraycopy(wkb, 0, all, 0, HEADER);
        System.arraycopy(wkb, HEADER, all, HEADER + WORD, wkb.length - HEADER);
        all[flags] |= HAS_SRID;
        for (int i = 0; i < WORD; i++) {
            all[HEADER + i] = (byte) (srid >> shift(i, little));
        }
        return all;
    }

    private static int word(byte[] bytes, int from, boolean little) {
        int word = 0;
        for (int i = 0; i < WORD; i++) {
            word |= (bytes[from + i] & 0xFF) << shift(i, little);
        }
        return word;
    }

    private static int shift(int index, boolean little) {
        return (little ? index : WORD - 1 - index) * Byte.SIZE;
    }
}
