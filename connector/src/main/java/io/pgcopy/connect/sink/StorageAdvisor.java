/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.sink;

import io.pgcopy.connect.config.StorageConfig;
import io.pgcopy.connect.db.Session;
import io.pgcopy.connect.db.Statements;
import io.pgcopy.connect.metrics.StorageMetrics;
import io.pgcopy.connect.type.Compression;
import io.pgcopy.connect.type.StoredColumn;
import io.pgcopy.connect.type.TableId;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongSupplier;
import org.apache.kafka.connect.errors.ConnectException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps the storage of target columns suited to their data, as far as the settings let it: says what was found,
 * changes columns between transactions, and chooses what transactions compress with. Runs on the flusher's thread.
 */
final class StorageAdvisor {
    private static final Logger LOG = LoggerFactory.getLogger(StorageAdvisor.class);

    // Tables are altered and partitions added by others too; nothing depends on seeing it at once.
    private static final Duration READ_AGAIN = Duration.ofMinutes(5);

    private record Told(StorageFinding finding, boolean changes) {}

    private final StorageConfig config;
    private final StoragePolicy policy;
    private final StorageEvidence evidence;
    private final StorageMetrics metrics;
    private final StorageAlteration alteration;
    private final LongSupplier nanoTime;
    private final Map<TableId, TableStorage> tables = new HashMap<>();
    private final Map<TableId, Compression> wishes = new HashMap<>();
    private final Map<StoredColumn, Told> told = new HashMap<>();

    StorageAdvisor(StorageConfig config, StorageEvidence evidence, StorageMetrics metrics, LongSupplier nanoTime) {
        this.config = config;
        this.policy = new StoragePolicy(config);
        this.evidence = evidence;
        this.metrics = metrics;
        this.alteration = new StorageAlteration(nanoTime);
        this.nanoTime = nanoTime;
    }

    /** Before a transaction that writes to these tables: reports, and changes what is to be changed. */
    void review(Session session, Collection<TableId> written) {
        if (isIdle()) {
            return;
        }
        for (TableId table : written) {
            TableStorage storage = storage(session, table);
            wishes.put(table, Compression.UNSET);
            storage.columns().values().forEach(column -> review(session, storage, column));
        }
    }

    /** What rows of this table are to be compressed with, as the last review has it. */
    Compression wish(TableId table) {
        return wishes.getOrDefault(table, Compression.UNSET);
    }

    /** In the transaction, before rows of this table: chooses what they are compressed with. */
    void enter(Session session, TableId table) {
        Compression wish = wish(table);
        if (wish != Compression.UNSET) {
            session.execute(Statements.compressInTransaction(wish));
        }
    }

    /** Whether there is nothing that it could ever do. */
    boolean isIdle() {
        return config.storage() == StorageConfig.Storage.KEEP && config.compression() == StorageConfig.Compression.KEEP;
    }

    private TableStorage storage(Session session, TableId table) {
        TableStorage known = tables.get(table);
        if (known == null || nanoTime.getAsLong() - known.readNanos() > READ_AGAIN.toNanos()) {
            known = TableStorage.read(session, table, nanoTime.getAsLong());
            if (config.compression() == StorageConfig.Compression.LZ4
                    && !known.settings().hasLz4()) {
                throw new ConnectException("The target server was built without lz4: set " + StorageConfig.COMPRESSION
                        + " to auto, keep or pglz.");
            }
            tables.put(table, known);
        }
        return known;
    }

    private void review(Session session, TableStorage storage, List<StoredColumn> stored) {
        String column = stored.get(0).column();
        ColumnFinding finding = evidence.finding(storage.table(), column);
        ColumnVerdict verdict = ColumnVerdict.of(stored, storage.settings(), finding, policy);
        if (verdict.wish() != Compression.UNSET) {
            wishes.put(storage.table(), verdict.wish());
        }
        if (config.storage() == StorageConfig.Storage.KEEP) {
            return;
        }
        metrics.show(storage.table().toString(), column, verdict.metric());
        tell(verdict);
        boolean changing = config.storage() != StorageConfig.Storage.REPORT;
        if (changing
                && alteration.apply(StorageAlteration.on(session), verdict.changes(), StorageReport.finding(finding))) {
            tables.remove(storage.table());
        }
    }

    // Once for each finding, not once a transaction.
    private void tell(ColumnVerdict verdict) {
        StorageFinding kind = verdict.finding().kind();
        Told now = new Told(kind, !verdict.changes().isEmpty());
        if (now.equals(told.put(verdict.stored(), now)) || (kind == StorageFinding.UNKNOWN && !now.changes)) {
            return;
        }
        LOG.info(
                "Storage of {}.{} ({}, {}): {}. {}",
                verdict.stored().table(),
                verdict.stored().column(),
                verdict.stored().storage(),
                verdict.method(),
                StorageReport.finding(verdict.finding()),
                StorageReport.conclusion(verdict));
    }
}
