/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.sink;

import io.pgcopy.connect.blob.BlobCheckpoint;
import io.pgcopy.connect.db.DatabaseException;
import io.pgcopy.connect.db.SqlOutcome;
import io.pgcopy.connect.type.TableId;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Future;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.sink.SinkRecord;
import org.jspecify.annotations.Nullable;

/**
 * What one transaction writes: runs of rows, and up to where each partition is done with them. Filled by the
 * task's thread, then handed to the flusher's for good.
 */
final class Batch {
    // Beside its bytes a tuple costs its end in the buffer, its partition, its offset and its key's place.
    private static final int BYTES_A_TUPLE = 28;
    // What a run takes beside its rows: an empty tuple buffer, and what its last block has in advance.
    private static final int BYTES_A_RUN = 16 * 1024;

    // A key's entry in the index.
    private static final int BYTES_A_KEY = 160;

    private final boolean keepsRecords;
    private final Map<WriteStrategy, Run> runs = new LinkedHashMap<>();
    private final ReachedOffsets reached = new ReachedOffsets();
    private final Map<TopicPartition, BlobCheckpoint> checkpoints = new HashMap<>();
    private final Map<TopicPartition, List<Long>> assembled = new HashMap<>();
    private final KeyIndex keys = new KeyIndex();
    private final WriteOrder order = new WriteOrder();
    private final List<Future<Void>> reports = new ArrayList<>();
    private final List<RefusedRow> refused = new ArrayList<>();
    private long bytes;
    private int records;
    private long startedNanos;
    private boolean inDoubt;
    private boolean full;
    private volatile boolean abandoned;

    Batch(boolean keepsRecords) {
        this.keepsRecords = keepsRecords;
    }

    /**
     * Encodes a record's row into its run; where that fails the batch is as it was. False where the row must
     * not be in one batch with what is there already.
     */
    boolean add(TablePlan plan, Struct row, SinkRecord record) {
        WriteStrategy strategy = order.strategy(plan.strategy());
        KeyBytes keyBytes = plan.keys();
        boolean indexed = keyBytes != null && keyBytes.areExact();
        ByteBuffer key = keyBytes == null ? null : keyBytes.of(row);
        if (keyBytes != null && keys.hasOtherKeys(strategy.table(), keyBytes.names())) {
            return false;
        }
        boolean conflicts =
                indexed ? keys.conflicts(strategy, key) : keyBytes != null && keys.conflictsInexactly(strategy);
        if (conflicts || (full && keyBytes != null) || order.conflicts(strategy)) {
            return false;
        }
        Run run = encode(strategy, plan, row, record, indexed ? key : null);
        order.added(strategy, plan.refersTo(), indexed && key != null && keys.revives(strategy, key));
        if (indexed && key != null) {
            keys.add(run, run.end() - 1, key);
            bytes += key.remaining() + BYTES_A_KEY;
        }
        return true;
    }

    private Run encode(
            WriteStrategy strategy, TablePlan plan, Struct row, SinkRecord record, @Nullable ByteBuffer key) {
        Run run = runs.get(strategy);
        if (run == null) {
            run = new Run(strategy, keepsRecords);
            bytes += BYTES_A_RUN;
            runs.put(strategy, run);
        }
        long before = run.tuples().bytes();
        plan.encoder().encode(row, run.tuples());
        TopicPartition partition = reached.partition(record);
        run.added(record, partition, key);
        if (AssembledRow.made(record)) {
            assembled(partition, AssembledRow.attempt(record));
        }
        plan.sampler().observe(row);
        long encoded = run.tuples().bytes() - before;
        bytes += encoded + BYTES_A_TUPLE + (keepsRecords ? KeptRecordSize.of(record) : 0);
        pass(partition, record.originalKafkaOffset());
        return run;
    }

    /** Notes a record that leaves no row: the partition is done with it when the batch is written. */
    void pass(RecordPosition position) {
        pass(position.partition(), position.offset());
    }

    private void pass(TopicPartition partition, long offset) {
        if (reached.isEmpty()) {
            startedNanos = System.nanoTime();
        }
        reached.reach(partition, offset);
        records++;
    }

    /** Forgets all that came from a partition. */
    void drop(TopicPartition partition) {
        if (nextOffsets().remove(partition) != null) {
            runs.values().forEach(run -> run.exclude(partition));
            assembled.remove(partition);
            // Which row was the last of its key is not known any more.
            full = true;
        }
    }

    /** Runs in the order in which they are to be written. */
    List<Run> runs() {
        return order.sort(runs.values());
    }

    /** Tables whose foreign keys lead in a circle, so that no order of writing keeps them all the time. */
    Set<TableId> circle() {
        return order.circle();
    }

    /** For each partition the offset after its last record here. */
    Map<TopicPartition, Long> nextOffsets() {
        return reached.all();
    }

    /** The tables that rows are written to. */
    Set<TableId> tables() {
        Set<TableId> tables = new LinkedHashSet<>();
        runs.values().stream()
                .filter(run -> !run.isEmpty())
                .forEach(run -> tables.add(run.strategy().table()));
        return tables;
    }

    /** Notes how far a partition with chunked rows is; where it has records here, that is the word on its offset. */
    void checkpoint(TopicPartition partition, BlobCheckpoint checkpoint) {
        if (nextOffsets().replace(partition, checkpoint.next()) != null) {
            checkpoints.put(partition, checkpoint);
        }
    }

    /** Notes that a row here was put together from the slices of an attempt. */
    void assembled(TopicPartition partition, long attempt) {
        assembled.computeIfAbsent(partition, same -> new ArrayList<>()).add(attempt);
    }

    /** By partition, the ids of the attempts that rows here were put together from. */
    Map<TopicPartition, List<Long>> assembled() {
        return assembled;
    }

    Map<TopicPartition, BlobCheckpoint> checkpoints() {
        return checkpoints;
    }

    /** Reports of bad records that must be safe before the batch is committed. */
    List<Future<Void>> reports() {
        return reports;
    }

    /** Bad rows that are none of Kafka's records: with one of them the batch is not written, but read again. */
    List<RefusedRow> refused() {
        return refused;
    }

    /** Whether an attempt to write it may have succeeded unseen. */
    boolean inDoubt() {
        return inDoubt;
    }

    void doubt() {
        inDoubt = true;
    }

    /** Rows that are sent. */
    long rows() {
        return runs.values().stream().mapToLong(Run::rows).sum();
    }

    /** Bytes of the encoded rows. */
    long rowBytes() {
        return runs.values().stream().mapToLong(run -> run.tuples().bytes()).sum();
    }

    /** Says, from any thread, that nobody counts on it any more: its records are read again. */
    void abandon() {
        abandoned = true;
    }

    /**
     * To be called before what cannot be taken back.
     *
     * @throws DatabaseException where it was given up
     */
    void requireWanted() {
        if (abandoned) {
            throw new DatabaseException("The flush was given up", SqlOutcome.CONNECTION, "none", -1, null);
        }
    }

    boolean isEmpty() {
        return reached.isEmpty();
    }

    int records() {
        return records;
    }

    /** Memory that the batch holds. */
    long bytes() {
        return bytes;
    }

    /** Time since the first record came. */
    Duration age() {
        return isEmpty() ? Duration.ZERO : Duration.ofNanos(System.nanoTime() - startedNanos);
    }
}
