/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.config;

import java.time.Duration;
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

    private static final String GROUP = "Connection";

    public static ConnectionConfig from(AbstractConfig config) {
        return new ConnectionConfig(
                config.getString(URL),
                config.getString(USER),
                config.getPassword(PASSWORD),
                config.getPassword(SSL_KEY_PASSWORD),
                config.getInt(ATTEMPTS),
                Duration.ofMillis(config.getLong(BACKOFF)));
    }

    static ConfigDef define(ConfigDef def) {
        defineAddress(def);
        return def.define(
                        ATTEMPTS,
                        ConfigDef.Type.INT,
                        3,
                        ConfigDef.Range.atLeast(1),
                        Importance.LOW,
                        "How often a connection is tried for at start before the task fails.",
                        GROUP,
                        5,
                        Width.SHORT,
                        "Attempts")
                .define(
                        BACKOFF,
                        ConfigDef.Type.LONG,
                        10_000L,
                        ConfigDef.Range.between(0, 600_000),
                        Importance.LOW,
                        "Wait between two attempts at start, in milliseconds.",
                        GROUP,
                        6,
                        Width.SHORT,
                        "Wait between attempts (ms)");
    }

    private static void defineAddress(ConfigDef def) {
        def.define(
                        URL,
                        ConfigDef.Type.STRING,
                        ConfigDef.NO_DEFAULT_VALUE,
                        new ConnectionUrl(),
                        Importance.HIGH,
                        "The database, as jdbc:postgresql://host1:port,host2:port/database?parameters."
                                + " Parameters that may be set: " + String.join(", ", ConnectionUrl.ALLOWED)
                                + ". User and password have keys of their own.",
                        GROUP,
                        1,
                        Width.LONG,
                        "JDBC URL")
                .define(
                        USER,
                        ConfigDef.Type.STRING,
                        null,
                        Importance.HIGH,
                        "The role to connect as.",
                        GROUP,
                        2,
                        Width.MEDIUM,
                        "User")
                .define(
                        PASSWORD,
                        ConfigDef.Type.PASSWORD,
                        null,
                        Importance.HIGH,
                        "The role's password.",
                        GROUP,
                        3,
                        Width.MEDIUM,
                        "Password")
                .define(
                        SSL_KEY_PASSWORD,
                        ConfigDef.Type.PASSWORD,
                        null,
                        Importance.LOW,
                        "Password of the client certificate's key, where sslkey in the URL names one.",
                        GROUP,
                        4,
                        Width.MEDIUM,
                        "TLS key password");
    }
}
