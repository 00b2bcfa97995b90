/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.codec;

import io.pgcopy.connect.type.PgType;
import java.util.List;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaBuilder;
import org.apache.kafka.connect.errors.DataException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** The largest and the smallest interval are infinite from PostgreSQL 17 on, and ordinary values before. */
class IntervalInfinityTest {
    private static final int YEAR_TO_MONTH = (1 << 1 | 1 << 2) << 16 | 0xFFFF;

    private final CodecRegistry registry = CodecRegistry.of(CodecOptions.DEFAULT);

    @ParameterizedTest
    @ValueSource(strings = {"infinity", "-infinity"})
    void isRefusedWhereTheServerWouldStoreAnOrdinaryValue(String infinity) {
        for (Schema schema : List.of(Schema.STRING_SCHEMA, codec(17).schema())) {
            assertThatThrownBy(() -> Wire.through(codec(16), schema, infinity))
                    .isInstanceOf(DataException.class)
                    .hasMessageContaining("PostgreSQL 17");
            assertThat(Wire.through(codec(17), schema, infinity)).isEqualTo(infinity);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "7fffffffffffffff7fffffff7fffffff, P178956970Y7M2147483647DT2562047788H54.775807S, infinity",
        "80000000000000008000000080000000, P-178956970Y-8M-2147483648DT-2562047788H-54.775808S, -infinity"
    })
    void theSameBytesAreAnOrdinaryValueToAnOlderServer(String hex, String ordinary, String infinity) {
        assertThat(Wire.decode(codec(16), hex)).isEqualTo(ordinary);
        assertThat(Wire.hex(codec(16), ordinary)).isEqualTo(hex);
        assertThat(Wire.decode(codec(17), hex)).isEqualTo(infinity);
        assertThat(Wire.hex(codec(17), infinity)).isEqualTo(hex);
        assertThatThrownBy(() -> Wire.hex(codec(17), ordinary))
                .isInstanceOf(DataException.class)
                .hasMessageContaining("infinity");
    }

    @Test
    void theSameHoldsInsideOtherTypes() {
        PgType.Array array = new PgType.Array(1187, "pg_catalog", "_interval", interval(16));
        Schema texts = SchemaBuilder.array(Schema.STRING_SCHEMA).build();
        assertThatThrownBy(() -> Wire.write(TestTypes.codec(registry, array), texts, List.of("infinity")))
                .isInstanceOf(DataException.class)
                .hasMessageContaining("PostgreSQL 17");
        PgType.Domain domain = new PgType.Domain(1, "public", "wait", interval(16), -1, "interval");
        assertThatThrownBy(() -> Wire.write(TestTypes.codec(registry, domain), Schema.STRING_SCHEMA, "infinity"))
                .isInstanceOf(DataException.class)
                .hasMessageContaining("PostgreSQL 17");
    }

    @Test
    void infinityHasNoUnitsThatAColumnCouldDrop() {
        Codec<?> months = TestTypes.codec(registry, interval(17), YEAR_TO_MONTH);
        assertThat(Wire.through(months, Schema.STRING_SCHEMA, "infinity")).isEqualTo("infinity");
        assertThatThrownBy(() -> Wire.through(months, Schema.STRING_SCHEMA, "P1D"))
                .isInstanceOf(DataException.class);
    }

    @SuppressWarnings("unchecked")
    private Codec<String> codec(int server) {
        return (Codec<String>) TestTypes.codec(registry, interval(server));
    }

    private static PgType interval(int server) {
        return new PgType.Scalar(1186, "pg_catalog", "interval", server);
    }
}
