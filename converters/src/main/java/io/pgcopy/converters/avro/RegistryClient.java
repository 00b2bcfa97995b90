/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.converters.avro;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.apache.kafka.connect.errors.DataException;
import org.apache.kafka.connect.errors.RetriableException;
import org.jspecify.annotations.Nullable;

/**
 * The registry's REST protocol, as far as a converter needs it. What a record is not to blame for is a retriable failure,
 * whatever it is: under {@code errors.tolerance=all} Connect skips the record of every other one.
 */
final class RegistryClient {
    private static final int NOT_FOUND = 404;

    private final RegistryHttp http;
    private final String normalize;
    private final ObjectMapper json = new ObjectMapper();

    /** A schema as a subject holds it. */
    record Registered(int id, String schema) {}

    RegistryClient(RegistryHttp http, boolean normalize) {
        this.http = http;
        this.normalize = normalize ? "?normalize=true" : "";
    }

    /** The id of the schema in the subject, to which it is added if need be. */
    int register(String subject, String schema) {
        String path = "/subjects/" + encoded(subject) + "/versions" + normalize;
        return id(succeeded(http.ask(path, body(schema)), "register a schema under the subject " + subject));
    }

    /** The id of the schema in the subject, which must have it. */
    int find(String subject, String schema) {
        RegistryHttp.Answer answer = http.ask("/subjects/" + encoded(subject) + normalize, body(schema));
        if (answer.status() == NOT_FOUND && hasErrorCode(answer)) {
            throw new RetriableException("the schema registry has no such schema under the subject " + subject
                    + "; register it, or set " + RegistryConfig.AUTO_REGISTER + "=true");
        }
        return id(succeeded(answer, "find a schema under the subject " + subject));
    }

    Registered latest(String subject) {
        RegistryHttp.Answer answer = http.ask("/subjects/" + encoded(subject) + "/versions/latest", null);
        if (answer.status() == NOT_FOUND && hasErrorCode(answer)) {
            throw new RetriableException("the schema registry has no schema under the subject " + subject
                    + ", of which " + RegistryConfig.USE_LATEST + " wants the latest; register one");
        }
        JsonNode node = succeeded(answer, "find the latest schema under the subject " + subject);
        return new Registered(id(node), avro(node, "the latest schema under the subject " + subject));
    }

    /**
     * The text of a schema; null where the registry does not have it.
     *
     * @param patient whether an id that is not there is asked for again, as often as a registry in trouble: one of several
     *     servers may not know yet what another has registered
     */
    @Nullable
    String schema(int id, boolean patient) {
        RegistryHttp.Answer answer = http.find("/schemas/ids/" + id, patient);
        if (answer.status() == NOT_FOUND && hasErrorCode(answer)) {
            return null;
        }
        return avro(succeeded(answer, "find the schema of id " + id), "the schema of id " + id);
    }

    private static String avro(JsonNode node, String what) {
        String type = node.path("schemaType").asText("AVRO");
        if (!type.equals("AVRO")) {
            throw new DataException(what + " is not an Avro schema but of type " + Foreign.text(type));
        }
        if (!node.path("references").isEmpty()) {
            throw new DataException(what + " refers to other schemas, which this converter does not follow");
        }
        if (!node.path("schema").isTextual()) {
            throw new RetriableException("the schema registry answers without " + what + "; is it a schema registry?");
        }
        return node.path("schema").asText();
    }

    private static int id(JsonNode node) {
        if (!node.path("id").canConvertToInt()) {
            throw new RetriableException("the schema registry answers without a schema id; is it a schema registry?");
        }
        return node.path("id").asInt();
    }

    private JsonNode succeeded(RegistryHttp.Answer answer, String what) {
        JsonNode node = parsed(answer);
        if (answer.status() / 100 == 2) {
            return node;
        }
        String reason = node.path("message").asText("");
        String advice = answer.status() == 401 || answer.status() == 403
                ? "; check " + RegistryAccess.USER_INFO + " or " + RegistryAccess.TOKEN
                : "";
        throw new RetriableException("the schema registry refuses to " + what + " with HTTP status " + answer.status()
                + (reason.isEmpty() ? "" : ": " + Foreign.text(reason)) + advice);
    }

    private boolean hasErrorCode(RegistryHttp.Answer answer) {
        return parsed(answer).has("error_code");
    }

    private JsonNode parsed(RegistryHttp.Answer answer) {
        try {
            return json.readTree(answer.body());
        } catch (JsonProcessingException e) {
            return json.missingNode(); // a proxy's page, say; the status tells enough
        }
    }

    private String body(String schema) {
        try {
            return json.writeValueAsString(Map.of("schema", schema));
        } catch (JsonProcessingException e) {
            throw new RetriableException("the schema cannot be put into a request", e);
        }
    }

    private static String encoded(String subject) {
        return URLEncoder.encode(subject, StandardCharsets.UTF_8).replace("+", "%20");
    }
}
