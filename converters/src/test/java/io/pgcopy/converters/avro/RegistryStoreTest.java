/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.converters.avro;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import org.apache.kafka.common.config.AbstractConfig;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaBuilder;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.errors.ConnectException;
import org.apache.kafka.connect.errors.DataException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class RegistryStoreTest {
    private static final String FOREIGN = """
            {"type": "record", "name": "Order", "namespace": "com.example", "fields": [
              {"name": "id", "type": "long"},
              {"name": "state", "type": {"type": "enum", "name": "State", "symbols": ["OPEN", "DONE"]}},
              {"name": "note", "type": ["null", "string"], "default": null}]}""";
    // By the wire format's documentation: magic byte 0, id of four bytes, then id=3, state=DONE, note="hi".
    private static final byte[] FOREIGN_VALUE = {6, 2, 2, 4, 'h', 'i'};

    private final RegistryStandIn registry = new RegistryStandIn();

    RegistryStoreTest() throws IOException {}

    @AfterEach
    void stop() {
        registry.close();
    }

    @Test
    void aSchemaIsRegisteredOnceATopicAndItsIdStandsBeforeTheValue() {
        AvroConverter converter = converter(Map.of());
        byte[] embedded = Written.by(Map.of(), row(1).schema(), row(1)).payload();
        for (int i = 0; i < 3; i++) {
            byte[] written = write(converter, "a", row(1));
            assertThat(Arrays.copyOf(written, 5)).isEqualTo(new byte[] {0, 0, 0, 0, 1});
            assertThat(Arrays.copyOfRange(written, 5, written.length))
                    .isEqualTo(Arrays.copyOfRange(embedded, 10, embedded.length));
        }
        write(converter, "b c", row(2));
        assertThat(registry.requests())
                .containsExactly("POST /subjects/a-value/versions", "POST /subjects/b%20c-value/versions");
    }

    @Test
    void equalSchemasOfManyObjectsAreRegisteredOnce() {
        AvroConverter converter = converter(Map.of());
        for (int i = 0; i < 500; i++) {
            write(converter, "t", row(i));
        }
        assertThat(registry.requests()).hasSize(1);
    }

    /** Connect holds two defaults of bytes for different where they are two arrays. */
    @Test
    void schemasThatDifferInNothingButTheObjectOfADefaultAreRegisteredOnce() {
        AvroConverter converter = converter(Map.of());
        for (int i = 0; i < 20; i++) {
            Schema schema = SchemaBuilder.struct()
                    .name("public.t")
                    .field(
                            "b",
                            SchemaBuilder.bytes().defaultValue(new byte[] {1}).build())
                    .build();
            write(converter, "t", new Struct(schema).put("b", new byte[] {2}));
        }
        assertThat(registry.requests()).hasSize(1);
    }

    /** Confluent's clients may keep a GUID in place of the id: in a header, or behind a one. */
    @Test
    void theFormWithAGuidIsRefusedByName() {
        AvroConverter converter = converter(Map.of());
        int id = registry.put("t-value", FOREIGN, Map.of());
        byte[] guid = new byte[17];
        guid[0] = 1;
        assertThatThrownBy(() ->
                        converter.toConnectData("t", new RecordHeaders().add("__value_schema_id", guid), foreign(id)))
                .isInstanceOf(DataException.class)
                .hasMessageContaining("__value_schema_id")
                .hasMessageContaining("GUID");
        assertThatThrownBy(() -> converter.toConnectData("t", new RecordHeaders(), guid))
                .isInstanceOf(DataException.class)
                .hasMessageContaining("GUID");
        RecordHeaders ofTheKey = new RecordHeaders();
        ofTheKey.add("__key_schema_id", guid);
        assertThat(converter.toConnectData("t", ofTheKey, foreign(id)).value()).isNotNull();
    }

    /** A record that comes from another topic may bear that one's header, and others would read by it. */
    @Test
    void noGuidOfAnotherTopicIsLeftBesideOurId() {
        RecordHeaders headers = new RecordHeaders();
        headers.add("__value_schema_id", new byte[17]);
        headers.add("mine", new byte[1]);
        converter(Map.of()).fromConnectData("t", headers, row(1).schema(), row(1));
        assertThat(headers).extracting(Header::key).containsExactly("mine");
    }

    @Test
    void aReaderFetchesASchemaOnceWhateverStoreItWritesTo() {
        byte[] written = write(converter(Map.of()), "t", row(7));
        AvroConverter reader = converter(Map.of("schema.store", "embedded"));
        for (int i = 0; i < 3; i++) {
            assertThat(read(reader, written)).isEqualTo(row(7));
        }
        assertThat(registry.requests()).containsExactly("POST /subjects/t-value/versions", "GET /schemas/ids/1");
        Written embedded = Written.by(Map.of(), row(8).schema(), row(8));
        assertThat(converter(Map.of())
                        .toConnectData("t", embedded.headers(), embedded.payload())
                        .value())
                .isEqualTo(row(8));
    }

    @Test
    void readsWhatConfluentsClientsWrite() {
        int id = registry.put("orders-value", FOREIGN, Map.of());
        Struct read = read(converter(Map.of()), foreign(id));
        assertThat(read.getInt64("id")).isEqualTo(3);
        assertThat(read.getString("state")).isEqualTo("DONE");
        assertThat(read.getString("note")).isEqualTo("hi");
        assertThat(read.schema().name()).isEqualTo("com.example.Order");
    }

    @Test
    void subjectsFollowTheStrategy() {
        write(converter(Map.of("value.subject.name.strategy", "RecordNameStrategy")), "t", row(1));
        write(
                converter(Map.of(
                        "value.subject.name.strategy",
                        "io.confluent.kafka.serializers.subject.TopicRecordNameStrategy")),
                "t",
                row(1));
        AvroConverter keys = new AvroConverter();
        keys.configure(settings(Map.of()), true);
        assertThat(keys.fromConnectData("t", new RecordHeaders(), Schema.INT64_SCHEMA, 1L))
                .hasSize(6);
        assertThat(registry.requests())
                .containsExactly(
                        "POST /subjects/public.t/versions",
                        "POST /subjects/t-public.t/versions",
                        "POST /subjects/t-key/versions");
    }

    @Test
    void withoutRegistrationTheSchemaMustBeThere() {
        Map<String, String> settings = Map.of("auto.register.schemas", "false", "normalize.schemas", "true");
        assertThatThrownBy(() -> write(converter(settings), "t", row(1)))
                .isInstanceOf(ConnectException.class)
                .isNotInstanceOf(DataException.class)
                .hasMessageContaining("t-value")
                .hasMessageContaining("auto.register.schemas");
        write(converter(Map.of()), "t", row(1));
        assertThat(write(converter(settings), "t", row(1))).startsWith(0, 0, 0, 0, 1);
        assertThat(registry.requests()).first().isEqualTo("POST /subjects/t-value?normalize=true");
    }

    @Test
    void theLatestSchemaLendsItsIdOnlyIfItReadsTheSameBytes() {
        Map<String, String> latest = Map.of("auto.register.schemas", "false", "use.latest.version", "true");
        assertThatThrownBy(() -> write(converter(latest), "t", row(1))).hasMessageContaining("no schema");
        write(converter(Map.of()), "t", row(1));
        registry.put(
                "t-value",
                Written.by(Map.of("connect.meta.data", "false"), row(1).schema(), row(1))
                        .avro()
                        .toString(),
                Map.of());
        assertThat(write(converter(latest), "t", row(1))).startsWith(0, 0, 0, 0, 2);
        registry.put("t-value", FOREIGN, Map.of());
        assertThatThrownBy(() -> write(converter(latest), "t", row(1)))
                .isInstanceOf(ConnectException.class)
                .hasMessageContaining("differs");
        assertThatThrownBy(() -> converter(Map.of("use.latest.version", "true")))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("auto.register.schemas");
    }

    @Test
    void anUnknownIdIsTheRecordsFaultAfterTheUsualRepeats() {
        AvroConverter converter = converter(Map.of());
        for (int i = 0; i < 3; i++) {
            assertThatThrownBy(() -> converter.toConnectData("t", foreign(99)))
                    .isInstanceOf(DataException.class)
                    .hasMessageContaining("topic t")
                    .hasMessageContaining("99");
        }
        assertThat(registry.requests()).hasSize(4);
    }

    /** One of several servers behind one address has heard of a schema, and another not yet. */
    @Test
    void aServerThatLagsBehindIsWaitedFor() {
        int id = registry.put("orders-value", FOREIGN, Map.of());
        registry.lagBehind(3);
        assertThat(read(converter(Map.of()), foreign(id)).getInt64("id")).isEqualTo(3);
        registry.lagBehind(4);
        AvroConverter converter = converter(Map.of());
        assertThatThrownBy(() -> read(converter, foreign(id))).isInstanceOf(DataException.class);
    }

    @Test
    void anotherAddressMayKnowWhatOneDoesNot() throws IOException {
        try (RegistryStandIn other = new RegistryStandIn()) {
            int id = other.put("orders-value", FOREIGN, Map.of());
            Map<String, String> both =
                    Map.of("schema.registry.url", registry.url() + "," + other.url(), "max.retries", "0");
            assertThat(read(converter(both), foreign(id)).getInt64("id")).isEqualTo(3);
            assertThat(registry.requests()).hasSize(1);
        }
    }

    @Test
    void manyUnknownIdsAreWaitedForOnceAndEachIsAskedForAgainAfterAWhile() {
        AtomicLong clock = new AtomicLong();
        RegistryStore store = store(clock::get);
        unknown(store, 70);
        assertThat(registry.requests()).hasSize(4);
        for (int id = 71; id < 80; id++) {
            unknown(store, id);
        }
        assertThat(registry.requests()).as("one request each").hasSize(4 + 9);
        unknown(store, 70);
        assertThat(registry.requests()).as("remembered").hasSize(4 + 9);
        clock.set(TimeUnit.SECONDS.toNanos(6));
        unknown(store, 70);
        assertThat(registry.requests()).as("asked again, without waiting").hasSize(4 + 9 + 1);
        for (int i = 0; i < 70; i++) {
            registry.put("orders-value", FOREIGN, Map.of());
        }
        unknown(store, 70);
        clock.set(TimeUnit.SECONDS.toNanos(12));
        assertThat(store.plan(null, foreign(70))
                        .read(foreign(70), 5, new ReadLimits(false, 1_024))
                        .schema()
                        .name())
                .isEqualTo("com.example.Order");
        clock.set(TimeUnit.SECONDS.toNanos(100));
        unknown(store, 99);
        assertThat(registry.requests()).as("waited for again").hasSize(4 + 9 + 1 + 1 + 4);
    }

    private static void unknown(RegistryStore store, int id) {
        assertThatThrownBy(() -> store.plan(null, foreign(id)))
                .isInstanceOf(DataException.class)
                .hasMessageContaining("no schema of id " + id);
    }

    private RegistryStore store(LongSupplier clock) {
        AbstractConfig settings = new AbstractConfig(AvroConverterConfig.definition(), settings(Map.of()), false);
        RegistryConfig config = RegistryConfig.from(settings);
        RegistryHttp http =
                new RegistryHttp(config.urls(), RegistryAccess.from(settings), RegistryRetries.from(settings), 100_000);
        return new RegistryStore(
                new RegistryClient(http, false), config, false, AvroConverterConfig.from(settings), clock);
    }

    @Test
    void schemasOfAnotherKindAreRefused() throws IOException {
        JsonNode protobuf = new ObjectMapper().readTree("\"PROTOBUF\"");
        JsonNode references = new ObjectMapper().readTree("[{\"name\": \"a\", \"subject\": \"b\", \"version\": 1}]");
        int one = registry.put("t-value", "message Order {}", Map.of("schemaType", protobuf));
        int two = registry.put("t-value", FOREIGN, Map.of("references", references));
        assertThatThrownBy(() -> read(converter(Map.of()), foreign(one)))
                .isInstanceOf(DataException.class)
                .hasMessageContaining("PROTOBUF");
        assertThatThrownBy(() -> read(converter(Map.of()), foreign(two)))
                .isInstanceOf(DataException.class)
                .hasMessageContaining("refers to other schemas");
    }

    @Test
    void aRegistryIdWithoutARegistryIsNamed() {
        assertThatThrownBy(() -> Written.converter(Map.of()).toConnectData("t", foreign(1)))
                .isInstanceOf(DataException.class)
                .hasMessageContaining("schema.registry.url");
        assertThatThrownBy(() -> Written.converter(Map.of("schema.store", "registry")))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("schema.registry.url");
    }

    private AvroConverter converter(Map<String, String> more) {
        return Written.converter(settings(more));
    }

    private Map<String, String> settings(Map<String, String> more) {
        Map<String, String> settings = new HashMap<>(
                Map.of("schema.store", "registry", "schema.registry.url", registry.url(), "retries.wait.ms", "10"));
        settings.putAll(more);
        return settings;
    }

    // A schema object of its own each time.
    private static Struct row(long id) {
        Schema schema = SchemaBuilder.struct()
                .name("public.t")
                .field("id", Schema.INT64_SCHEMA)
                .field(
                        "at",
                        SchemaBuilder.int64().name("io.pgcopy.time.Timestamptz").build())
                .build();
        return new Struct(schema).put("id", id).put("at", Long.MAX_VALUE);
    }

    private static byte[] write(AvroConverter converter, String topic, Struct value) {
        return Objects.requireNonNull(converter.fromConnectData(topic, new RecordHeaders(), value.schema(), value));
    }

    private static Struct read(AvroConverter converter, byte[] bytes) {
        return (Struct) Objects.requireNonNull(
                converter.toConnectData("t", new RecordHeaders(), bytes).value());
    }

    private static byte[] foreign(int id) {
        return ByteBuffer.allocate(5 + FOREIGN_VALUE.length)
                .put((byte) 0)
                .putInt(id)
                .put(FOREIGN_VALUE)
                .array();
    }
}
