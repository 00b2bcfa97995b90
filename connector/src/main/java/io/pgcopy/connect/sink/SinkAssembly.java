/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.sink;

import io.pgcopy.connect.codec.CodecOptions;
import io.pgcopy.connect.codec.CodecRegistry;
import io.pgcopy.connect.config.ConnectionConfig;
import io.pgcopy.connect.config.DeliveryConfig;
import io.pgcopy.connect.config.SinkConfig;
import io.pgcopy.connect.db.ConnectionFactory;
import io.pgcopy.connect.db.DatabaseException;
import io.pgcopy.connect.db.Statements;
import io.pgcopy.connect.metrics.SinkMetrics;
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

    private static final String ISOLATION = "consumer.override.isolation.level";
    private static final String READ_COMMITTED = "read_committed";
    private static final Logger LOG = LoggerFactory.getLogger(SinkAssembly.class);

    private final SinkConfig config;
    private final String name;
    private final Map<String, String> settings;
    private final SinkTaskContext context;
    private final TupleLimit tuple;
    private final TargetConnection connection;

    private SinkAssembly(SinkConfig config, Map<String, String> settings, SinkTaskContext context, TupleLimit tuple) {
        this.config = config;
        this.settings = settings;
        this.name = settings.getOrDefault("name", "pgcopy-sink") + "-" + settings.getOrDefault(TASK_NUMBER, "0");
        this.context = context;
        this.tuple = tuple;
        this.connection = new TargetConnection(
                // The framework resolves references to secrets anew each time: a changed password needs no restart.
                () -> factory(SinkConfig.from(context.configs()).connection()), name);
    }

    static SinkAssembly of(SinkConfig config, Map<String, String> settings, SinkTaskContext context, TupleLimit tuple) {
        return new SinkAssembly(config, settings, context, tuple);
    }

    /** Connects, where the database is there, and starts the writer. */
    SinkWriter start(FlushListener listener, SinkMetrics metrics) {
        SinkWriter writer = assemble(listener, metrics);
        try {
            connect();
            return writer;
        } catch (RuntimeException e) {
            writer.close();
            throw e;
        }
    }

    // Opens nothing yet: what is wrong with a setting shows here, where nothing is to be closed.
    private SinkWriter assemble(FlushListener listener, SinkMetrics metrics) {
        Duration timeout = config.flush().timeout();
        ErrantRecords errants = new ErrantRecords(context.errantRecordReporter(), config.errors(), timeout, metrics);
        DeliveryLedger ledger = ledger(timeout);
        TargetStorage storage = new TargetStorage(
                config.storage(),
                settings.getOrDefault("name", "connector"),
                Integer.parseInt(settings.getOrDefault(TASK_NUMBER, "0")));
        TransactionWriter writer = new TransactionWriter(connection, ledger, errants, storage, listener, timeout);
        Flusher flusher = new Flusher(writer, config.retry(), timeout, "pgcopy-flusher-" + name, metrics);
        RecordEncoder encoder =
                new RecordEncoder(config.write(), plans(flusher, storage.sampling()), errants, config.retry(), metrics);
        SinkParts parts = new SinkParts(
                encoder,
                flusher,
                new LedgerClaims(ledger, flusher, connection),
                config.retry(),
                () -> new Batch(errants.tolerated()),
                chunks(encoder, ledger, flusher, storage, metrics)::rows);
        DeliveryConfig delivery = config.delivery();
        Redelivery redelivery = new Redelivery(delivery.exactlyOnce(), delivery.onRegression());
        return new SinkWriter(context, config.flush(), redelivery, parts);
    }

    private ChunkAssembly chunks(
            RecordEncoder encoder, DeliveryLedger ledger, Flusher flusher, TargetStorage storage, SinkMetrics metrics) {
        ChunkMarks marks =
                ledger instanceof OffsetLedger kept ? new LedgerMarks(kept, flusher, connection) : ChunkMarks.NONE;
        return new ChunkAssembly(
                config,
                encoder,
                marks,
                this::streamConnection,
                context.errantRecordReporter(),
                new StreamReview(storage.advisor(), flusher, connection),
                tuple,
                name,
                metrics);
    }

    private TargetConnection streamConnection(int number) {
        return new TargetConnection(
                () -> factory(SinkConfig.from(context.configs()).connection()), name + "-stream-" + number);
    }

    private TablePlans plans(Flusher flusher, StorageSampling sampling) {
        return new TablePlans(
                new TableRouter(config.target()),
                (table, needs) -> flusher.call(() ->
                        connection.use(session -> new TargetCatalog(session, config.evolution()).table(table, needs))),
                new PlanBuilder(
                        config.write(),
                        config.target().fieldsInclude(),
                        CodecRegistry.of(CodecOptions.ofSink(config.text().nulMode())),
                        sampling));
    }

    private DeliveryLedger ledger(Duration timeout) {
        if (!config.delivery().exactlyOnce()) {
            return new NoLedger();
        }
        if (!READ_COMMITTED.equals(settings.get(ISOLATION))) {
            LOG.warn(
                    "{} is exactly-once, but its consumer may see records of aborted transactions: set {}={} in the"
                            + " connector, or consumer.isolation.level in the worker",
                    name,
                    ISOLATION,
                    READ_COMMITTED);
        }
        return new OffsetLedger(
                new LedgerTable(config.delivery()),
                ledgerId(config.delivery(), settings),
                owner(),
                Statements.beginWrite(timeout));
    }

    /** The id under which a connector of these settings keeps its offsets. */
    static String ledgerId(DeliveryConfig config, Map<String, String> settings) {
        return config.id() != null ? config.id() : settings.getOrDefault("name", "pgcopy-sink");
    }

    private String owner() {
        return name + " in process " + ProcessHandle.current().pid();
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

    static ConnectionFactory factory(ConnectionConfig config) {
        return new ConnectionFactory(config.url(), config.user(), config.password(), config.sslKeyPassword());
    }
}
