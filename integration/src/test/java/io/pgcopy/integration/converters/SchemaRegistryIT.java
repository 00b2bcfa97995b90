/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.integration.converters;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.pgcopy.integration.Pipe;
import io.pgcopy.integration.benchmark.PackagedConverters;
import io.pgcopy.integration.fixture.FreePort;
import io.pgcopy.integration.fixture.ServerCertificate;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.CertificateFactory;
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
import org.apache.kafka.connect.errors.RetriableException;
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

    /** The registry takes both for compatible, and so does Avro: to it they are numbers. */
    @Test
    void aLatestVersionOfAnotherUnitIsRefused() throws Exception {
        write(converter(Map.of()), "unit", row(1));
        ObjectNode latest =
                (ObjectNode) JSON.readTree(JSON.readTree(registry.get("/subjects/unit-value/versions/latest"))
                        .path("schema")
                        .asText());
        String micros = latest.toString();
        String millis = micros.replace("timestamp-micros", "timestamp-millis")
                .replace("io.pgcopy.time.Timestamptz", "org.apache.kafka.connect.data.Timestamp");
        assertThat(millis).isNotEqualTo(micros);
        registry.register(
                "unit-value", JSON.createObjectNode().put("schema", millis).toString());
        assertThatThrownBy(() -> write(
                        converter(Map.of("auto.register.schemas", "false", "use.latest.version", "true")),
                        "unit",
                        row(1)))
                .isInstanceOf(RetriableException.class)
                .hasMessageContaining("the field at")
                .hasMessageContaining("org.apache.kafka.connect.data.Timestamp");
    }

    @Test
    void anUnknownIdIsTheRecordsFault() throws Exception {
        Converter converter = converter(Map.of());
        assertThatThrownBy(() -> converter.toConnectData("orders", new byte[] {0, 0x7F, 0, 0, 1, 2}))
                .isInstanceOf(DataException.class)
                .hasMessageContaining("topic orders")
                .hasMessageContaining(String.valueOf(0x7F000001));
    }

    /** Compressed, the id stands within the frame; what is not worth it is the plain form that everybody reads. */
    @Test
    void zstdGoesAroundTheRegistryForm() throws Exception {
        Map<String, String> settings = Map.of("delegate", Pipe.AVRO, "zstd.min.bytes", "0");
        Struct large = row(3).put("order-date", "2026-11-30 ".repeat(2_000));
        byte[] written = write(converter("io.pgcopy.converters.zstd.ZstdConverter", settings), "packed", large);
        assertThat(written).hasSizeLessThan(1_000).startsWith(0x57, 0x2A, 0x4D, 0x18);
        Converter reader = converter("io.pgcopy.converters.zstd.ZstdConverter", settings);
        assertThat(reader.toConnectData("packed", new RecordHeaders(), written).value())
                .isEqualTo(large);
        byte[] small = write(converter("io.pgcopy.converters.zstd.ZstdConverter", settings), "packed", row(1));
        assertThat(id(small)).isPositive();
        assertThat(converter(Map.of())
                        .toConnectData("packed", new RecordHeaders(), small)
                        .value())
                .isEqualTo(row(1));
        assertThat(registry.get("/subjects")).contains("packed-value");
    }

    /** By its certificate, which nobody else trusts. */
    @Test
    void aRegistryBehindTlsIsTrustedByTheTrustStoreAndNotWithout() throws Exception {
        ServerCertificate certificate = ServerCertificate.create();
        int port = FreePort.next();
        try (SchemaRegistry secure = SchemaRegistry.startSecure(port, certificate)) {
            Map<String, String> settings = new HashMap<>(Map.of(
                    "schema.registry.url",
                    "https://localhost:" + port + SchemaRegistry.CONFLUENT_PATH,
                    "max.retries",
                    "0"));
            assertThatThrownBy(() -> write(converter(settings), "secure", row(1)))
                    .isInstanceOf(RetriableException.class)
                    .hasMessageContaining("certification path");
            settings.put(
                    "schema.registry.ssl.truststore.location",
                    trusting(certificate).toString());
            settings.put("schema.registry.ssl.truststore.password", "of-the-store");
            byte[] written = write(converter(settings), "secure", row(1));
            assertThat(converter(settings)
                            .toConnectData("secure", new RecordHeaders(), written)
                            .value())
                    .isEqualTo(row(1));
            assertThat(secure.get("/subjects")).contains("secure-value");
        }
    }

    private static Path trusting(ServerCertificate certificate) throws IOException, GeneralSecurityException {
        KeyStore store = KeyStore.getInstance("PKCS12");
        store.load(null, null);
        try (InputStream pem = Files.newInputStream(certificate.certificate())) {
            store.setCertificateEntry(
                    "registry", CertificateFactory.getInstance("X.509").generateCertificate(pem));
        }
        Path file = certificate.certificate().resolveSibling("trust.p12");
        try (OutputStream out = Files.newOutputStream(file)) {
            store.store(out, "of-the-store".toCharArray());
        }
        return file;
    }

    private Converter converter(Map<String, String> more) throws ReflectiveOperationException {
        return converter(Pipe.AVRO, more);
    }

    private Converter converter(String className, Map<String, String> more) throws ReflectiveOperationException {
        Map<String, String> settings =
                new HashMap<>(Map.of("schema.store", "registry", "schema.registry.url", registry.confluentUrl()));
        settings.putAll(more);
        Converter converter = plugins.converter(className);
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
