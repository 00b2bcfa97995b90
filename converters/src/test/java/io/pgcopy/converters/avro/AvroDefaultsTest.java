/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.converters.avro;

import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import org.apache.kafka.connect.data.Decimal;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaBuilder;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.errors.DataException;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** Defaults that JSON, or Connect itself, would change without a word. */
class AvroDefaultsTest {

    /** Connect looks at the class of a default and not at its scale; its digits would be those of another number. */
    @Test
    void aDefaultOfAnotherScaleThanItsDecimalIsRefused() {
        Schema odd = Decimal.builder(2).defaultValue(new BigDecimal("1.5")).build();
        Schema table = SchemaBuilder.struct().field("price", odd).build();
        for (Schema schema : List.of(odd, table)) {
            Object value =
                    schema == odd ? new BigDecimal("1.50") : new Struct(table).put("price", new BigDecimal("1.50"));
            assertThatThrownBy(() -> Written.by(Map.of(), schema, value))
                    .isInstanceOf(DataException.class)
                    .hasMessageContaining("default of scale 2");
        }
        Schema even = Decimal.builder(2).defaultValue(new BigDecimal("1.50")).build();
        assertThat(Written.by(Map.of(), even, new BigDecimal("2.00"))
                        .read()
                        .schema()
                        .defaultValue())
                .isEqualTo(new BigDecimal("1.50"));
    }

    /** NaN and the infinities have no number in JSON. */
    @Test
    void floatsThatAreNoNumbersCanBeDefaults() {
        for (double value : new double[] {Double.NaN, Double.NEGATIVE_INFINITY, Double.POSITIVE_INFINITY, 1e300}) {
            Schema schema = SchemaBuilder.float64().defaultValue(value).build();
            assertThat(Written.by(Map.of(), schema, 1.0).read().schema()).isEqualTo(schema);
            Schema single = SchemaBuilder.float32().defaultValue((float) value).build();
            assertThat(Written.by(Map.of(), single, 1.0f).read().schema()).isEqualTo(single);
        }
    }
}
