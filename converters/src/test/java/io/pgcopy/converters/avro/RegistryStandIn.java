/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.converters.avro;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.avro.Schema;
import org.jspecify.annotations.Nullable;

/** A schema registry that holds its clients to the REST protocol: what they ask wrongly is answered with 418. */
final class RegistryStandIn implements AutoCloseable {
    private static final String JSON = "application/vnd.schemaregistry.v1+json";
    private static final ObjectMapper MAPPER = new ObjectMapper();

    private final HttpServer server;
    private final Map<String, List<Integer>> subjects = new LinkedHashMap<>();
    private final List<ObjectNode> schemas = new ArrayList<>();
    private final List<String> requests = new CopyOnWriteArrayList<>();
    private final AtomicInteger troubles = new AtomicInteger();
    private volatile @Nullable String authorization;
    private final AtomicInteger lag = new AtomicInteger();
    private volatile @Nullable String page;
    private volatile String message = "Schema not found";

    RegistryStandIn() throws IOException {
        this(HttpServer.create(loopback(), 0));
    }

    RegistryStandIn(HttpServer server) {
        this.server = server;
        server.createContext("/", this::handle);
        server.start();
    }

    static InetSocketAddress loopback() {
        return new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
    }

    String url() {
        String scheme = server instanceof com.sun.net.httpserver.HttpsServer ? "https" : "http";
        return scheme + "://localhost:" + server.getAddress().getPort();
    }

    /** Answers the next requests with 503. */
    void beInTrouble(int requestCount) {
        troubles.set(requestCount);
    }

    /** Does not know any schema by its id for the next requests, as a server that has not heard of it yet. */
    void lagBehind(int requestCount) {
        lag.set(requestCount);
    }

    /** Says this where it has no schema. */
    void say(String newMessage) {
        message = newMessage;
    }

    void require(String header) {
        authorization = header;
    }

    /** Answers everything with 404 and a page, as a proxy does. */
    void beNoRegistry() {
        page = "<html>not here</html>";
    }

    /** Puts a schema under a subject, with more members of the answer than the schema itself. */
    synchronized int put(String subject, String schema, Map<String, JsonNode> more) {
        ObjectNode node = MAPPER.createObjectNode().put("schema", schema);
        node.setAll(more);
        schemas.add(node);
        subjects.computeIfAbsent(subject, name -> new ArrayList<>()).add(schemas.size());
        return schemas.size();
    }

    /** Method and path of each request so far. */
    List<String> requests() {
        return requests;
    }

    @Override
    public void close() {
        server.stop(0);
    }

    private void handle(HttpExchange exchange) throws IOException {
        String method = exchange.getRequestMethod();
        String path = exchange.getRequestURI().getRawPath();
        requests.add(method + " " + exchange.getRequestURI());
        byte[] body = exchange.getRequestBody().readAllBytes();
        String wanted = authorization;
        String proxyPage = page;
        if (troubles.getAndUpdate(left -> Math.max(0, left - 1)) > 0) {
            answer(exchange, 503, error(50301, "in trouble"));
        } else if (wanted != null && !wanted.equals(exchange.getRequestHeaders().getFirst("Authorization"))) {
            answer(exchange, 401, error(40101, message));
        } else if (proxyPage != null) {
            answer(exchange, 404, proxyPage);
        } else if (!JSON.equals(exchange.getRequestHeaders().getFirst("Accept"))) {
            answer(exchange, 418, error(418, "Accept header"));
        } else if (method.equals("POST")
                && !JSON.equals(exchange.getRequestHeaders().getFirst("Content-Type"))) {
            answer(exchange, 418, error(418, "Content-Type header"));
        } else {
            protocol(exchange, method, path.split("/"), new String(body, StandardCharsets.UTF_8));
        }
    }

    private synchronized void protocol(HttpExchange exchange, String method, String[] path, String body)
            throws IOException {
        if (method.equals("GET") && path.length == 4 && path[1].equals("schemas") && path[2].equals("ids")) {
            byId(exchange, Integer.parseInt(path[3]));
        } else if (method.equals("POST") && path.length == 4 && path[3].equals("versions")) {
            String schema = schemaOf(body);
            String subject = decoded(path[2]);
            Integer id = idOf(subject, schema);
            int registered = id != null ? id : put(subject, schema, Map.of());
            answer(
                    exchange,
                    200,
                    MAPPER.createObjectNode().put("id", registered).toString());
        } else if (method.equals("POST") && path.length == 3 && path[1].equals("subjects")) {
            Integer id = idOf(decoded(path[2]), schemaOf(body));
            answer(exchange, id == null ? 404 : 200, id == null ? error(40403, message) : described(path, id));
        } else if (method.equals("GET") && path.length == 5 && path[4].equals("latest")) {
            List<Integer> ids = subjects.getOrDefault(decoded(path[2]), List.of());
            answer(
                    exchange,
                    ids.isEmpty() ? 404 : 200,
                    ids.isEmpty() ? error(40401, "Subject not found") : described(path, ids.get(ids.size() - 1)));
        } else {
            answer(exchange, 418, error(418, "no such request"));
        }
    }

    private void byId(HttpExchange exchange, int id) throws IOException {
        boolean known = id >= 1 && id <= schemas.size() && lag.getAndUpdate(left -> Math.max(0, left - 1)) == 0;
        answer(exchange, known ? 200 : 404, known ? schemas.get(id - 1).toString() : error(40403, "Schema not found"));
    }

    private String described(String[] path, int id) {
        return schemas.get(id - 1)
                .deepCopy()
                .put("subject", decoded(path[2]))
                .put("id", id)
                .put("version", 1)
                .toString();
    }

    private @Nullable Integer idOf(String subject, String schema) {
        for (int id : subjects.getOrDefault(subject, List.of())) {
            if (schemas.get(id - 1).get("schema").asText().equals(schema)) {
                return id;
            }
        }
        return null;
    }

    // A registry parses what it is given, by Avro's strict rules.
    private static String schemaOf(String body) throws IOException {
        JsonNode node = MAPPER.readTree(body);
        if (node.size() != 1 || !node.path("schema").isTextual()) {
            throw new IOException("the body must have a schema and nothing else: " + body);
        }
        return new Schema.Parser().parse(node.get("schema").asText()).toString();
    }

    private static String decoded(String part) {
        return URLDecoder.decode(part, StandardCharsets.UTF_8);
    }

    private static String error(int code, String message) {
        return MAPPER.createObjectNode()
                .put("error_code", code)
                .put("message", message)
                .toString();
    }

    private static void answer(HttpExchange exchange, int status, String body) throws IOException {
        byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().add("Content-Type", JSON);
        exchange.sendResponseHeaders(status, bytes.length);
        exchange.getResponseBody().write(bytes);
        exchange.close();
    }
}
