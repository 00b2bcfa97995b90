/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.converters.avro;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.common.config.types.Password;
import org.apache.kafka.connect.errors.RetriableException;
import org.jspecify.annotations.Nullable;

/** The way to the schema registry, by one of its addresses at a time. Confined to one thread. */
final class RegistryHttp {
    private static final String JSON = "application/vnd.schemaregistry.v1+json";

    private final List<URI> urls;
    private final @Nullable Password authorization;
    private final RegistryRetries retries;
    private final int maxAnswer;
    private final HttpClient client;
    private int current;

    /** A status and the body that came with it. */
    record Answer(int status, String body) {}

    RegistryHttp(List<URI> urls, RegistryAccess access, RegistryRetries retries, int maxAnswer) {
        this.urls = urls;
        this.authorization = access.authorization();
        this.retries = retries;
        this.maxAnswer = maxAnswer;
        // No redirects: they would carry the credentials to whomever the answer names.
        this.client = HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .followRedirects(HttpClient.Redirect.NEVER)
                .connectTimeout(retries.connectTimeout())
                .sslContext(RegistryTls.context(access))
                .build();
    }

    /** A GET, or a POST where there is a body. */
    Answer ask(String path, @Nullable String body) {
        return new RegistryRequest(this, retries, path, body).settled();
    }

    /**
     * A GET of what one server may have and another not: all are asked before the answer is that it is not there.
     *
     * @param patient whether they are then asked again, as servers in trouble are
     */
    Answer find(String path, boolean patient) {
        return new RegistryRequest(this, retries, path, null).found(patient);
    }

    List<URI> urls() {
        return urls;
    }

    /** The next requests go to the next address. */
    void turn() {
        current = (current + 1) % urls.size();
    }

    /** One request to one address, for which there is no more time than given. */
    Answer once(String path, @Nullable String body, long millis) throws ExecutionException, TimeoutException {
        HttpRequest.Builder request =
                HttpRequest.newBuilder(URI.create(urls.get(current) + path)).header("Accept", JSON);
        if (authorization != null) {
            request.header("Authorization", authorization.value());
        }
        if (body != null) {
            request.header("Content-Type", JSON).POST(BodyPublishers.ofString(body));
        }
        CompletableFuture<HttpResponse<byte[]>> pending =
                client.sendAsync(request.build(), info -> new LimitedBody(maxAnswer));
        try {
            HttpResponse<byte[]> response = pending.get(millis, TimeUnit.MILLISECONDS);
            return new Answer(response.statusCode(), new String(response.body(), StandardCharsets.UTF_8));
        } catch (InterruptedException e) {
            throw interrupted(e);
        } finally {
            pending.cancel(true);
        }
    }

    static RetriableException interrupted(InterruptedException e) {
        Thread.currentThread().interrupt();
        return new RetriableException("interrupted while waiting for the schema registry", e);
    }
}
