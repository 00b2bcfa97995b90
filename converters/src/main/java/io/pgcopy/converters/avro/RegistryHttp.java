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
import org.apache.kafka.connect.errors.ConnectException;
import org.apache.kafka.connect.errors.RetriableException;
import org.jspecify.annotations.Nullable;

/**
 * Requests to the schema registry, repeated where it cannot be reached or is in trouble. Every wait has a
 * bound. Confined to one thread.
 */
final class RegistryHttp {
    private static final String JSON = "application/vnd.schemaregistry.v1+json";
    private static final int TOO_MANY_REQUESTS = 429;

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
        Exception last = null;
        for (int attempt = 0; attempt <= retries.most(); attempt++) {
            if (attempt > 0) {
                pause(retries.waitMillis(attempt - 1));
            }
            for (int i = 0; i < urls.size(); i++) {
                try {
                    Answer answer = once(urls.get(current), path, body);
                    if (answer.status() < 500 && answer.status() != TOO_MANY_REQUESTS) {
                        return answer;
                    }
                    last = new ConnectException("it answers with HTTP status " + answer.status());
                } catch (ExecutionException e) {
                    last = e.getCause() instanceof Exception cause ? cause : e;
                } catch (TimeoutException e) {
                    last = new ConnectException(
                            "no answer within " + retries.readTimeout().toMillis() + " ms", e);
                }
                current = (current + 1) % urls.size();
            }
        }
        throw new RetriableException("the schema registry at " + urls + " cannot be used: " + reason(last), last);
    }

    private Answer once(URI url, String path, @Nullable String body) throws ExecutionException, TimeoutException {
        HttpRequest.Builder request =
                HttpRequest.newBuilder(URI.create(url + path)).header("Accept", JSON);
        if (authorization != null) {
            request.header("Authorization", authorization.value());
        }
        if (body != null) {
            request.header("Content-Type", JSON).POST(BodyPublishers.ofString(body));
        }
        CompletableFuture<HttpResponse<byte[]>> pending =
                client.sendAsync(request.build(), info -> new LimitedBody(maxAnswer));
        try {
            HttpResponse<byte[]> response = pending.get(
                    retries.connectTimeout().plus(retries.readTimeout()).toMillis(), TimeUnit.MILLISECONDS);
            return new Answer(response.statusCode(), new String(response.body(), StandardCharsets.UTF_8));
        } catch (InterruptedException e) {
            throw interrupted(e);
        } finally {
            pending.cancel(true);
        }
    }

    private static void pause(long millis) {
        try {
            Thread.sleep(millis);
        } catch (InterruptedException e) {
            throw interrupted(e);
        }
    }

    private static RetriableException interrupted(InterruptedException e) {
        Thread.currentThread().interrupt();
        return new RetriableException("interrupted while waiting for the schema registry", e);
    }

    private static String reason(@Nullable Exception failure) {
        if (failure == null) {
            return "no reason known";
        }
        return failure.getMessage() == null ? failure.getClass().getSimpleName() : failure.getMessage();
    }
}
