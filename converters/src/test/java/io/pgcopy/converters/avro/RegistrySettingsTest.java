/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.converters.avro;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.apache.kafka.common.config.AbstractConfig;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaBuilder;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.errors.RetriableException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** Each key of the registry set to something else than its default does what its documentation says. */
@Timeout(60)
class RegistrySettingsTest {
    static final Set<String> KEYS = Set.of(
            "schema.registry.url",
            "auto.register.schemas",
            "use.latest.version",
            "normalize.schemas",
            "key.subject.name.strategy",
            "value.subject.name.strategy",
            "basic.auth.credentials.source",
            "basic.auth.user.info",
            "bearer.auth.credentials.source",
            "bearer.auth.token",
            "schema.registry.ssl.truststore.location",
            "schema.registry.ssl.truststore.password",
            "schema.registry.ssl.truststore.type",
            "schema.registry.ssl.keystore.location",
            "schema.registry.ssl.keystore.password",
            "schema.registry.ssl.keystore.type",
            "schema.registry.ssl.key.password",
            "http.connect.timeout.ms",
            "http.read.timeout.ms",
            "max.retries",
            "retries.wait.ms",
            "retries.max.wait.ms",
            "retries.total.ms"); // RegistryHttpTest
    private static final String SECRET = "s3cret-of-the-registry";

    private final RegistryStandIn registry = new RegistryStandIn();

    RegistrySettingsTest() throws IOException {}

    @AfterEach
    void stop() {
        registry.close();
    }

    @Test
    void autoRegisterAndNormalize() {
        write(false, Map.of());
        write(false, Map.of("auto.register.schemas", "false"));
        write(false, Map.of("normalize.schemas", "true"));
        assertThat(registry.requests())
                .containsExactly(
                        "POST /subjects/t-value/versions",
                        "POST /subjects/t-value",
                        "POST /subjects/t-value/versions?normalize=true");
    }

    @Test
    void useLatestVersion() {
        write(false, Map.of());
        write(false, Map.of("auto.register.schemas", "false", "use.latest.version", "true"));
        assertThat(registry.requests())
                .containsExactly("POST /subjects/t-value/versions", "GET /subjects/t-value/versions/latest");
    }

    @Test
    void subjectsOfKeysAndOfValuesAreTwoSettings() {
        Map<String, String> settings = Map.of(
                "key.subject.name.strategy", "RecordNameStrategy",
                "value.subject.name.strategy", "TopicRecordNameStrategy");
        write(true, settings);
        write(false, settings);
        assertThat(registry.requests())
                .containsExactly("POST /subjects/public.t/versions", "POST /subjects/t-public.t/versions");
    }

    @Test
    void logonByUserOrByToken() {
        String user = "anna:" + SECRET;
        registry.require("Basic " + Base64.getEncoder().encodeToString(user.getBytes(StandardCharsets.UTF_8)));
        write(false, Map.of("basic.auth.credentials.source", "USER_INFO", "basic.auth.user.info", user));
        registry.require("Bearer " + SECRET);
        write(false, Map.of("bearer.auth.credentials.source", "STATIC_TOKEN", "bearer.auth.token", SECRET));
        assertThatThrownBy(() -> write(false, Map.of("bearer.auth.token", SECRET)))
                .as("a token alone is not sent")
                .hasMessageContaining("401");
    }

    @Test
    void storesOfAnyKindWithAKeyUnderItsOwnPassword(@TempDir Path folder) throws Exception {
        KeyStoreFiles files = new KeyStoreFiles(folder, SECRET);
        Path server = files.key("server");
        Path client = files.key("client");
        try (RegistryStandIn guarded = files.registry(server, client)) {
            Map<String, String> settings = new HashMap<>(Map.of(
                    "schema.registry.url",
                    guarded.url(),
                    "max.retries",
                    "0",
                    "schema.registry.ssl.truststore.location",
                    files.trustInJks(server).toString(),
                    "schema.registry.ssl.truststore.password",
                    SECRET,
                    "schema.registry.ssl.truststore.type",
                    "JKS"));
            assertThatThrownBy(() -> write(false, settings))
                    .as("nobody without a certificate is let in")
                    .isInstanceOf(RetriableException.class);
            settings.put(
                    "schema.registry.ssl.keystore.location",
                    files.asJks(client, "another-" + SECRET).toString());
            settings.put("schema.registry.ssl.keystore.password", SECRET);
            settings.put("schema.registry.ssl.keystore.type", "JKS");
            assertThatThrownBy(() -> write(false, settings))
                    .isInstanceOf(ConfigException.class)
                    .hasMessageNotContaining(SECRET);
            settings.put("schema.registry.ssl.key.password", "another-" + SECRET);
            assertThat(write(false, settings)).startsWith(0, 0, 0, 0, 1);
            settings.put("schema.registry.ssl.truststore.type", "PKCS11");
            assertThatThrownBy(() -> write(false, settings)).isInstanceOf(ConfigException.class);
        }
    }

    /** The queue of a server that accepts nobody is full after a few, and the next waits for a connection. */
    @Test
    @EnabledOnOs(OS.LINUX)
    void connectTimeout() throws IOException {
        List<Socket> waiting = new ArrayList<>();
        try (ServerSocket busy =
                new ServerSocket(0, 1, RegistryStandIn.loopback().getAddress())) {
            for (int i = 0; i < 2; i++) {
                waiting.add(new Socket(busy.getInetAddress(), busy.getLocalPort()));
            }
            Map<String, String> settings = Map.of(
                    "schema.registry.url",
                    "http://127.0.0.1:" + busy.getLocalPort(),
                    "max.retries",
                    "0",
                    "http.connect.timeout.ms",
                    "150");
            assertThatThrownBy(() -> write(false, settings))
                    .isInstanceOf(RetriableException.class)
                    .hasMessageContaining("connect");
        } finally {
            for (Socket socket : waiting) {
                socket.close();
            }
        }
    }

    @Test
    void readTimeout() throws IOException {
        try (ServerSocket silent =
                new ServerSocket(0, 50, RegistryStandIn.loopback().getAddress())) {
            Map<String, String> settings = Map.of(
                    "schema.registry.url",
                    "http://127.0.0.1:" + silent.getLocalPort(),
                    "max.retries",
                    "0",
                    "http.read.timeout.ms",
                    "123");
            long start = System.nanoTime();
            assertThatThrownBy(() -> write(false, settings)).hasMessageContaining("no answer within 123 ms");
            assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(5));
        }
    }

    @Test
    void retries() {
        registry.beInTrouble(100);
        assertThatThrownBy(() -> write(false, Map.of("max.retries", "5"))).isInstanceOf(RetriableException.class);
        assertThat(registry.requests()).hasSize(6);
        RegistryRetries retries = RegistryRetries.from(new AbstractConfig(
                AvroConverterConfig.definition(),
                Map.of("retries.wait.ms", "100", "retries.max.wait.ms", "300"),
                false));
        for (int i = 0; i < 100; i++) {
            assertThat(retries.waitMillis(0)).isBetween(50L, 100L);
            assertThat(retries.waitMillis(1)).isBetween(100L, 200L);
            assertThat(retries.waitMillis(40)).as("capped").isBetween(150L, 300L);
        }
    }

    @Test
    void noSecretIsInAnyText() {
        Map<String, String> settings = new HashMap<>();
        for (ConfigDef.ConfigKey key :
                AvroConverterConfig.definition().configKeys().values()) {
            boolean secret = key.name.matches(".*(password|token|user\\.info)");
            assertThat(key.type == ConfigDef.Type.PASSWORD).as(key.name).isEqualTo(secret);
            if (secret) {
                settings.put(key.name, "anna:" + SECRET);
            }
        }
        assertThat(settings).hasSize(5);
        for (Map<String, String> logon : List.of(
                Map.of("basic.auth.credentials.source", "USER_INFO"),
                Map.of("bearer.auth.credentials.source", "STATIC_TOKEN"))) {
            settings.putAll(logon);
            AbstractConfig config = new AbstractConfig(AvroConverterConfig.definition(), settings, false);
            assertThat(RegistryAccess.from(config).toString())
                    .contains("[hidden]")
                    .doesNotContain(SECRET)
                    .doesNotContain(
                            Base64.getEncoder().encodeToString(("anna:" + SECRET).getBytes(StandardCharsets.UTF_8)));
        }
    }

    /** The JDK repeats a header that it does not take. */
    @Test
    void aTokenThatNoHeaderHoldsIsNotRepeated() {
        for (String token : List.of(SECRET + "\r\nX-More: 1", SECRET + "\u4e16", SECRET + " a", "")) {
            assertThatThrownBy(() -> write(
                            false,
                            Map.of("bearer.auth.credentials.source", "STATIC_TOKEN", "bearer.auth.token", token)))
                    .isInstanceOf(ConfigException.class)
                    .hasMessageContaining("bearer.auth.token")
                    .hasMessageNotContaining(SECRET)
                    .hasNoCause();
        }
        assertThat(registry.requests()).isEmpty();
        // As it is read from a file of its own.
        registry.require("Bearer " + SECRET);
        write(false, Map.of("bearer.auth.credentials.source", "STATIC_TOKEN", "bearer.auth.token", SECRET + "\n"));
    }

    @Test
    void theSubjectOfAnOptionalStructIsItsName() {
        Schema row = SchemaBuilder.struct()
                .name("public.t")
                .field("id", Schema.INT64_SCHEMA)
                .optional()
                .build();
        AvroConverter converter = Written.converter(Map.of(
                "schema.store",
                "registry",
                "schema.registry.url",
                registry.url(),
                "value.subject.name.strategy",
                "RecordNameStrategy"));
        converter.fromConnectData("t", new RecordHeaders(), row, new Struct(row).put("id", 1L));
        assertThat(registry.requests()).containsExactly("POST /subjects/public.t/versions");
        assertThatThrownBy(() -> converter.fromConnectData("t", new RecordHeaders(), Schema.OPTIONAL_INT64_SCHEMA, 1L))
                .as("no record's fault: none may be skipped for it")
                .isInstanceOf(RetriableException.class)
                .hasMessageContaining("topic t")
                .hasMessageContaining("needs a struct")
                .hasMessageContaining("LONG");
    }

    /** Under errors.tolerance=all Connect skips the record of every failure but a retriable one that it may retry. */
    @Test
    void whatIsNoRecordsFaultCanBeTriedAgain() throws IOException {
        JsonNode protobuf = new ObjectMapper().readTree("\"PROTOBUF\"");
        Map<String, String> latest = Map.of("auto.register.schemas", "false", "use.latest.version", "true");
        triedAgain(Map.of("auto.register.schemas", "false"), "has no such schema");
        triedAgain(latest, "of which use.latest.version wants the latest");
        registry.put("t-value", "message Order {}", Map.of("schemaType", protobuf));
        triedAgain(latest, "PROTOBUF");
        registry.put("t-value", "{\"type\": \"no such type\"}", Map.of());
        triedAgain(latest, "cannot be read");
        registry.put("t-value", "\"long\"", Map.of());
        triedAgain(latest, "differs");
        registry.require("Bearer " + SECRET);
        triedAgain(Map.of(), "401");
    }

    private void triedAgain(Map<String, String> settings, String reason) {
        assertThatThrownBy(() -> write(false, settings))
                .isInstanceOf(RetriableException.class)
                .hasMessageContaining(reason);
    }

    private byte[] write(boolean isKey, Map<String, String> more) {
        Map<String, String> settings = new HashMap<>(
                Map.of("schema.store", "registry", "schema.registry.url", registry.url(), "retries.wait.ms", "10"));
        settings.putAll(more);
        Schema row = SchemaBuilder.struct()
                .name("public.t")
                .field("id", Schema.INT64_SCHEMA)
                .build();
        AvroConverter converter = new AvroConverter();
        converter.configure(settings, isKey);
        return Objects.requireNonNull(
                converter.fromConnectData("t", new RecordHeaders(), row, new Struct(row).put("id", 1L)));
    }
}
