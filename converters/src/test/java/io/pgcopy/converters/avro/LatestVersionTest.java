/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.converters.avro;

import java.io.IOException;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.connect.data.Date;
import org.apache.kafka.connect.data.Decimal;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaBuilder;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.errors.RetriableException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** {@code use.latest.version}: a record bears another schema's id only where that one reads the same values. */
class LatestVersionTest {
    private static final Schema TIMESTAMPTZ =
            SchemaBuilder.int64().name("io.pgcopy.time.Timestamptz").build();
    private static final Schema PRICE =
            Decimal.builder(2).parameter("connect.decimal.precision", "12").build();
    private static final String MICROS = "{\"type\": \"long\", \"logicalType\": \"timestamp-micros\"}";
    private static final String MILLIS = "{\"type\": \"long\", \"logicalType\": \"timestamp-millis\"}";

    private final RegistryStandIn registry = new RegistryStandIn();

    LatestVersionTest() throws IOException {}

    @AfterEach
    void stop() {
        registry.close();
    }

    @Test
    void aNumberOfAnotherMeaningIsRefused() {
        refuses(TIMESTAMPTZ, 1L, MILLIS);
        refuses(TIMESTAMPTZ, 1L, "{\"type\": \"long\", \"logicalType\": \"local-timestamp-micros\"}");
        refuses(TIMESTAMPTZ, 1L, "\"long\"");
        refuses(Schema.INT64_SCHEMA, 1L, MICROS);
        refuses(Date.SCHEMA, java.util.Date.from(java.time.Instant.EPOCH), "\"int\"");
        refuses(Schema.INT32_SCHEMA, 1, "{\"type\": \"int\", \"logicalType\": \"date\"}");
        refuses(Schema.INT32_SCHEMA, 1, "{\"type\": \"int\", \"connect.type\": \"int8\"}");
    }

    @Test
    void aDecimalOfAnotherScaleIsRefused() {
        BigDecimal price = new BigDecimal("1.50");
        refuses(PRICE, price, decimal(12, 4));
        refuses(PRICE, price, "\"bytes\"");
        refuses(Schema.BYTES_SCHEMA, new byte[] {1}, decimal(12, 2));
        takes(PRICE, price, decimal(12, 2));
        takes(PRICE, price, decimal(20, 2));
    }

    @Test
    void whatIsWithinIsLookedAtToo() {
        Schema optional = SchemaBuilder.int64()
                .name("io.pgcopy.time.Timestamptz")
                .optional()
                .build();
        refuses(optional, 1L, "[\"null\", " + MILLIS + "]");
        takes(optional, 1L, "[\"null\", " + MICROS + "]");
        Schema array = SchemaBuilder.array(TIMESTAMPTZ).build();
        refuses(array, List.of(1L), "{\"type\": \"array\", \"items\": " + MILLIS + "}");
        takes(array, List.of(1L), "{\"type\": \"array\", \"items\": " + MICROS + "}");
        Schema map = SchemaBuilder.map(Schema.STRING_SCHEMA, TIMESTAMPTZ).build();
        refuses(map, Map.of("k", 1L), "{\"type\": \"map\", \"values\": " + MILLIS + "}");
        takes(map, Map.of("k", 1L), "{\"type\": \"map\", \"values\": " + MICROS + "}");
    }

    @Test
    void anotherNameOfAFieldIsRefused() {
        Schema row = SchemaBuilder.struct()
                .name("public.t")
                .field("a-b", Schema.INT64_SCHEMA)
                .build();
        String bare = record("a_u002d_b", "\"long\"", "");
        String named = record("a_u002d_b", "\"long\"", ", \"io.pgcopy.name\": \"a-b\"");
        registry.put("t-value", bare, Map.of());
        assertThatThrownBy(() -> write(new Struct(row).put("a-b", 1L)))
                .isInstanceOf(RetriableException.class)
                .hasMessageContaining("a-b");
        int id = registry.put("t-value", named, Map.of());
        assertThat(write(new Struct(row).put("a-b", 1L))).startsWith(0, 0, 0, 0, id);
    }

    /** Schemas made by hand have no properties of ours; where nothing but a text's name is lost, they will do. */
    @Test
    void aWiderNumberAndAPlainTextAreTheSame() {
        takes(Schema.INT16_SCHEMA, (short) 1, "\"int\"");
        takes(SchemaBuilder.string().name("io.pgcopy.data.Uuid").build(), "u", "\"string\"");
        takes(SchemaBuilder.string().name("io.pgcopy.data.Json").build(), "{}", "\"string\"");
        refuses(Schema.STRING_SCHEMA, "u", "{\"type\": \"string\", \"logicalType\": \"uuid\"}");
    }

    private void takes(Schema column, Object value, String latest) {
        int id = registry.put("t-value", record("a", latest, ""), Map.of());
        assertThat(write(row(column, value))).startsWith(0, 0, 0, 0, id);
    }

    private void refuses(Schema column, Object value, String latest) {
        int id = registry.put("t-value", record("a", latest, ""), Map.of());
        assertThatThrownBy(() -> write(row(column, value)))
                .isInstanceOf(RetriableException.class)
                .hasMessageContaining("id " + id)
                .hasMessageContaining("differs")
                .hasMessageContaining("field a");
    }

    private static String decimal(int precision, int scale) {
        return "{\"type\": \"bytes\", \"logicalType\": \"decimal\", \"precision\": " + precision + ", \"scale\": "
                + scale + "}";
    }

    private static String record(String field, String type, String more) {
        return "{\"type\": \"record\", \"name\": \"t\", \"namespace\": \"public\", \"fields\": [{\"name\": \"" + field
                + "\", \"type\": " + type + more + "}]}";
    }

    private static Struct row(Schema column, Object value) {
        Schema row = SchemaBuilder.struct().name("public.t").field("a", column).build();
        return new Struct(row).put("a", value);
    }

    private byte[] write(Struct row) {
        AvroConverter converter = Written.converter(Map.of(
                "schema.store",
                "registry",
                "schema.registry.url",
                registry.url(),
                "auto.register.schemas",
                "false",
                "use.latest.version",
                "true"));
        return Objects.requireNonNull(converter.fromConnectData("t", new RecordHeaders(), row.schema(), row));
    }
}
