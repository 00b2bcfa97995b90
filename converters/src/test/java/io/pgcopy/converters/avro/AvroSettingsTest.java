/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.converters.avro;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.SplittableRandom;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaBuilder;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.errors.DataException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** Each key of the mapping set to something else than its default does what its documentation says. */
class AvroSettingsTest {
    private static final Schema ROW = SchemaBuilder.struct()
            .name("public.t")
            .field("a-b", Schema.INT16_SCHEMA)
            .field("n", SchemaBuilder.int32().optional().defaultValue(7).build())
            .build();
    private static final Struct VALUE = new Struct(ROW).put("a-b", (short) 1).put("n", null);

    @Test
    void theTestsOfThisPackageKnowEveryKey() {
        Set<String> keys = new HashSet<>(AvroConverterConfig.definition().names());
        // Tried here; the registry's are in RegistrySettingsTest.
        keys.removeAll(List.of(
                "schema.store", // RegistryStoreTest
                "schema.header",
                "names",
                "connect.meta.data",
                "ignore.default.for.nullables",
                "allow.optional.map.keys",
                "avro.namespace",
                "schemas.cache.config",
                "schema.max.bytes",
                "bytes.views",
                "elements.max.bytes")); // ReadingMemoryTest
        assertThat(keys).isEqualTo(RegistrySettingsTest.KEYS);
    }

    @Test
    void largeBytesAreReadAsViewsOnlyIfThatIsWanted() {
        Schema schema = SchemaBuilder.struct()
                .field("small", Schema.BYTES_SCHEMA)
                .field("large", Schema.OPTIONAL_BYTES_SCHEMA)
                .build();
        byte[] small = {1, 2};
        byte[] large = new byte[4_096];
        new SplittableRandom(1).nextBytes(large);
        Struct row = new Struct(schema).put("small", small).put("large", large);
        Written written = Written.by(Map.of(), schema, row);
        Struct copied = (Struct) Written.converter(Map.of())
                .toConnectData("t", written.headers(), written.payload())
                .value();
        assertThat(copied.get("large")).isEqualTo(large);
        Struct viewed = (Struct) Written.converter(Map.of("bytes.views", "true"))
                .toConnectData("t", written.headers(), written.payload())
                .value();
        assertThat(viewed.get("small")).isEqualTo(small);
        ByteBuffer view = (ByteBuffer) viewed.get("large");
        assertThat(view).isEqualTo(ByteBuffer.wrap(large));
        assertThat(view.array()).as("the record's own").isSameAs(written.payload());
        assertThat(view.arrayOffset()).isEqualTo(written.payload().length - large.length);
        viewed.validate();
    }

    @Test
    void theHeaderIsPlainOrCompressed() {
        Written compressed = Written.by(Map.of(), ROW, VALUE);
        Written plain = Written.by(Map.of("schema.header", "plain"), ROW, VALUE);
        byte[] header = plain.headers().lastHeader("avro.value.schema").value();
        assertThat(header).isEqualTo(compressed.schemaText()).startsWith("{\"type\":\"record\"".getBytes(UTF_8));
        assertThat(compressed.headers().lastHeader("avro.value.schema").value())
                .hasSizeLessThan(header.length)
                .startsWith(0x78);
        // Of text and not of form: by it a reader knows both.
        assertThat(compressed.headers().lastHeader("avro.value.schema.id").value())
                .isEqualTo(plain.headers().lastHeader("avro.value.schema.id").value());
        assertThat(plain.read()).isEqualTo(compressed.read());
        // Nothing is gained with so short a text.
        assertThat(Written.by(Map.of(), Schema.INT64_SCHEMA, 1L)
                        .headers()
                        .lastHeader("avro.value.schema")
                        .value())
                .isEqualTo("\"long\"".getBytes(UTF_8));
    }

    @Test
    void everyKeyIsDescribedAndGrouped() {
        List<String> orders = new ArrayList<>();
        for (ConfigDef.ConfigKey key :
                AvroConverterConfig.definition().configKeys().values()) {
            assertThat(key.documentation).as(key.name).isNotBlank();
            assertThat(key.displayName).as(key.name).isNotBlank();
            orders.add(key.group + " " + key.orderInGroup);
        }
        assertThat(orders).doesNotHaveDuplicates();
    }

    @Test
    void names() {
        assertThat(written("names", "scrub").avro().getFields().get(0).name()).isEqualTo("a_b");
    }

    @Test
    void connectMetaData() {
        assertThat(written("names", "escape").avro().toString()).contains("connect.");
        Written bare = written("connect.meta.data", "false");
        assertThat(bare.avro().toString()).doesNotContain("connect.");
        Struct read = (Struct) Objects.requireNonNull(bare.read().value());
        assertThat(read.get("a-b")).as("an int16 without its name").isEqualTo(1);
    }

    @Test
    void ignoreDefaultForNullables() {
        Struct read = (Struct) Objects.requireNonNull(
                written("ignore.default.for.nullables", "false").read().value());
        assertThat(read.getWithoutDefault("n")).isEqualTo(7);
    }

    @Test
    void allowOptionalMapKeys() {
        Schema map = SchemaBuilder.map(Schema.OPTIONAL_STRING_SCHEMA, Schema.INT32_SCHEMA)
                .build();
        Written written = Written.by(Map.of("allow.optional.map.keys", "true"), map, Map.of("k", 1));
        assertThat(written.avro().getType()).isEqualTo(org.apache.avro.Schema.Type.MAP);
        assertThat(written.read().value()).isEqualTo(Map.of("k", 1));
    }

    @Test
    void avroNamespace() {
        Schema unnamed = SchemaBuilder.struct().field("a", Schema.INT32_SCHEMA).build();
        Written written =
                Written.by(Map.of("avro.namespace", "org.example.rows"), unnamed, new Struct(unnamed).put("a", 1));
        assertThat(written.avro().getNamespace()).isEqualTo("org.example.rows");
        assertThat(written.read().schema()).isEqualTo(unnamed);
    }

    @Test
    void schemasCacheConfig() {
        AvroConverter forgetful = Written.converter(Map.of("schemas.cache.config", "1"));
        Written one = Written.by(Map.of(), Schema.INT32_SCHEMA, 1);
        Written two = Written.by(Map.of(), Schema.STRING_SCHEMA, "2");
        for (Written written : List.of(one, two)) {
            forgetful.toConnectData("t", written.headers(), written.payload());
            written.headers().remove("avro.value.schema");
        }
        assertThat(forgetful.toConnectData("t", two.headers(), two.payload()).value())
                .isEqualTo("2");
        assertThatThrownBy(() -> forgetful.toConnectData("t", one.headers(), one.payload()))
                .isInstanceOf(DataException.class)
                .hasMessageContaining("no header avro.value.schema");
    }

    @Test
    void schemaMaxBytes() {
        SchemaBuilder wide = SchemaBuilder.struct().name("wide");
        for (int i = 0; i < 40; i++) {
            wide.field("column_number_" + i, Schema.OPTIONAL_INT32_SCHEMA);
        }
        Written written = Written.by(Map.of(), wide.build(), new Struct(wide.build()));
        AvroConverter strict = Written.converter(Map.of("schema.max.bytes", "1024"));
        assertThatThrownBy(() -> strict.toConnectData("t", written.headers(), written.payload()))
                .isInstanceOf(DataException.class)
                .hasMessageContaining("schema.max.bytes");
        assertThatThrownBy(() -> Written.by(Map.of("schema.max.bytes", "1024"), wide.build(), new Struct(wide.build())))
                .as("what no reader takes is not written")
                .isInstanceOf(DataException.class)
                .hasMessageContaining("schema.max.bytes");
    }

    /** It shrinks to a thousandth, which a reader takes for an attack. */
    @Test
    void aSchemaThatShrinksTooWellIsWrittenPlain() {
        Schema documented = SchemaBuilder.struct()
                .name("public.t")
                .field("a", SchemaBuilder.int32().doc("-".repeat(200_000)).build())
                .build();
        Written written = Written.by(Map.of(), documented, new Struct(documented).put("a", 1));
        assertThat(written.read().schema()).isEqualTo(documented);
    }

    @ParameterizedTest
    @CsvSource({
        "schema.store, topic",
        "names, guess",
        "connect.meta.data, maybe",
        "schemas.cache.config, 0",
        "schema.max.bytes, 10",
        "value.subject.name.strategy, MyStrategy",
        "key.subject.name.strategy, MyStrategy",
        "http.connect.timeout.ms, 0",
        "http.read.timeout.ms, soon",
        "max.retries, -1",
        "retries.wait.ms, -1",
        "retries.max.wait.ms, -1",
        "retries.total.ms, 0",
        "basic.auth.credentials.source, SASL_INHERIT",
        "bearer.auth.credentials.source, OAUTHBEARER",
        "schema.registry.url, localhost"
    })
    void aWrongValueIsRefusedOnItsKey(String key, String value) {
        Map<String, String> settings = new HashMap<>(Map.of(key, value));
        assertThatThrownBy(() -> Written.converter(settings))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining(key);
    }

    @Test
    void keysOfOthersAreLetPass() {
        AvroConverter converter = Written.converter(Map.of(
                "converter.type", "value", "enhanced.avro.schema.support", "true", "scrub.invalid.names", "true"));
        assertThat(converter.fromConnectData("t", new RecordHeaders(), Schema.INT32_SCHEMA, 1))
                .hasSize(11);
    }

    private static Written written(String key, String value) {
        return Written.by(Map.of(key, value), ROW, VALUE);
    }
}
