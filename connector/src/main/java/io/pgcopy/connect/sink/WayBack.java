/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.sink;

import io.pgcopy.connect.config.Backoff;
import io.pgcopy.connect.config.RetryConfig;
import io.pgcopy.connect.db.DatabaseException;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.connect.errors.ConnectException;
import org.apache.kafka.connect.errors.RetriableException;
import org.apache.kafka.connect.sink.SinkRecord;
import org.apache.kafka.connect.sink.SinkTaskContext;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Leads partitions back to records that were not written, by asking Kafka for them again. Records on hand are
 * dropped by {@link #leadBack} only, which names for each of their partitions where it is read again.
 * Confined to the task's thread.
 */
final class WayBack {
    private static final Logger LOG = LoggerFactory.getLogger(WayBack.class);
    private static final int MAX_FENCED = 3;

    private final SinkTaskContext context;
    private final PartitionClaims claims;
    private final ChunkedRows chunks;
    private final HeldPartitions partitions;
    private final Setback setback;
    // Of questions where partitions stand, while the database cannot be asked.
    private final Backoff outage;

    WayBack(
            SinkTaskContext context,
            PartitionClaims claims,
            ChunkedRows chunks,
            HeldPartitions partitions,
            Setback setback,
            RetryConfig retry) {
        this.context = context;
        this.claims = claims;
        this.chunks = chunks;
        this.partitions = partitions;
        this.setback = setback;
        this.outage = new Backoff(retry);
    }

    /** Claims partitions that the task begins with, where the database is there. */
    void begin(Collection<TopicPartition> opened) {
        try {
            Map<TopicPartition, Long> offsets = new HashMap<>(claim(opened));
            offsets.values().removeIf(offset -> offset == HeldPartition.NOTHING);
            context.offset(offsets);
        } catch (DatabaseException e) {
            if (!e.outcome().retriable()) {
                throw e;
            }
            LOG.warn("Partitions are claimed later, since the database is away: {}", e.getMessage());
        }
    }

    /** True where partitions of these records had to be claimed first: the records are dropped and read again. */
    boolean claimed(Collection<SinkRecord> records) {
        Set<TopicPartition> unclaimed = partitions.unclaimed(records);
        if (unclaimed.isEmpty()) {
            return false;
        }
        try {
            claim(unclaimed);
        } catch (DatabaseException e) {
            throw again("Partitions cannot be claimed for now: ", e);
        }
        outage.reset();
        leadBack(records, partitions.positions());
        return true;
    }

    /** Answers what went wrong, or throws it where nothing helps; true where the records are dropped and read again. */
    boolean followed(Collection<SinkRecord> records) {
        RuntimeException failure = setback.failure();
        if (failure == null) {
            return false;
        }
        prepare(failure);
        Map<TopicPartition, Long> offsets;
        try {
            offsets = chunks.reset(partitions.rewind());
        } catch (DatabaseException e) {
            throw again("Where to go on cannot be asked for now: ", e);
        }
        outage.reset();
        LOG.warn("Reading {} partitions again from what the database has: {}", offsets.size(), failure.getMessage());
        partitions.readFrom(offsets);
        leadBack(records, offsets);
        setback.answered();
        return true;
    }

    /** Reads again what waited in Kafka and can be written now; no record is dropped for that. */
    void fetchWaiting() {
        Map<TopicPartition, Long> waiting = chunks.rewinds();
        if (!waiting.isEmpty()) {
            partitions.readAgain(waiting);
            LOG.debug("Reading again, for rows that waited: {}", waiting);
            context.offset(waiting);
        }
    }

    /** Asking may fail and be done again, the rest must happen once: what is left is a plain rewind. */
    private void prepare(RuntimeException failure) {
        if (failure instanceof FencedException fenced) {
            partitions.fence(fenced, MAX_FENCED);
        } else if (failure instanceof RewindException rewind) {
            partitions.moveTo(rewind.positions());
        } else {
            throw failure;
        }
        setback.halfAnswered(new RewindException(String.valueOf(failure.getMessage())));
    }

    private void leadBack(Collection<SinkRecord> dropped, Map<TopicPartition, Long> known) {
        partitions.drop(dropped);
        context.offset(partitions.withFirsts(known, dropped));
    }

    private Map<TopicPartition, Long> claim(Collection<TopicPartition> wanted) {
        Map<TopicPartition, Long> offsets = chunks.restore(claims.claim(wanted));
        partitions.claim(offsets);
        return offsets;
    }

    /** What is thrown for the framework to call again, as long as retry.timeout.ms allows. */
    private RuntimeException again(String what, DatabaseException e) {
        if (!e.outcome().retriable()) {
            return e;
        }
        String message = what + e.getMessage();
        return outage.next().isPresent() ? new RetriableException(message, e) : new ConnectException(message, e);
    }
}
