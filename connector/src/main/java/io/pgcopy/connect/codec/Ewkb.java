/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.codec;

import java.util.HexFormat;
import java.util.function.Function;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaBuilder;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.errors.DataException;

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

    // Debezium passes the server's own bytes on, the SRID inside them.
    private static Object ofDebezium(Object value) {
        Object wkb = ((Struct) value).get("wkb");
        if (wkb == null) {
            throw new DataException("expected the wkb of a geometry, found null");
        }
        return wkb;
    }
}
