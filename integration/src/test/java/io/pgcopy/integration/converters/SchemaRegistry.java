/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.integration.converters;

import io.pgcopy.integration.fixture.Await;
import io.pgcopy.integration.fixture.ChildProcess;
import io.pgcopy.integration.fixture.FreePort;
import io.pgcopy.integration.fixture.ServerCertificate;
import io.pgcopy.integration.fixture.Workspace;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** A real schema registry, Apicurio's, in a process of its own, that keeps its schemas in memory. */
final class SchemaRegistry implements AutoCloseable {
    static final String CONFLUENT_PATH = "/apis/ccompat/v7";
    private static final HttpClient CLIENT =
            HttpClient.newBuilder().connectTimeout(Duration.ofSeconds(5)).build();

    private final String address;
    private final ChildProcess process;

    private SchemaRegistry(int port, Path folder, List<String> settings) {
        address = "http://127.0.0.1:" + port;
        // The build has unpacked it there.
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx384m",
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-Dquarkus.http.host=127.0.0.1",
                "-Dquarkus.http.port=" + port));
        command.addAll(settings);
        command.addAll(List.of("-jar", jar(folder).toString()));
        process = ChildProcess.start("registry", command, Workspace.target().resolve("registry.log"));
    }

    static SchemaRegistry start() {
        return start(FreePort.next());
    }

    static SchemaRegistry start(int port) {
        return start(port, List.of());
    }

    /** One that answers by TLS too, at that port. */
    static SchemaRegistry startSecure(int securePort, ServerCertificate certificate) {
        return start(
                FreePort.next(),
                List.of(
                        "-Dquarkus.http.ssl-port=" + securePort,
                        "-Dquarkus.http.ssl.certificate.files=" + certificate.certificate(),
                        "-Dquarkus.http.ssl.certificate.key-files=" + certificate.key()));
    }

    private static SchemaRegistry start(int port, List<String> settings) {
        SchemaRegistry registry = new SchemaRegistry(port, Workspace.target().resolve("registry"), settings);
        try {
            Await.until(
                    "the registry to answer",
                    () -> {
                        if (!registry.process.isAlive()) {
                            throw new IllegalStateException("the registry has ended: " + registry.process.tail());
                        }
                        return registry.answers();
                    },
                    registry.process::tail);
            return registry;
        } catch (RuntimeException e) {
            registry.close();
            throw e;
        }
    }

    /** Where it speaks the protocol of Confluent's registry. */
    String confluentUrl() {
        return address + CONFLUENT_PATH;
    }

    /** Where it speaks its own, in the form that its converters of version 2 know. */
    String ownUrl() {
        return address + "/apis/registry/v2";
    }

    /** What it answers to a GET. */
    String get(String path) {
        return send(HttpRequest.newBuilder(URI.create(confluentUrl() + path)).build());
    }

    /** Puts a schema under a subject, as somebody else's pipeline does. */
    String register(String subject, String body) {
        return send(HttpRequest.newBuilder(URI.create(confluentUrl() + "/subjects/" + subject + "/versions"))
                .header("Content-Type", "application/vnd.schemaregistry.v1+json")
                .POST(BodyPublishers.ofString(body))
                .build());
    }

    @Override
    public void close() {
        process.close();
    }

    private static String send(HttpRequest request) {
        try {
            HttpResponse<String> response = CLIENT.send(request, BodyHandlers.ofString());
            if (response.statusCode() != 200) {
                throw new IllegalStateException(
                        request.uri() + " answers " + response.statusCode() + " " + response.body());
            }
            return response.body();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", e);
        }
    }

    private boolean answers() {
        try {
            get("/subjects");
            return true;
        } catch (UncheckedIOException | IllegalStateException e) {
            return false;
        }
    }

    private static Path jar(Path folder) {
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(file -> file.toString().endsWith("-runner.jar"))
                    .findFirst()
                    .orElseThrow(() -> new IllegalStateException("no registry in " + folder));
        } catch (IOException e) {
            throw new UncheckedIOException("no " + folder + ": run the tests by `mvn verify`, which fetches it", e);
        }
    }
}
