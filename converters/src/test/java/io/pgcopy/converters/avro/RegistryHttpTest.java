/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.converters.avro;

import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import java.io.IOException;
import java.io.InputStream;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.time.Duration;
import java.util.Base64;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.errors.ConnectException;
import org.apache.kafka.connect.errors.DataException;
import org.apache.kafka.connect.errors.RetriableException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** A registry that is away, in trouble, strange, or wants to know who asks. */
@Timeout(60)
class RegistryHttpTest {
    private static final String SECRET = "s3cret-of-the-registry";

    private final RegistryStandIn registry = new RegistryStandIn();

    RegistryHttpTest() throws IOException {}

    @AfterEach
    void stop() {
        registry.close();
    }

    @Test
    void aRegistryInTroubleIsAskedAgain() {
        registry.beInTrouble(3);
        assertThat(write(Map.of())).startsWith(0, 0, 0, 0, 1);
        assertThat(registry.requests()).hasSize(4);
    }

    @Test
    void aRegistryThatStaysInTroubleIsARetriableFailure() {
        registry.beInTrouble(100);
        assertThatThrownBy(() -> write(Map.of("max.retries", "2")))
                .isInstanceOf(RetriableException.class)
                .hasMessageContaining(registry.url())
                .hasMessageContaining("503");
        assertThat(registry.requests()).hasSize(3);
    }

    @Test
    void anotherAddressIsTriedWhereOneIsDead() throws IOException {
        int closed = closedPort();
        assertThat(write(Map.of(
                        "schema.registry.url",
                        "http://localhost:" + closed + "," + registry.url() + "/",
                        "max.retries",
                        "0")))
                .startsWith(0, 0, 0, 0, 1);
    }

    @Test
    void aRegistryThatDoesNotAnswerIsNotWaitedForLong() throws IOException {
        try (ServerSocket silent =
                new ServerSocket(0, 50, RegistryStandIn.loopback().getAddress())) {
            long start = System.nanoTime();
            assertThatThrownBy(() -> write(Map.of(
                            "schema.registry.url",
                            "http://localhost:" + silent.getLocalPort(),
                            "http.connect.timeout.ms",
                            "200",
                            "http.read.timeout.ms",
                            "300",
                            "max.retries",
                            "1")))
                    .isInstanceOf(RetriableException.class)
                    .hasMessageContaining("no answer within 300 ms");
            assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(5));
        }
    }

    /** However many addresses and repeats there are. */
    @Test
    void allWaitsTogetherHaveABound() throws IOException {
        try (ServerSocket silent =
                new ServerSocket(0, 50, RegistryStandIn.loopback().getAddress())) {
            String address = "http://localhost:" + silent.getLocalPort();
            Map<String, String> settings = Map.of(
                    "schema.registry.url", address + "," + address + "/two," + address + "/three",
                    "http.read.timeout.ms", "400",
                    "max.retries", "1000",
                    "retries.wait.ms", "100000",
                    "retries.total.ms", "1500");
            long start = System.nanoTime();
            assertThatThrownBy(() -> write(settings))
                    .isInstanceOf(RetriableException.class)
                    .hasMessageContaining("no answer within");
            assertThat(Duration.ofNanos(System.nanoTime() - start))
                    .isBetween(Duration.ofMillis(1_200), Duration.ofSeconds(10));
        }
    }

    /** Where a schema is refused, registries quote it and the one before, a megabyte of each. */
    @Test
    void whatTheRegistrySaysIsCutAndPutOnOneLine() {
        registry.say("refused:\n\u001b[31m" + "x".repeat(100_000));
        registry.require("nothing that we send");
        assertThatThrownBy(() -> write(Map.of()))
                .isInstanceOf(RetriableException.class)
                .satisfies(e -> assertThat(e.getMessage())
                        .hasSizeLessThan(2_000)
                        .contains("refused:")
                        .doesNotContain("\n", "\u001b"));
    }

    @Test
    void anEndlessAnswerIsCutOff() throws Exception {
        try (ServerSocket endless =
                new ServerSocket(0, 50, RegistryStandIn.loopback().getAddress())) {
            Thread server = new Thread(() -> pour(endless));
            server.start();
            assertThatThrownBy(() -> write(Map.of(
                            "schema.registry.url", "http://localhost:" + endless.getLocalPort(), "max.retries", "0")))
                    .isInstanceOf(RetriableException.class)
                    .hasMessageContaining("the answer has more than");
            server.join(TimeUnit.SECONDS.toMillis(20));
        }
    }

    @Test
    void whatIsNoRegistryIsSaidToBeNone() {
        registry.beNoRegistry();
        assertThatThrownBy(() -> write(Map.of()))
                .isInstanceOf(ConnectException.class)
                .isNotInstanceOf(DataException.class)
                .hasMessageContaining("HTTP status 404");
        assertThatThrownBy(() -> converter(Map.of()).toConnectData("t", new byte[] {0, 0, 0, 0, 1, 2}))
                .isInstanceOf(ConnectException.class)
                .isNotInstanceOf(DataException.class)
                .hasMessageContaining("HTTP status 404");
    }

    @Test
    void logsOnByUserAndPassword() {
        String userInfo = "anna:" + SECRET;
        registry.require("Basic " + Base64.getEncoder().encodeToString(userInfo.getBytes(StandardCharsets.UTF_8)));
        assertThat(write(Map.of("basic.auth.credentials.source", "USER_INFO", "basic.auth.user.info", userInfo)))
                .isNotEmpty();
        assertThatThrownBy(() -> write(Map.of(
                        "basic.auth.credentials.source", "USER_INFO", "basic.auth.user.info", "anna:" + SECRET + "x")))
                .isInstanceOf(ConnectException.class)
                .hasMessageContaining("401")
                .hasMessageContaining("basic.auth.user.info")
                .hasMessageNotContaining(SECRET);
    }

    @Test
    void logsOnByToken() {
        registry.require("Bearer " + SECRET);
        assertThat(write(Map.of("bearer.auth.credentials.source", "STATIC_TOKEN", "bearer.auth.token", SECRET)))
                .isNotEmpty();
        assertThatThrownBy(() -> write(Map.of("bearer.auth.credentials.source", "STATIC_TOKEN")))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("bearer.auth.token");
    }

    @Test
    void anAddressWithAPasswordIsRefusedWithoutBeingRepeated() {
        for (String url : new String[] {
            "http://anna:" + SECRET + "@localhost:1",
            "ftp://" + SECRET,
            "http://[" + SECRET,
            "https://localhost:1/api?token=" + SECRET,
            "https://localhost:1/api#" + SECRET
        }) {
            assertThatThrownBy(() -> converter(Map.of("schema.registry.url", url)))
                    .isInstanceOf(ConfigException.class)
                    .hasMessageContaining("schema.registry.url")
                    .hasMessageNotContaining(SECRET);
        }
    }

    @Test
    void trustsTheCertificateInTheTrustStoreAndNoOther(@TempDir Path folder) throws Exception {
        Path store = folder.resolve("registry.p12");
        makeKeyStore(store);
        HttpsServer server = HttpsServer.create(RegistryStandIn.loopback(), 0);
        server.setHttpsConfigurator(new HttpsConfigurator(serverContext(store)));
        try (RegistryStandIn secure = new RegistryStandIn(server)) {
            Map<String, String> trusting = Map.of(
                    "schema.registry.url", secure.url(),
                    "schema.registry.ssl.truststore.location", store.toString(),
                    "schema.registry.ssl.truststore.password", SECRET);
            assertThat(write(trusting)).startsWith(0, 0, 0, 0, 1);
            assertThatThrownBy(() -> write(Map.of("schema.registry.url", secure.url(), "max.retries", "0")))
                    .isInstanceOf(RetriableException.class)
                    .hasMessageContaining("certificat");
            Map<String, String> wrong = new HashMap<>(trusting);
            wrong.put("schema.registry.ssl.truststore.password", "guess");
            assertThatThrownBy(() -> write(wrong))
                    .isInstanceOf(ConfigException.class)
                    .hasMessageContaining("schema.registry.ssl.truststore.location");
        }
    }

    private static void makeKeyStore(Path store) throws Exception {
        Process keytool = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "keytool")
                                .toString(),
                        "-genkeypair",
                        "-alias",
                        "registry",
                        "-keyalg",
                        "EC",
                        "-dname",
                        "CN=localhost",
                        "-ext",
                        "san=dns:localhost",
                        "-storetype",
                        "PKCS12",
                        "-storepass",
                        SECRET,
                        "-keystore",
                        store.toString())
                .inheritIO()
                .start();
        assertThat(keytool.waitFor()).isZero();
    }

    private static SSLContext serverContext(Path store) throws Exception {
        KeyStore keys = KeyStore.getInstance("PKCS12");
        try (InputStream file = Files.newInputStream(store)) {
            keys.load(file, SECRET.toCharArray());
        }
        KeyManagerFactory factory = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        factory.init(keys, SECRET.toCharArray());
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(factory.getKeyManagers(), null, null);
        return context;
    }

    private static void pour(ServerSocket server) {
        byte[] head = "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: 2000000000\r\n\r\n"
                .getBytes(StandardCharsets.US_ASCII);
        try (Socket client = server.accept()) {
            client.getOutputStream().write(head);
            while (true) {
                client.getOutputStream().write(new byte[65_536]);
            }
        } catch (IOException e) {
            assertThat(e).as("the client hangs up").isNotNull();
        }
    }

    private static int closedPort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0)) {
            return socket.getLocalPort();
        }
    }

    private AvroConverter converter(Map<String, String> more) {
        Map<String, String> settings = new HashMap<>(
                Map.of("schema.store", "registry", "schema.registry.url", registry.url(), "retries.wait.ms", "10"));
        settings.putAll(more);
        return Written.converter(settings);
    }

    private byte[] write(Map<String, String> settings) {
        return Objects.requireNonNull(
                converter(settings).fromConnectData("t", new RecordHeaders(), Schema.INT64_SCHEMA, 1L));
    }
}
