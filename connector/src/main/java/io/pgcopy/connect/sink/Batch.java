/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.sink;

import io.pgcopy.connect.row.RowEncoder;
import io.pgcopy.connect.type.TableId;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.connect.data.Struct;

/** What one transaction writes: runs of rows, and up to where each partition is done with them. */
final class Batch {
    // Beside its bytes a tuple costs its end in the buffer, its partition and its offset.
    private static final int BYTES_A_TUPLE = 24;
    // What an empty tuple buffer takes.
    private static final int BYTES_A_RUN = 16 * 1024;

    private record RunKey(TableId table, List<String> columns) {}

    private final Map<RunKey, Run> runs = new LinkedHashMap<>();
    private final Map<TopicPartition, Long> nextOffsets = new LinkedHashMap<>();
    private long bytes;
    private int records;
    private long startedNanos;

    /** Encodes a record into its run; where that fails the batch is as it was. */
    void add(TablePlan plan, Struct value, RecordPosition position) {
        Run run = runs.computeIfAbsent(new RunKey(plan.table(), plan.columns()), this::begin);
        long before = run.tuples().bytes();
        RowEncoder encoder = plan.encoder();
        encoder.encode(value, run.tuples());
        run.added(position);
        bytes += run.tuples().bytes() - before + BYTES_A_TUPLE;
        pass(position);
    }

    /** Notes a record that leaves no row: the partition is done with it when the batch is written. */
    void pass(RecordPosition position) {
        if (nextOffsets.isEmpty()) {
            startedNanos = System.nanoTime();
        }
        nextOffsets.put(position.partition(), position.offset() + 1);
        records++;
    }

    /** Forgets all that came from a partition. */
    void drop(TopicPartition partition) {
        if (nextOffsets.remove(partition) != null) {
            runs.values().forEach(run -> run.exclude(partition));
        }
    }

    List<Run> runs() {
        return new ArrayList<>(runs.values());
    }

    /** For each partition the offset after its last record here. */
    Map<TopicPartition, Long> nextOffsets() {
        return nextOffsets;
    }

    boolean isEmpty() {
        return nextOffsets.isEmpty();
    }

    int records() {
        return records;
    }

    /** Memory that the batch holds: encoded rows and what is known of each. */
    long bytes() {
        return bytes;
    }

    /** Time since the first record came. */
    Duration age() {
        return isEmpty() ? Duration.ZERO : Duration.ofNanos(System.nanoTime() - startedNanos);
    }

    private Run begin(RunKey key) {
        bytes += BYTES_A_RUN;
        return new Run(key.table(), key.columns());
    }
}
