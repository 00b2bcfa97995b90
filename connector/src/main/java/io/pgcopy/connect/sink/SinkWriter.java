/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.sink;

import io.pgcopy.connect.config.FlushConfig;
import io.pgcopy.connect.db.DatabaseException;
import io.pgcopy.connect.db.SqlOutcome;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.connect.errors.DataException;
import org.apache.kafka.connect.errors.RetriableException;
import org.apache.kafka.connect.sink.SinkRecord;
import org.apache.kafka.connect.sink.SinkTaskContext;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Gathers records into batches, hands full ones to the flusher, and knows which offsets the database has.
 * Confined to the task's thread.
 *
 * <p>Two ways lead back to records that were not written: {@link RetriableException} makes the framework
 * deliver the same records again, and a rewind makes Kafka do it. They are never combined: a rewind is asked
 * for only in {@code open}, or in a {@code put} that then drops its records and returns normally.
 */
final class SinkWriter implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(SinkWriter.class);
    private static final Duration REDELIVERY = Duration.ofSeconds(1);
    private static final int MAX_FENCED = 3;

    private final SinkTaskContext context;
    private final FlushConfig config;
    private final Redelivery redelivery;
    private final RecordEncoder encoder;
    private final Flusher flusher;
    private final PartitionClaims claims;
    private final Supplier<Batch> batches;
    private final ChunkedRows chunks;
    private final HeldPartitions partitions = new HeldPartitions();
    private Batch batch;
    private boolean redelivering;
    private boolean replanned;
    private @Nullable RuntimeException failure;

    SinkWriter(SinkTaskContext context, FlushConfig config, Redelivery redelivery, SinkParts parts) {
        this.context = context;
        this.config = config;
        this.redelivery = redelivery;
        this.encoder = parts.encoder();
        this.flusher = parts.flusher();
        this.claims = parts.claims();
        this.batches = parts.batches();
        this.chunks = parts.chunks().apply(new Gathered());
        this.batch = batches.get();
    }

    /** Takes partitions on; an outage is no failure, the claims are then made before the first record. */
    void open(Collection<TopicPartition> opened) {
        flusher.grantTime();
        partitions.open(opened, !claims.needed());
        if (claims.needed() && !opened.isEmpty()) {
            try {
                context.offset(known(claim(opened)));
            } catch (DatabaseException e) {
                if (!e.outcome().retriable()) {
                    throw e;
                }
                LOG.warn("Partitions are claimed later, since the database is away: {}", e.getMessage());
            }
        }
    }

    void put(Collection<SinkRecord> records) {
        flusher.grantTime();
        boolean again = redelivering;
        redelivering = false;
        collect();
        if (rewound()) {
            return;
        }
        try {
            if (claimed(records)) {
                return;
            }
            for (SinkRecord record : records) {
                take(record, again);
            }
            if (batch.age().compareTo(config.interval()) >= 0 && !flusher.isBusy()) {
                handOver();
            }
        } catch (RetriableException e) {
            redelivering = true;
            context.timeout(REDELIVERY.toMillis());
            throw e;
        }
        if (!rewound()) {
            readAgain();
        }
        if (!batch.isEmpty() || chunks.waits()) {
            context.timeout(Math.max(1, config.interval().minus(batch.age()).toMillis()));
        }
    }

    /** Writes what is gathered, where the database lets it, and says what is committed. Never throws. */
    Map<TopicPartition, OffsetAndMetadata> preCommit(Map<TopicPartition, OffsetAndMetadata> consumed) {
        flusher.grantTime();
        try {
            flusher.await();
            collect();
            if (failure == null && !batch.isEmpty() && !flusher.isBusy()) {
                handOver();
                flusher.await();
                collect();
            }
            return chunks.limit(partitions.committable(consumed));
        } catch (RuntimeException e) {
            failure = e;
            return Map.of();
        }
    }

    /** Ends or gives up what is under way and forgets these partitions. */
    void close(Collection<TopicPartition> closed) {
        flusher.grantTime();
        flusher.await();
        collect();
        if (flusher.isBusy()) {
            flusher.abandon();
            if (claims.needed()) {
                // It may be written yet: only the ledger knows, after it.
                partitions.disown();
            }
            failure = failure == null ? new RewindException("a flush was given up for a rebalance") : failure;
        }
        closed.forEach(batch::drop);
        chunks.close(closed);
        partitions.close(closed);
        claims.release(closed);
    }

    @Override
    public void close() {
        chunks.close();
        flusher.close();
    }

    private void take(SinkRecord record, boolean again) {
        HeldPartition partition = partitions.of(record);
        if (failure != null || partition == null) {
            return;
        }
        switch (verdict(partition, record)) {
            case ORDINARY -> {
                if (redelivery.leavesOut(partition, record.originalKafkaOffset(), again)) {
                    return;
                }
                write(record);
            }
            case WRITE -> writeInTurn(partition, record);
            case TAKEN -> batch.pass(RecordPosition.of(record));
        }
        if (failure == null) {
            partition.take(record.originalKafkaOffset());
        }
    }

    private ChunkedRows.Verdict verdict(HeldPartition partition, SinkRecord record) {
        try {
            return chunks.take(partition.id(), record);
        } catch (DataException e) {
            encoder.refuse(record, e, batch);
            return ChunkedRows.Verdict.TAKEN;
        }
    }

    private void writeInTurn(HeldPartition partition, SinkRecord record) {
        boolean written = false;
        try {
            write(record);
            written = failure == null;
        } finally {
            if (!written) {
                chunks.retract(partition.id(), record);
            }
        }
    }

    private void write(SinkRecord record) {
        boolean full = batch.bytes() >= config.batchBytes() || batch.records() >= config.maxRecords();
        if (full) {
            handOver();
        }
        if (failure == null && !encoder.encode(record, batch)) {
            handOver();
            if (failure == null) {
                encoder.encode(record, batch);
            }
        }
    }

    // What waited in Kafka and can be written now is read again.
    private void readAgain() {
        Map<TopicPartition, Long> again = chunks.rewinds();
        if (!again.isEmpty()) {
            again.forEach((id, offset) -> {
                HeldPartition partition = partitions.get(id);
                if (partition != null) {
                    partition.readAgain(offset);
                }
            });
            LOG.debug("Reading again, for rows that waited: {}", again);
            context.offset(again);
        }
    }

    private void handOver() {
        flusher.await();
        if (flusher.isBusy()) {
            throw new RetriableException("The database is not available; its flush is tried again.");
        }
        collect();
        if (failure == null) {
            chunks.handOver(batch);
            flusher.submit(batch);
            batch = batches.get();
        }
    }

    private void collect() {
        try {
            Optional<Batch> written = flusher.collect();
            written.ifPresent(done -> {
                replanned = false;
                partitions.commit(done.nextOffsets());
                chunks.committed();
            });
        } catch (DatabaseException e) {
            // The rows were encoded for a table that has changed since: only the records themselves help.
            boolean stale = e.outcome() == SqlOutcome.SCHEMA && !replanned;
            replanned = true;
            failure = stale ? new RewindException(String.valueOf(e.getMessage())) : e;
        } catch (RefusedRowException e) {
            chunks.refuse(e);
            failure = new RewindException("its records are reported: " + e.getMessage());
        } catch (RuntimeException e) {
            failure = e;
        }
    }

    // True where partitions had to be claimed first: all records on hand are then read again from Kafka.
    private boolean claimed(Collection<SinkRecord> records) {
        Set<TopicPartition> unclaimed = partitions.unclaimed(records);
        if (unclaimed.isEmpty()) {
            return false;
        }
        try {
            claim(unclaimed);
        } catch (DatabaseException e) {
            if (e.outcome().retriable()) {
                throw new RetriableException("Partitions cannot be claimed for now: " + e.getMessage(), e);
            }
            throw e;
        }
        context.offset(partitions.positions(records));
        return true;
    }

    // Throws what cannot be mended; true where the records on hand are to be dropped for a rewind.
    private boolean rewound() {
        RuntimeException found = failure;
        if (found == null) {
            return false;
        }
        if (found instanceof FencedException fenced) {
            fence(fenced);
        } else if (found instanceof RewindException rewind) {
            rewind.positions().forEach((id, offset) -> moveTo(id, offset));
        } else {
            throw found;
        }
        Map<TopicPartition, Long> offsets = resume();
        LOG.warn("Reading {} partitions again from what the database has: {}", offsets.size(), found.getMessage());
        failure = null;
        batch = batches.get();
        encoder.invalidate();
        context.offset(offsets);
        return true;
    }

    private Map<TopicPartition, Long> resume() {
        try {
            return chunks.reset(partitions.rewind());
        } catch (DatabaseException e) {
            if (e.outcome().retriable()) {
                throw new RetriableException("Where to go on cannot be asked for now: " + e.getMessage(), e);
            }
            throw e;
        }
    }

    private Map<TopicPartition, Long> claim(Collection<TopicPartition> wanted) {
        Map<TopicPartition, Long> offsets = chunks.restore(claims.claim(wanted));
        partitions.claim(offsets);
        return offsets;
    }

    private void fence(FencedException fenced) {
        for (TopicPartition id : fenced.partitions()) {
            HeldPartition partition = partitions.get(id);
            if (partition != null && partition.fence() > MAX_FENCED) {
                throw fenced;
            }
        }
    }

    private void moveTo(TopicPartition id, long offset) {
        HeldPartition partition = partitions.get(id);
        if (partition != null) {
            partition.moveTo(offset);
        }
    }

    private static Map<TopicPartition, Long> known(Map<TopicPartition, Long> offsets) {
        Map<TopicPartition, Long> known = new HashMap<>(offsets);
        known.values().removeIf(offset -> offset == HeldPartition.NOTHING);
        return known;
    }

    /** The batch as rows see it that came in chunks. */
    private final class Gathered implements MainBatch {
        @Override
        public void write(SinkRecord record) {
            SinkWriter.this.write(record);
            if (failure != null) {
                throw new RetriableException("The batch before failed.");
            }
        }

        @Override
        public boolean settle() {
            if (failure == null && !batch.isEmpty()) {
                handOver();
            }
            flusher.await();
            collect();
            return failure == null && !flusher.isBusy();
        }
    }
}
