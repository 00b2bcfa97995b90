/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.config;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;
import org.apache.kafka.common.config.AbstractConfig;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigDef.Importance;
import org.apache.kafka.common.config.ConfigDef.Width;
import org.apache.kafka.common.config.types.Password;
import org.jspecify.annotations.Nullable;

/**
 * Where the database is and who we are there: the keys {@code connection.*} of both connectors.
 *
 * @param attempts how often a connection is tried for at start
 * @param backoff between two of these attempts
 */
public record ConnectionConfig(
        String url,
        @Nullable String user,
        @Nullable Password password,
        @Nullable Password sslKeyPassword,
        int attempts,
        Duration backoff) {
    public static final String URL = "connection.url";
    public static final String USER = "connection.user";
    public static final String PASSWORD = "connection.password";
    public static final String SSL_KEY_PASSWORD = "connection.ssl.key.password";
    public static final String ATTEMPTS = "connection.attempts";
    public static final String BACKOFF = "connection.backoff.ms";

    public static ConnectionConfig from(AbstractConfig config) {
        return new ConnectionConfig(
                config.getString(URL),
                config.getString(USER),
                config.getPassword(PASSWORD),
                config.getPassword(SSL_KEY_PASSWORD),
                config.getInt(ATTEMPTS),
                Duration.ofMillis(config.getLong(BACKOFF)));
    }

    /** The database's name, as the URL has it. */
    public String database() {
        String place = url.split("\\?", 2)[0];
        return URLDecoder.decode(place.substring(place.lastIndexOf('/') + 1), StandardCharsets.UTF_8);
    }

    /** The servers that the URL names, as it has them: {@code a:5432,b:5432}. */
    public String servers() {
        String place = url.split("\\?", 2)[0];
        return place.substring(ConnectionUrl.PREFIX.length(), place.lastIndexOf('/'));
    }

    /**
     * What is to be said of a connection that leaves the machine and does not verify whom it talks to: anybody on the
     * way could read the rows and change them. Empty where all is well.
     */
    public Optional<String> exposure() {
        return ConnectionUrl.exposure(url)
                .map(reason -> URL + " " + reason + " Set sslmode=verify-full in it, and sslrootcert where the"
                        + " certificate's authority is not one that Java trusts.");
    }

    static void define(ConfigDef def) {
        KeyGroup group = new KeyGroup(def, "Connection");
        defineLogin(group);
        defineAttempts(group);
    }

    private static void defineLogin(KeyGroup group) {
        group.add(Key.of(
                                URL,
                                ConfigDef.Type.STRING,
                                "JDBC URL",
                                "The database, as jdbc:postgresql://host1:port,host2:port/database?parameters."
                                        + " Parameters that may be set: " + String.join(", ", ConnectionUrl.ALLOWED)
                                        + ". User and password have keys of their own.")
                        .valid(new ConnectionUrl())
                        .importance(Importance.HIGH)
                        .width(Width.LONG))
                .add(Key.of(USER, ConfigDef.Type.STRING, "User", "The role to connect as.")
                        .byDefault(null)
                        .importance(Importance.HIGH))
                .add(Key.of(PASSWORD, ConfigDef.Type.PASSWORD, "Password", "The role's password.")
                        .byDefault(null)
                        .importance(Importance.HIGH))
                .add(Key.of(
                                SSL_KEY_PASSWORD,
                                ConfigDef.Type.PASSWORD,
                                "TLS key password",
                                "Password of the client certificate's key, where sslkey in the URL names one.")
                        .byDefault(null)
                        .importance(Importance.LOW));
    }

    private static void defineAttempts(KeyGroup group) {
        group.add(Key.of(
                                ATTEMPTS,
                                ConfigDef.Type.INT,
                                "Attempts",
                                "How often a connection is tried for at start. After that a source connector fails; a task goes"
                                        + " on as retry.timeout.ms says.")
                        .byDefault(3)
                        .valid(ConfigDef.Range.between(1, 1000))
                        .importance(Importance.LOW))
                .add(Key.of(
                                BACKOFF,
                                ConfigDef.Type.LONG,
                                "Wait between attempts (ms)",
                                "Wait between two attempts at start, in milliseconds.")
                        .byDefault(10_000L)
                        .valid(ConfigDef.Range.between(0, 600_000))
                        .importance(Importance.LOW));
    }
}
