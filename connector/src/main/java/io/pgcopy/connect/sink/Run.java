/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.sink;

import io.pgcopy.connect.copy.TupleBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.connect.sink.SinkRecord;
import org.jspecify.annotations.Nullable;

/** Encoded rows that are written in one way, in order, with where each came from. */
final class Run {
    private final WriteStrategy strategy;
    private final @Nullable List<SinkRecord> records;
    private final TupleBuffer tuples = new TupleBuffer();
    private final BitSet excluded = new BitSet();
    private TopicPartition[] partitions = new TopicPartition[64];
    private long[] offsets = new long[64];

    /** {@code keepsRecords}: whether the records themselves are needed, to be reported where they are bad. */
    Run(WriteStrategy strategy, boolean keepsRecords) {
        this.strategy = strategy;
        this.records = keepsRecords ? new ArrayList<>() : null;
    }

    WriteStrategy strategy() {
        return strategy;
    }

    /** Where the next row is to be encoded; {@link #added} must follow. */
    TupleBuffer tuples() {
        return tuples;
    }

    /** Notes where the tuple that was just encoded came from. */
    void added(SinkRecord record, RecordPosition position) {
        if (records != null) {
            records.add(record);
        }
        int tuple = tuples.tuples() - 1;
        if (tuple == offsets.length) {
            partitions = Arrays.copyOf(partitions, tuple * 2);
            offsets = Arrays.copyOf(offsets, tuple * 2);
        }
        partitions[tuple] = position.partition();
        offsets[tuple] = position.offset();
    }

    RecordPosition position(int tuple) {
        return new RecordPosition(partitions[tuple], offsets[tuple]);
    }

    /** The record of a tuple, in a run that keeps them. */
    SinkRecord record(int tuple) {
        if (records == null) {
            throw new IllegalStateException("records are not kept");
        }
        return records.get(tuple);
    }

    /** Takes a tuple out: it is not sent. */
    void exclude(int tuple) {
        excluded.set(tuple);
    }

    /** Takes out what came from a partition. */
    void exclude(TopicPartition partition) {
        for (int tuple = 0; tuple < tuples.tuples(); tuple++) {
            if (partitions[tuple].equals(partition)) {
                excluded.set(tuple);
            }
        }
    }

    /** The first tuple from here on that is to be sent, or {@link #end} where there is none. */
    int nextIncluded(int from) {
        return Math.min(excluded.nextClearBit(from), end());
    }

    /** The first tuple from here on that is not to be sent, or {@link #end} where there is none. */
    int nextExcluded(int from) {
        int tuple = excluded.nextSetBit(from);
        return tuple < 0 ? end() : Math.min(tuple, end());
    }

    int end() {
        return tuples.tuples();
    }

    boolean isEmpty() {
        return nextIncluded(0) == end();
    }
}
