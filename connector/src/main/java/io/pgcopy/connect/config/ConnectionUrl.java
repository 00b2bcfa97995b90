/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.config;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigException;
import org.jspecify.annotations.Nullable;

/**
 * What {@code connection.url} may say. Parameters are allow-listed, since new ones keep coming that load
 * classes or write files, and whoever may create a connector could set them. No message repeats the URL:
 * it may hold a password.
 */
final class ConnectionUrl implements ConfigDef.Validator {
    private static final int MAX_PORT = 65_535;
    static final String PREFIX = "jdbc:postgresql://";
    static final List<String> ALLOWED = List.of(
            "cancelSignalTimeout",
            "channelBinding",
            "connectTimeout",
            "gssEncMode",
            "hostRecheckSeconds",
            "loadBalanceHosts",
            "loginTimeout",
            "prepareThreshold",
            "requireAuth",
            "ssl",
            "sslcert",
            "sslkey",
            "sslmode",
            "sslNegotiation",
            "sslResponseTimeout",
            "sslrootcert",
            "targetServerType",
            "tcpKeepAlive");

    @Override
    public void ensureValid(String key, @Nullable Object value) {
        if (value == null) {
            return;
        }
        String url = value.toString();
        if (!url.startsWith(PREFIX)) {
            throw new ConfigException(key + " must look like " + this + ".");
        }
        if (url.indexOf(';') >= 0) {
            // As other drivers separate parameters: this one would take what follows, a password too, for a name.
            throw new ConfigException(key + " must not hold a semicolon: parameters begin with ? and are joined by &,"
                    + " user and password belong in connection.user and connection.password, and a database that is"
                    + " called so is written with %3B.");
        }
        int question = url.indexOf('?');
        String place = question < 0 ? url : url.substring(0, question);
        if (place.indexOf('@') >= 0) {
            throw new ConfigException(key + " must not hold a user or a password: set connection.user and"
                    + " connection.password, and begin with " + PREFIX + "host.");
        }
        int slash = place.indexOf('/', PREFIX.length());
        if (slash < 0 || slash == PREFIX.length() || slash == place.length() - 1) {
            throw new ConfigException(key + " must name a host and a database, like " + this + ".");
        }
        for (String server : place.substring(PREFIX.length(), slash).split(",", -1)) {
            ensurePort(key, server);
        }
        if (question >= 0) {
            Arrays.stream(url.substring(question + 1).split("&")).forEach(parameter -> ensureAllowed(key, parameter));
        }
    }

    private static void ensurePort(String key, String server) {
        int colon = server.lastIndexOf(':');
        if (colon <= server.indexOf(']')) {
            return;
        }
        String port = server.substring(colon + 1);
        // Without one the driver takes the default.
        boolean known = port.isEmpty() || (port.matches("\\d{1,5}") && Integer.parseInt(port) <= MAX_PORT);
        if (!known || port.matches("0+")) {
            // Not what stands there: it may be a password.
            throw new ConfigException(key + " has a port that is no number from 1 to " + MAX_PORT + ": expected "
                    + PREFIX + "host:5432/database.");
        }
    }

    /** How a connection could be listened to or answered by somebody else; words that go after the key's name. */
    static Optional<String> exposure(String url) {
        int question = url.indexOf('?');
        String place = question < 0 ? url : url.substring(0, question);
        String hosts = place.substring(PREFIX.length(), place.indexOf('/', PREFIX.length()));
        if (Arrays.stream(hosts.split(",")).allMatch(ConnectionUrl::isLocal)) {
            return Optional.empty();
        }
        Map<String, String> parameters = question < 0 ? Map.of() : parameters(url.substring(question + 1));
        // Kerberos encrypts by itself, and knows the server.
        if ("require".equalsIgnoreCase(parameters.get("gssEncMode"))) {
            return Optional.empty();
        }
        String mode = parameters.getOrDefault("sslmode", isOn(parameters.get("ssl")) ? "verify-full" : "prefer");
        return switch (mode.toLowerCase(Locale.ROOT)) {
            case "verify-full" -> Optional.empty();
            case "verify-ca" ->
                Optional.of("does not verify that " + hosts + " is the server that answers: with sslmode=verify-ca"
                        + " any server with a certificate of that authority will do.");
            case "require" ->
                Optional.of("does not verify that " + hosts + " is the server that answers: sslmode=require takes"
                        + " any certificate.");
            default ->
                Optional.of("does not verify that " + hosts + " is the server that answers, nor that the connection"
                        + " is encrypted: sslmode is " + mode + ".");
        };
    }

    private static boolean isLocal(String hostAndPort) {
        String host = hostAndPort.replaceFirst(":\\d+$", "");
        return host.equalsIgnoreCase("localhost") || host.matches("127(\\.\\d{1,3}){3}") || host.equals("[::1]");
    }

    // The driver takes ssl without a value for true.
    private static boolean isOn(@Nullable String ssl) {
        return ssl != null && (ssl.isEmpty() || ssl.equalsIgnoreCase("true"));
    }

    private static Map<String, String> parameters(String query) {
        Map<String, String> parameters = new HashMap<>();
        for (String parameter : query.split("&")) {
            String[] parts = parameter.split("=", 2);
            parameters.put(parts[0], parts.length == 1 ? "" : URLDecoder.decode(parts[1], StandardCharsets.UTF_8));
        }
        return parameters;
    }

    private static void ensureAllowed(String key, String parameter) {
        String name = parameter.split("=", 2)[0];
        String lower = name.toLowerCase(Locale.ROOT);
        if (lower.equals("sslpassword")) {
            throw new ConfigException(key + " must not hold a password: set connection.ssl.key.password.");
        }
        if (lower.contains("password") || lower.equals("user")) {
            throw new ConfigException(
                    key + " must not hold a user or a password: set connection.user and connection.password.");
        }
        if (!ALLOWED.contains(name)) {
            throw new ConfigException(key + " has the parameter " + name + ", which is not allowed; allowed are "
                    + String.join(", ", ALLOWED) + ".");
        }
    }

    @Override
    public String toString() {
        return PREFIX + "host:5432/database";
    }
}
