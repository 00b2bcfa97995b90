/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.converters.avro;

import java.nio.ByteBuffer;
import java.util.Map;
import java.util.Objects;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaAndValue;
import org.apache.kafka.connect.data.SchemaBuilder;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.errors.DataException;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class AvroConverterTest {
    private static final Schema ROW = SchemaBuilder.struct()
            .name("public.pictures")
            .field("id", Schema.INT64_SCHEMA)
            .field("picture", Schema.OPTIONAL_BYTES_SCHEMA)
            .build();

    private final AvroConverter converter = Written.converter(Map.of());

    @Test
    void aByteBufferIsReadWithinItsPositionAndLimitAndComesBackAsAnArray() {
        byte[] around = {9, 9, 1, 2, 3, 9};
        ByteBuffer[] forms = {
            ByteBuffer.wrap(around, 2, 3),
            ByteBuffer.wrap(around, 2, 3).slice(),
            ByteBuffer.wrap(around, 2, 3).asReadOnlyBuffer(),
            ByteBuffer.allocateDirect(3).put(around, 2, 3).flip()
        };
        for (ByteBuffer form : forms) {
            Struct read = readBack(new Struct(ROW).put("id", 1L).put("picture", form));
            assertThat(read.get("picture")).isEqualTo(new byte[] {1, 2, 3});
        }
    }

    @Test
    void twoLargeValuesKeepTheirPlaces() {
        Schema schema = SchemaBuilder.struct()
                .field("a", Schema.BYTES_SCHEMA)
                .field("between", Schema.STRING_SCHEMA)
                .field("b", Schema.BYTES_SCHEMA)
                .build();
        byte[] a = new byte[70_000];
        byte[] b = new byte[2_000];
        a[69_999] = 1;
        b[0] = 2;
        Struct value = new Struct(schema).put("a", a).put("between", "text").put("b", b);
        Struct read = (Struct) Written.by(converter, schema, value).read().value();
        assertThat(read.get("a")).isEqualTo(a);
        assertThat(read.get("between")).isEqualTo("text");
        assertThat(read.get("b")).isEqualTo(b);
    }

    @Test
    void nullIsATombstoneEachWay() {
        assertThat(converter.fromConnectData("t", new RecordHeaders(), ROW, null))
                .isNull();
        assertThat(converter.fromConnectData("t", new RecordHeaders(), null, null))
                .isNull();
        assertThat(converter.toConnectData("t", new RecordHeaders(), null)).isEqualTo(SchemaAndValue.NULL);
    }

    @Test
    void keysHaveHeadersOfTheirOwn() {
        AvroConverter keys = new AvroConverter();
        keys.configure(Map.of(), true);
        RecordHeaders headers = new RecordHeaders();
        byte[] key = keys.fromConnectData("t", headers, Schema.INT64_SCHEMA, 42L);
        Written.by(converter, ROW, new Struct(ROW).put("id", 1L)).headers().forEach(headers::add);
        assertThat(keys.toConnectData("t", headers, key).value()).isEqualTo(42L);
    }

    @Test
    void aLaterRecordOfTheSameSchemaGivesTheSameSchemaObject() {
        Written one = Written.by(converter, ROW, new Struct(ROW).put("id", 1L));
        Written two = Written.by(Map.of(), ROW, new Struct(ROW).put("id", 2L));
        AvroConverter reader = Written.converter(Map.of());
        Schema first = reader.toConnectData("t", one.headers(), one.payload()).schema();
        Schema second = reader.toConnectData("t", two.headers(), two.payload()).schema();
        assertThat(second).isSameAs(first).isEqualTo(ROW);
    }

    @Test
    void aReaderThatKnowsTheSchemaNeedsOnlyItsId() {
        Written written = Written.by(converter, ROW, new Struct(ROW).put("id", 7L));
        AvroConverter reader = Written.converter(Map.of());
        assertThat(reader.toConnectData("t", written.headers(), written.payload())
                        .value())
                .isNotNull();
        written.headers().remove("avro.value.schema");
        Struct again = (Struct)
                reader.toConnectData("t", written.headers(), written.payload()).value();
        assertThat(again.get("id")).isEqualTo(7L);
    }

    @Test
    void headersOfAnotherTopicAreReplaced() {
        RecordHeaders headers = new RecordHeaders();
        headers.add("avro.value.schema", new byte[] {1}).add("avro.value.schema.id", new byte[16]);
        byte[] payload = converter.fromConnectData("t", headers, Schema.INT64_SCHEMA, 1L);
        assertThat(headers.toArray()).hasSize(2);
        assertThat(converter.toConnectData("t", headers, payload).value()).isEqualTo(1L);
    }

    @Test
    void lostHeadersAreNamed() {
        Written written = Written.by(converter, ROW, new Struct(ROW).put("id", 1L));
        assertThatThrownBy(() -> converter.toConnectData("orders", new RecordHeaders(), written.payload()))
                .isInstanceOf(DataException.class)
                .hasMessageContaining("topic orders")
                .hasMessageContaining("avro.value.schema")
                .hasMessageContaining("schema.store=registry");
    }

    @Test
    void theHeaderOfAnotherRecordIsRefused() {
        Written row = Written.by(converter, ROW, new Struct(ROW).put("id", 1L));
        Written number = Written.by(converter, Schema.INT64_SCHEMA, 1L);
        assertThatThrownBy(() -> converter.toConnectData("t", number.headers(), row.payload()))
                .isInstanceOf(DataException.class)
                .hasMessageContaining("another record");
        row.headers().add("avro.value.schema.id", new byte[16]);
        assertThatThrownBy(() -> converter.toConnectData("t", row.headers(), row.payload()))
                .isInstanceOf(DataException.class)
                .hasMessageContaining("does not belong");
    }

    @Test
    void aValueWithoutASchemaIsRefused() {
        assertThatThrownBy(() -> converter.fromConnectData("t", new RecordHeaders(), null, Map.of("a", 1)))
                .isInstanceOf(DataException.class)
                .hasMessageContaining("without a schema");
    }

    @Test
    void aMissingRequiredValueIsRefusedByFieldName() {
        assertThatThrownBy(() -> Written.by(converter, ROW, new Struct(ROW)))
                .isInstanceOf(DataException.class)
                .hasMessageContaining("field id")
                .hasMessageContaining("null");
    }

    @Test
    void halfASurrogatePairIsRefusedWhereJavaWouldWriteAQuestionMark() {
        String[] texts = {"a\uD800", "\uDC00", "x".repeat(100) + "\uD83D?", "ä".repeat(200) + "\uDE00"};
        for (String text : texts) {
            assertThatThrownBy(() -> Written.by(converter, Schema.STRING_SCHEMA, text))
                    .isInstanceOf(DataException.class)
                    .hasMessageContaining("surrogate");
        }
        String whole = "why? \uD83D\uDE00 \uFFFD";
        assertThat(Written.by(converter, Schema.STRING_SCHEMA, whole).read().value())
                .isEqualTo(whole);
    }

    @Test
    void aSchemaBuilderThatChangesIsNotRemembered() {
        SchemaBuilder builder = SchemaBuilder.struct().name("growing").field("a", Schema.INT32_SCHEMA);
        Struct one = new Struct(builder.build()).put("a", 1);
        assertThat(Written.by(converter, builder, one).read().value()).isNotNull();
        builder.field("b", Schema.INT32_SCHEMA);
        Struct two = new Struct(builder.build()).put("a", 1).put("b", 2);
        Struct read = (Struct) Written.by(converter, builder, two).read().value();
        assertThat(read.get("b")).isEqualTo(2);
    }

    private Struct readBack(Struct value) {
        return (Struct) Objects.requireNonNull(
                Written.by(converter, value.schema(), value).read().value());
    }
}
