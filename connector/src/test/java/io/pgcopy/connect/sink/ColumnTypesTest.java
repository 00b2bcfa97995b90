/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.sink;

import io.pgcopy.connect.codec.LogicalTypes;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaBuilder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

class ColumnTypesTest {
    private final ColumnTypes types = new ColumnTypes(type -> true);

    @ParameterizedTest
    @ValueSource(
            strings = {
                "numeric(12,2)",
                "timestamp(3) with time zone",
                "\"My Type\"[]",
                "app.\"My Type\"",
                "geometry(Point,4326)",
                "character varying(10)[]"
            })
    void aDeclaredTypeIsTakenAsItIs(String declared) {
        assertThat(types.of(field(declared))).isEqualTo(declared);
    }

    @ParameterizedTest
    @ValueSource(strings = {"int4; DROP TABLE t", "int4)", "int4 DEFAULT 'x'", "int4 -- x", "\"a\"\"; b\"", ""})
    void whatIsNoTypesNameIsNot(String declared) {
        assertThat(types.of(field(declared))).isEqualTo("text");
    }

    // The text comes with the record: neither its time nor its stack may grow with it.
    @Test
    @Timeout(20)
    void aTextLongerThanAnyTypesNameIsNotLookedAt() {
        assertThat(types.of(field("a" + " word".repeat(200_000)))).isEqualTo("text");
        assertThat(types.of(field("a" + " b".repeat(200_000) + "!"))).isEqualTo("text");
    }

    private static Schema field(String declared) {
        return SchemaBuilder.string().parameter(LogicalTypes.PG_TYPE, declared).build();
    }
}
