/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.codec;

import java.nio.ByteBuffer;
import java.util.HexFormat;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaBuilder;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.errors.DataException;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** Debezium's geometry: plain well-known binary with the SRID beside it, or PostGIS's own bytes with it inside. */
class EwkbTest {
    private static final String XY = "000000000000f03f0000000000000040";
    private static final String XY_BIG = "3ff00000000000004000000000000000";
    private static final Schema GEOMETRY = SchemaBuilder.struct()
            .name(LogicalTypes.DEBEZIUM_GEOMETRY)
            .field("wkb", Schema.BYTES_SCHEMA)
            .field("srid", Schema.OPTIONAL_INT32_SCHEMA)
            .build();

    private final Codec<?> geometry = CodecRegistry.of(CodecOptions.DEFAULT)
            .find(TestTypes.named("geometry"), -1)
            .orElseThrow();

    @ParameterizedTest
    @CsvSource({
        "01 01000000 ; " + XY + ", 4326, 01 01000020 e6100000 ; " + XY,
        "00 00000001 ; " + XY_BIG + ", 4326, 00 20000001 000010e6 ; " + XY_BIG,
        "01 01000080 ; " + XY + ", 4326, 01 010000a0 e6100000 ; " + XY,
        "01 01000020 e6100000 ; " + XY + ", 4326, 01 01000020 e6100000 ; " + XY,
        "01 01000020 e6100000 ; " + XY + ", , 01 01000020 e6100000 ; " + XY,
        "01 01000020 e6100000 ; " + XY + ", 0, 01 01000020 e6100000 ; " + XY,
        "01 01000000 ; " + XY + ", , 01 01000000 ; " + XY,
        "01 01000000 ; " + XY + ", 0, 01 01000000 ; " + XY
    })
    void putsTheSridBesideTheBytesIntoThem(String wkb, @Nullable Integer srid, String stored) {
        byte[] bytes = hex(wkb);
        assertThat(Wire.write(geometry, GEOMETRY, struct(bytes, srid))).isEqualTo(hex(stored));
        ByteBuffer view = ByteBuffer.wrap(hex("ffff" + wkb + "ffff"), 2, bytes.length);
        assertThat(Wire.write(geometry, GEOMETRY, struct(view, srid))).isEqualTo(hex(stored));
        assertThat(view.remaining()).isEqualTo(bytes.length);
    }

    @ParameterizedTest
    @CsvSource({"01 01000020 e6100000 ; " + XY + ", 3857", "01 0100, 4326", "02 01000000 ; " + XY + ", 4326", "'', 4326"
    })
    void refusesTwoSridsAndBytesThatTakeNone(String wkb, int srid) {
        assertThatThrownBy(() -> Wire.write(geometry, GEOMETRY, struct(hex(wkb), srid)))
                .isInstanceOf(DataException.class);
    }

    @Test
    void doesWithoutAFieldOfThatName() {
        Schema plain = SchemaBuilder.struct()
                .name(LogicalTypes.DEBEZIUM_GEOGRAPHY)
                .field("wkb", Schema.BYTES_SCHEMA)
                .build();
        byte[] wkb = hex("01 01000000" + XY);
        assertThat(Wire.write(geometry, plain, new Struct(plain).put("wkb", wkb)))
                .isEqualTo(wkb);
    }

    private static Struct struct(Object wkb, @Nullable Integer srid) {
        return new Struct(GEOMETRY).put("wkb", wkb).put("srid", srid);
    }

    private static byte[] hex(String text) {
        return HexFormat.of().parseHex(text.replaceAll("[ ;]", ""));
    }
}
