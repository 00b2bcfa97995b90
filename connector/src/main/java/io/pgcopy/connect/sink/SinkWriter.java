/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.sink;

import io.pgcopy.connect.config.FlushConfig;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.connect.errors.DataException;
import org.apache.kafka.connect.errors.RetriableException;
import org.apache.kafka.connect.sink.SinkRecord;
import org.apache.kafka.connect.sink.SinkTaskContext;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Gathers records into batches, and knows which offsets the database has. Confined to the task's thread.
 *
 * <p>Two ways lead back to records that were not written: {@link RetriableException} makes the framework
 * deliver the same records again, and a {@link WayBack rewind} makes Kafka do it. They are never combined: a
 * rewind is asked for only in {@code open}, or in a {@code put} that then drops its records and returns
 * normally.
 */
final class SinkWriter implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(SinkWriter.class);
    private static final Duration REDELIVERY = Duration.ofSeconds(1);
    // The framework's loop costs more than it brings while a flush holds everything up.
    private static final Duration BUSY = Duration.ofMillis(50);

    private final SinkTaskContext context;
    private final Redelivery redelivery;
    private final Flusher flusher;
    private final PartitionClaims claims;
    private final ChunkedRows chunks;
    private final HeldPartitions partitions = new HeldPartitions();
    private final Setback setback = new Setback();
    private final Leftovers leftovers = new Leftovers();
    private final Gathering gathering;
    private final WayBack wayBack;

    SinkWriter(SinkTaskContext context, FlushConfig config, Redelivery redelivery, SinkParts parts) {
        this.context = context;
        this.redelivery = redelivery;
        this.flusher = parts.flusher();
        this.claims = parts.claims();
        this.gathering = new Gathering(config, parts, partitions, setback);
        this.chunks = gathering.chunks();
        this.wayBack = new WayBack(context, claims, chunks, partitions, setback, parts.retry());
    }

    /** Takes partitions on; an outage is no failure, the claims are then made before the first record. */
    void open(Collection<TopicPartition> opened) {
        flusher.grantTime();
        leftovers.open(opened);
        partitions.open(opened, !claims.needed(), leftovers.areThere());
        if (claims.needed() && !opened.isEmpty()) {
            wayBack.begin(opened);
        }
    }

    void put(Collection<SinkRecord> delivered) {
        try {
            takeAll(leftovers.current(delivered));
            leftovers.forget();
        } catch (RetriableException e) {
            leftovers.refuse(delivered);
            throw e;
        }
    }

    private void takeAll(Collection<SinkRecord> records) {
        flusher.grantTime();
        boolean again = setback.redelivered();
        gathering.collect();
        try {
            if (!again) {
                // Between two calls the framework goes to where the first one asked it to.
                partitions.join();
                follow(records);
            }
            if (dropped(records)) {
                return;
            }
            for (SinkRecord record : records) {
                if (chunks.areThere() && !flusher.hasTime()) {
                    throw new RetriableException("Rows in slices wait for the database; the rest is delivered again.");
                }
                take(record, again);
            }
            gathering.handOverInTime();
            if (!dropped(records)) {
                wayBack.fetchWaiting();
            }
        } catch (RetriableException e) {
            setback.redeliver();
            context.timeout(REDELIVERY.toMillis());
            throw e;
        }
        if (!gathering.isEmpty() || chunks.waits()) {
            context.timeout(gathering.patience(BUSY).toMillis());
        }
    }

    /** Writes what is gathered, where the database lets it, and says what is committed. Never throws. */
    Map<TopicPartition, OffsetAndMetadata> preCommit(Map<TopicPartition, OffsetAndMetadata> consumed) {
        flusher.grantTime();
        try {
            gathering.flush();
            // Something that failed may have kept records from being taken: they come again.
            boolean taken = !setback.pending() && !setback.awaitsRedelivery();
            return chunks.limit(partitions.committable(consumed, taken));
        } catch (RuntimeException e) {
            setback.meet(e);
            return Map.of();
        }
    }

    /** Ends or gives up what is under way and forgets these partitions. */
    void close(Collection<TopicPartition> closed) {
        flusher.grantTime();
        boolean settled = gathering.settled();
        gathering.drop(closed);
        chunks.close(closed);
        partitions.close(closed);
        claims.release(closed);
        if (!settled && !partitions.isEmpty()) {
            if (claims.needed()) {
                // It may be written yet: only the ledger knows, after it.
                claims.release(partitions.disown());
            }
            setback.meet(new RewindException("a flush was given up for a rebalance"));
        }
    }

    @Override
    public void close() {
        chunks.close();
        flusher.close();
    }

    private boolean dropped(Collection<SinkRecord> records) {
        if (setback.pending() && !gathering.landed()) {
            throw new RetriableException("A flush is under way; where to go on is known after it.");
        }
        if (wayBack.followed(records)) {
            gathering.discard();
            return true;
        }
        return wayBack.claimed(records);
    }

    // Offsets that come a second time without having been asked for are other records: Kafka began anew.
    private void follow(Collection<SinkRecord> records) {
        for (SinkRecord record : records) {
            HeldPartition partition = partitions.of(record);
            long offset = record.originalKafkaOffset();
            if (partition != null && partition.hasTaken(offset) && !redelivery.skips(partition, offset)) {
                LOG.warn(
                        "Kafka delivers offset {} of {}, of which {} was to come next: was the topic deleted and created"
                                + " anew, or its offset reset? Going on from there",
                        offset,
                        partition.id(),
                        partition.position());
                chunks.close(List.of(partition.id()));
                gathering.outdate(partition.id());
                partition.restart(offset);
            }
        }
    }

    private void take(SinkRecord record, boolean again) {
        HeldPartition partition = partitions.of(record);
        if (partition == null || setback.pending()) {
            return;
        }
        long offset = record.originalKafkaOffset();
        boolean repeated = partition.hasTaken(offset);
        if (repeated && !again) {
            return;
        }
        switch (verdict(partition, record, repeated)) {
            case ORDINARY -> {
                if (!repeated) {
                    gathering.add(record);
                }
            }
            case WRITE -> writeInTurn(partition, record);
            case TAKEN -> {
                if (!repeated) {
                    gathering.pass(record);
                }
            }
        }
        if (!setback.pending()) {
            partition.take(offset);
        }
    }

    private ChunkedRows.Verdict verdict(HeldPartition partition, SinkRecord record, boolean repeated) {
        try {
            return chunks.take(partition.id(), record);
        } catch (DataException e) {
            if (!repeated) {
                gathering.refuse(record, e);
            }
            return ChunkedRows.Verdict.TAKEN;
        }
    }

    private void writeInTurn(HeldPartition partition, SinkRecord record) {
        boolean written = false;
        try {
            gathering.add(record);
            written = !setback.pending();
        } finally {
            if (!written) {
                chunks.retract(partition.id(), record);
            }
        }
    }
}
