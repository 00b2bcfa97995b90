/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.sink;

import io.pgcopy.connect.copy.TupleBuffer;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.connect.sink.SinkRecord;
import org.jspecify.annotations.Nullable;

/** Encoded rows that are written in one way, in order, with where each came from. */
final class Run {
    /** What some tuples of one key have replaced. */
    private static final class Replacement {
        private final RowSlot earlier;
        private int tuples = 1;

        Replacement(RowSlot earlier) {
            this.earlier = earlier;
        }
    }

    private final WriteStrategy strategy;
    private final @Nullable List<SinkRecord> records;
    private final TupleBuffer tuples = new TupleBuffer();
    private final BitSet refused = new BitSet();
    private final BitSet replaced = new BitSet();
    // What is not sent, for one of these reasons.
    private final BitSet excluded = new BitSet();
    private final Map<Integer, Replacement> replacements = new HashMap<>();
    private final List<@Nullable ByteBuffer> keys = new ArrayList<>();
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

    /** Notes where the tuple that was just encoded came from, and its key where that is known. */
    void added(SinkRecord record, TopicPartition partition, @Nullable ByteBuffer key) {
        keys.add(key);
        if (records != null) {
            records.add(record);
        }
        int tuple = tuples.tuples() - 1;
        if (tuple == offsets.length) {
            partitions = Arrays.copyOf(partitions, tuple * 2);
            offsets = Arrays.copyOf(offsets, tuple * 2);
        }
        partitions[tuple] = partition;
        offsets[tuple] = record.originalKafkaOffset();
    }

    @Nullable
    ByteBuffer key(int tuple) {
        return keys.get(tuple);
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

    /** Takes a tuple out for good: it is not sent. */
    void exclude(int tuple) {
        refused.set(tuple);
        excluded.set(tuple);
    }

    /** Takes out what came from a partition; what that had replaced is sent again. */
    void exclude(TopicPartition partition) {
        for (int tuple = 0; tuple < tuples.tuples(); tuple++) {
            if (partitions[tuple].equals(partition)) {
                exclude(tuple);
                giveBack(tuple);
            }
        }
    }

    /** A tuple takes the place of an earlier row of its key in another run, and of those before that. */
    void replace(int tuple, RowSlot earlier) {
        replacements.put(tuple, new Replacement(earlier));
        for (RowSlot slot = earlier; slot != null; slot = slot.before()) {
            slot.run().replaced.set(slot.tuple());
            slot.run().excluded.set(slot.tuple());
        }
    }

    /** The last of the rows whose place a tuple takes; null where there are none. */
    @Nullable
    RowSlot replacedBy(int tuple) {
        Replacement replacement = replacements.get(tuple);
        return replacement == null ? null : replacement.earlier;
    }

    /** One more tuple of a key: it replaces what the one before it has replaced. */
    void follow(int before, int tuple) {
        Replacement replacement = replacements.get(before);
        if (replacement != null) {
            replacement.tuples++;
            replacements.put(tuple, replacement);
        }
    }

    /**
     * Gives their place back to the rows that a tuple had replaced, unless another one of its key replaces them
     * too; false where there are none.
     */
    boolean giveBack(int tuple) {
        Replacement replacement = replacements.remove(tuple);
        if (replacement == null || --replacement.tuples > 0) {
            return false;
        }
        for (RowSlot slot = replacement.earlier; slot != null; slot = slot.before()) {
            slot.run().replaced.clear(slot.tuple());
            slot.run().excluded.set(slot.tuple(), slot.run().refused.get(slot.tuple()));
        }
        return true;
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

    /** Tuples that are sent. */
    int rows() {
        return end() - excluded.cardinality();
    }

    int end() {
        return tuples.tuples();
    }

    boolean isEmpty() {
        return nextIncluded(0) == end();
    }
}
