/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.db;

import java.net.UnknownHostException;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Properties;
import org.apache.kafka.common.config.types.Password;
import org.apache.kafka.connect.errors.ConnectException;
import org.jspecify.annotations.Nullable;
import org.postgresql.Driver;
import org.postgresql.PGProperty;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Opens sessions, and changes nothing in them: behind a pooler they are other clients' too. What must not depend on
 * the server's, the role's or the worker's settings is set in each transaction, see {@link LocalSettings}.
 * The URL has been through {@code ConnectionConfig}: only allow-listed parameters are in it.
 */
public final class ConnectionFactory {
    private static final Logger LOG = LoggerFactory.getLogger(ConnectionFactory.class);

    private final String url;
    private final @Nullable String user;
    private final @Nullable Password password;
    private final @Nullable Password sslKeyPassword;

    public ConnectionFactory(
            String url, @Nullable String user, @Nullable Password password, @Nullable Password sslKeyPassword) {
        this.url = url;
        this.user = user;
        this.password = password;
        this.sslKeyPassword = sslKeyPassword;
    }

    /** Opens one session; {@code applicationName} is what administrators see in {@code pg_stat_activity}. */
    public Session open(String applicationName) {
        return new Session(connect(applicationName));
    }

    /**
     * Opens one session; a failure that may pass is met with further attempts.
     *
     * @param backoff between two attempts; an interrupt ends it
     */
    public Session open(String applicationName, int attempts, Duration backoff) {
        for (int attempt = 1; ; attempt++) {
            try {
                return open(applicationName);
            } catch (DatabaseException e) {
                if (attempt == attempts || !e.outcome().retriable()) {
                    throw e;
                }
                LOG.warn("{}; attempt {} of {}, next in {} ms", e.getMessage(), attempt, attempts, backoff.toMillis());
                pause(backoff);
            }
        }
    }

    private static void pause(Duration backoff) {
        try {
            Thread.sleep(backoff.toMillis());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new ConnectException("Interrupted while waiting for the next attempt to connect.", e);
        }
    }

    private Connection connect(String applicationName) {
        // The driver itself, not DriverManager: that one sees the class loaders of all plugins.
        try {
            Connection connection = new Driver().connect(url, properties(applicationName));
            if (connection == null) {
                throw new IllegalArgumentException("not a URL of PostgreSQL");
            }
            return connection;
        } catch (SQLException e) {
            throw DatabaseException.of(failure(e), e);
        }
    }

    /** Says where; the driver alone says of an unknown host that the attempt failed, and no more. */
    private String failure(SQLException e) {
        int parameters = url.indexOf('?');
        String where = "Cannot connect to " + (parameters < 0 ? url : url.substring(0, parameters));
        return e.getCause() instanceof UnknownHostException ? where + ", a host that is not known" : where;
    }

    private Properties properties(String applicationName) {
        Properties properties = new Properties();
        set(properties, PGProperty.USER, user);
        set(properties, PGProperty.PASSWORD, password == null ? null : password.value());
        set(properties, PGProperty.SSL_PASSWORD, sslKeyPassword == null ? null : sslKeyPassword.value());
        set(properties, PGProperty.APPLICATION_NAME, applicationName);
        set(properties, PGProperty.LOG_SERVER_ERROR_DETAIL, "false");
        set(properties, PGProperty.TCP_KEEP_ALIVE, "true");
        set(properties, PGProperty.SOCKET_FACTORY, PromptSockets.class.getName());
        // A statement prepared by name belongs to one server session, which a pooler may give to somebody else.
        set(properties, PGProperty.PREPARE_THRESHOLD, "0");
        set(properties, PGProperty.CONNECT_TIMEOUT, "10");
        set(properties, PGProperty.LOGIN_TIMEOUT, "20");
        set(properties, PGProperty.CANCEL_SIGNAL_TIMEOUT, "3");
        return properties;
    }

    private static void set(Properties properties, PGProperty property, @Nullable String value) {
        if (value != null) {
            property.set(properties, value);
        }
    }
}
