/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.sink;

import io.pgcopy.connect.codec.CodecOptions;
import io.pgcopy.connect.codec.CodecRegistry;
import io.pgcopy.connect.config.ConnectionConfig;
import io.pgcopy.connect.config.SinkConfig;
import io.pgcopy.connect.db.ConnectionFactory;
import io.pgcopy.connect.db.DatabaseException;
import java.time.Duration;
import java.util.Map;
import org.apache.kafka.connect.errors.ConnectException;
import org.apache.kafka.connect.sink.SinkTaskContext;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Builds one task's parts from its settings, and connects. */
final class SinkAssembly {
    /** Set by the connector for each of its tasks: the task's number, for people who look at the server. */
    static final String TASK_NUMBER = "pgcopy.task";

    private static final Logger LOG = LoggerFactory.getLogger(SinkAssembly.class);

    private final SinkConfig config;
    private final String name;
    private final SinkTaskContext context;
    private final TargetConnection connection;

    private SinkAssembly(SinkConfig config, String name, SinkTaskContext context) {
        this.config = config;
        this.name = name;
        this.context = context;
        this.connection = new TargetConnection(() -> factory(context), name);
    }

    static SinkAssembly of(SinkConfig config, Map<String, String> properties, SinkTaskContext context) {
        String connector = properties.getOrDefault("name", "pgcopy-sink");
        return new SinkAssembly(config, connector + "-" + properties.getOrDefault(TASK_NUMBER, "0"), context);
    }

    /** Connects, where the database is there, and starts the writer. */
    SinkWriter start() {
        connect();
        Flusher flusher = new Flusher(
                new TransactionWriter(connection, config.flush().timeout()),
                config.retry(),
                config.flush().timeout(),
                "pgcopy-flusher-" + name);
        TablePlans plans = new TablePlans(
                new TableRouter(config.target()),
                table -> flusher.call(() -> connection.use(session -> new TargetCatalog(session).table(table))),
                config.target().fieldsInclude(),
                CodecRegistry.of(CodecOptions.ofSink(config.text().nulMode())));
        return new SinkWriter(context, config.flush(), new RecordEncoder(plans, config.retry()), flusher);
    }

    // An outage at start is no reason to fail: the first flush waits it out. Wrong settings are.
    private void connect() {
        ConnectionConfig settings = config.connection();
        for (int attempt = 1; ; attempt++) {
            try {
                connection.session();
                LOG.info("{} is connected to the target database", name);
                return;
            } catch (DatabaseException e) {
                if (!e.outcome().retriable()) {
                    throw e;
                }
                if (attempt >= settings.attempts()) {
                    LOG.warn("{} starts without a connection, which is tried again later: {}", name, e.getMessage());
                    return;
                }
                sleep(settings.backoff());
            }
        }
    }

    private static void sleep(Duration wait) {
        try {
            Thread.sleep(wait.toMillis());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new ConnectException("Interrupted while waiting to connect.", e);
        }
    }

    // The framework resolves references to secrets anew each time, so a changed password is met by reconnecting.
    private static ConnectionFactory factory(SinkTaskContext context) {
        ConnectionConfig current = SinkConfig.from(context.configs()).connection();
        return new ConnectionFactory(current.url(), current.user(), current.password(), current.sslKeyPassword());
    }
}
