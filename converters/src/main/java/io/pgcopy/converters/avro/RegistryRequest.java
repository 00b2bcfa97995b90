/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.converters.avro;

import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.connect.errors.ConnectException;
import org.apache.kafka.connect.errors.RetriableException;
import org.jspecify.annotations.Nullable;

/**
 * One request to the schema registry, repeated where it cannot be reached or is in trouble. Each wait has a bound, and all
 * of them together.
 */
final class RegistryRequest {
    private static final int NOT_FOUND = 404;
    private static final int TOO_MANY_REQUESTS = 429;

    private final RegistryHttp http;
    private final RegistryRetries retries;
    private final String path;
    private final @Nullable String body;
    private final long deadline;
    private @Nullable Exception trouble;

    RegistryRequest(RegistryHttp http, RegistryRetries retries, String path, @Nullable String body) {
        this.http = http;
        this.retries = retries;
        this.path = path;
        this.body = body;
        this.deadline = System.nanoTime() + retries.total().toNanos();
    }

    /** The first answer of a registry that is not in trouble. */
    RegistryHttp.Answer settled() {
        for (int attempt = 0; attempt <= retries.most() && isInTimeFor(attempt); attempt++) {
            for (int i = 0; i < http.urls().size() && leftMillis() > 0; i++) {
                RegistryHttp.Answer answer = once();
                if (answer != null) {
                    return answer;
                }
                http.turn();
            }
        }
        throw unusable();
    }

    /** The same, but for the answer that it is not there, which counts when no address has another one. */
    RegistryHttp.Answer found(boolean patient) {
        RegistryHttp.Answer missing = null;
        for (int attempt = 0; attempt <= retries.most() && isInTimeFor(attempt); attempt++) {
            missing = null;
            for (int i = 0; i < http.urls().size() && leftMillis() > 0; i++) {
                RegistryHttp.Answer answer = once();
                if (answer != null && answer.status() != NOT_FOUND) {
                    return answer;
                }
                missing = answer != null ? answer : missing;
                http.turn();
            }
            if (missing != null && !patient) {
                return missing;
            }
        }
        if (missing != null) {
            return missing;
        }
        throw unusable();
    }

    /** Null where the registry is in trouble. */
    private RegistryHttp.@Nullable Answer once() {
        long millis = Math.min(retries.readTimeout().toMillis(), leftMillis());
        try {
            RegistryHttp.Answer answer = http.once(path, body, millis);
            if (answer.status() < 500 && answer.status() != TOO_MANY_REQUESTS) {
                return answer;
            }
            trouble = new ConnectException("it answers with HTTP status " + answer.status());
        } catch (ExecutionException e) {
            trouble = e.getCause() instanceof Exception cause ? cause : e;
        } catch (TimeoutException e) {
            trouble = new ConnectException("no answer within " + millis + " ms", e);
        }
        return null;
    }

    /** Waits before a repeat; whether there is time for it. */
    private boolean isInTimeFor(int attempt) {
        if (attempt > 0) {
            try {
                Thread.sleep(Math.min(retries.waitMillis(attempt - 1), leftMillis()));
            } catch (InterruptedException e) {
                throw RegistryHttp.interrupted(e);
            }
        }
        return leftMillis() > 0;
    }

    private long leftMillis() {
        return Math.max(0, TimeUnit.NANOSECONDS.toMillis(deadline - System.nanoTime()));
    }

    private RetriableException unusable() {
        return new RetriableException(
                "the schema registry at " + http.urls() + " cannot be used: " + reason(trouble), trouble);
    }

    private static String reason(@Nullable Exception failure) {
        if (failure == null) {
            return "not asked, for there was no time";
        }
        return failure.getMessage() == null ? failure.getClass().getSimpleName() : Foreign.text(failure.getMessage());
    }
}
