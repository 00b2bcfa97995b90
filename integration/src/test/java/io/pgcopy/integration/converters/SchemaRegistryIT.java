/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.integration.converters;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.pgcopy.integration.Pipe;
import io.pgcopy.integration.benchmark.PackagedConverters;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaAndValue;
import org.apache.kafka.connect.data.SchemaBuilder;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.errors.ConnectException;
import org.apache.kafka.connect.errors.DataException;
import org.apache.kafka.connect.storage.Converter;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** The packaged Avro converter against a registry that somebody else has written. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class SchemaRegistryIT {
    private static final ObjectMapper JSON = new ObjectMapper();

    private SchemaRegistry registry;
    private PackagedConverters plugins;

    @BeforeAll
    void start() throws IOException {
        registry = SchemaRegistry.start();
        plugins = new PackagedConverters();
    }

    @AfterAll
    void stop() throws IOException {
        plugins.close();
        registry.close();
    }

    @Test
    void aSchemaIsRegisteredAndReadBackByAnotherConverter() throws Exception {
        byte[] first = write(converter(Map.of()), "orders", row(1));
        byte[] again = write(converter(Map.of()), "orders", row(2));
        assertThat(first).startsWith(0);
        assertThat(Arrays.copyOf(again, 5)).as("the same schema, the same id").isEqualTo(Arrays.copyOf(first, 5));
        SchemaAndValue read = converter(Map.of()).toConnectData("orders", new RecordHeaders(), first);
        assertThat(read.schema()).isEqualTo(row(1).schema());
        assertThat(read.value()).isEqualTo(row(1));
        JsonNode latest = JSON.readTree(registry.get("/subjects/orders-value/versions/latest"));
        assertThat(latest.path("version").asInt()).isEqualTo(1);
        assertThat(latest.path("id").asInt()).isEqualTo(id(first));
        assertThat(latest.path("schema").asText()).contains("io.pgcopy.time.Timestamptz");
    }

    @Test
    void subjectsHaveTheNamesThatTheStrategyGives() throws Exception {
        write(converter(Map.of("value.subject.name.strategy", "RecordNameStrategy")), "by record", row(1));
        write(converter(Map.of("value.subject.name.strategy", "TopicRecordNameStrategy")), "by.both", row(1));
        write(converter(Map.of()), "odd topic/ä", row(1));
        assertThat(JSON.readTree(registry.get("/subjects")))
                .extracting(JsonNode::asText)
                .contains("public.t", "by.both-public.t", "odd topic/ä-value");
    }

    @Test
    void withoutRegistrationTheSchemaMustBeThere() throws Exception {
        Map<String, String> settings = Map.of("auto.register.schemas", "false");
        assertThatThrownBy(() -> write(converter(settings), "unregistered", row(1)))
                .isInstanceOf(ConnectException.class)
                .isNotInstanceOf(DataException.class)
                .hasMessageContaining("unregistered-value")
                .hasMessageContaining("auto.register.schemas");
        byte[] registered = write(converter(Map.of()), "registered", row(1));
        byte[] found = write(converter(settings), "registered", row(1));
        assertThat(id(found)).isEqualTo(id(registered));
    }

    @Test
    void theLatestVersionLendsItsId() throws Exception {
        Map<String, String> latest = Map.of("auto.register.schemas", "false", "use.latest.version", "true");
        assertThatThrownBy(() -> write(converter(latest), "latest", row(1)))
                .isInstanceOf(ConnectException.class)
                .hasMessageContaining("latest-value");
        byte[] first = write(converter(Map.of()), "latest", row(1));
        assertThat(id(write(converter(latest), "latest", row(1)))).isEqualTo(id(first));
        byte[] second = write(converter(Map.of("connect.meta.data", "false")), "latest", row(1));
        assertThat(id(second)).isNotEqualTo(id(first));
        assertThat(id(write(converter(latest), "latest", row(1)))).isEqualTo(id(second));
        registry.register("other-value", "{\"schema\": \"{\\\"type\\\": \\\"long\\\"}\"}");
        assertThatThrownBy(() -> write(converter(latest), "other", row(1)))
                .isInstanceOf(ConnectException.class)
                .hasMessageContaining("differs");
    }

    @Test
    void anUnknownIdIsTheRecordsFault() throws Exception {
        Converter converter = converter(Map.of());
        assertThatThrownBy(() -> converter.toConnectData("orders", new byte[] {0, 0x7F, 0, 0, 1, 2}))
                .isInstanceOf(DataException.class)
                .hasMessageContaining("topic orders")
                .hasMessageContaining(String.valueOf(0x7F000001));
    }

    private Converter converter(Map<String, String> more) throws ReflectiveOperationException {
        Map<String, String> settings =
                new HashMap<>(Map.of("schema.store", "registry", "schema.registry.url", registry.confluentUrl()));
        settings.putAll(more);
        Converter converter = plugins.converter(Pipe.AVRO);
        converter.configure(settings, false);
        return converter;
    }

    private static byte[] write(Converter converter, String topic, Struct value) {
        return Objects.requireNonNull(converter.fromConnectData(topic, new RecordHeaders(), value.schema(), value));
    }

    private static int id(byte[] written) {
        return ByteBuffer.wrap(written).getInt(1);
    }

    private static Struct row(long id) {
        Schema schema = SchemaBuilder.struct()
                .name("public.t")
                .field("id", Schema.INT64_SCHEMA)
                .field(
                        "at",
                        SchemaBuilder.int64()
                                .name("io.pgcopy.time.Timestamptz")
                                .optional()
                                .build())
                .field("order-date", Schema.OPTIONAL_STRING_SCHEMA)
                .build();
        return new Struct(schema).put("id", id).put("at", Long.MAX_VALUE).put("order-date", "ä");
    }
}
