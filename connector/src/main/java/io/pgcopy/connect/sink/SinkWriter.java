/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.sink;

import io.pgcopy.connect.config.FlushConfig;
import io.pgcopy.connect.db.DatabaseException;
import io.pgcopy.connect.db.SqlOutcome;
import java.time.Duration;
import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
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
 * for only in a {@code put} that then drops its records and returns normally.
 */
final class SinkWriter implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(SinkWriter.class);
    private static final Duration REDELIVERY = Duration.ofSeconds(1);

    private final SinkTaskContext context;
    private final FlushConfig config;
    private final RecordEncoder encoder;
    private final Flusher flusher;
    private final HeldPartitions partitions = new HeldPartitions();
    private Batch batch = new Batch();
    private boolean redelivering;
    private boolean replanned;
    private @Nullable RuntimeException failure;

    SinkWriter(SinkTaskContext context, FlushConfig config, RecordEncoder encoder, Flusher flusher) {
        this.context = context;
        this.config = config;
        this.encoder = encoder;
        this.flusher = flusher;
    }

    void open(Collection<TopicPartition> opened) {
        partitions.open(opened);
    }

    void put(Collection<SinkRecord> records) {
        boolean again = redelivering;
        redelivering = false;
        collect();
        if (rewound()) {
            return;
        }
        try {
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
        if (!rewound() && !batch.isEmpty()) {
            context.timeout(Math.max(1, config.interval().minus(batch.age()).toMillis()));
        }
    }

    /** Writes what is gathered, where the database lets it, and says what is committed. Never throws. */
    Map<TopicPartition, OffsetAndMetadata> preCommit(Map<TopicPartition, OffsetAndMetadata> consumed) {
        try {
            flusher.await();
            collect();
            if (failure == null && !batch.isEmpty() && !flusher.isBusy()) {
                handOver();
                flusher.await();
                collect();
            }
        } catch (RuntimeException e) {
            failure = e;
        }
        return partitions.committable(consumed);
    }

    /** Ends or gives up what is under way and forgets these partitions. */
    void close(Collection<TopicPartition> closed) {
        flusher.await();
        collect();
        if (flusher.isBusy()) {
            flusher.abandon();
            failure = failure == null ? new RewindException("a flush was given up for a rebalance") : failure;
        }
        closed.forEach(batch::drop);
        partitions.close(closed);
    }

    @Override
    public void close() {
        flusher.close();
    }

    private void take(SinkRecord record, boolean again) {
        HeldPartition partition = partitions.of(record);
        if (failure != null || partition == null || (again && partition.hasTaken(record.originalKafkaOffset()))) {
            return;
        }
        if (batch.bytes() >= config.batchBytes() || batch.records() >= config.maxRecords()) {
            handOver();
            if (failure != null) {
                return;
            }
        }
        encoder.encode(record, batch);
        partition.take(record.originalKafkaOffset());
    }

    private void handOver() {
        flusher.await();
        if (flusher.isBusy()) {
            throw new RetriableException("The database is not available; its flush is tried again.");
        }
        collect();
        if (failure == null) {
            flusher.submit(batch);
            batch = new Batch();
        }
    }

    private void collect() {
        try {
            Optional<Batch> written = flusher.collect();
            written.ifPresent(done -> {
                replanned = false;
                partitions.commit(done.nextOffsets());
            });
        } catch (DatabaseException e) {
            // The rows were encoded for a table that has changed since: only the records themselves help.
            boolean stale = e.outcome() == SqlOutcome.SCHEMA && !replanned;
            replanned = true;
            failure = stale ? new RewindException(String.valueOf(e.getMessage())) : e;
        } catch (RuntimeException e) {
            failure = e;
        }
    }

    // Throws what cannot be mended; true where the records on hand are to be dropped for a rewind.
    private boolean rewound() {
        RuntimeException found = failure;
        if (found == null) {
            return false;
        }
        if (!(found instanceof RewindException)) {
            throw found;
        }
        Map<TopicPartition, Long> offsets = partitions.rewind();
        LOG.warn("Reading {} partitions again from what the database has: {}", offsets.size(), found.getMessage());
        failure = null;
        batch = new Batch();
        encoder.invalidate();
        context.offset(offsets);
        return true;
    }
}
