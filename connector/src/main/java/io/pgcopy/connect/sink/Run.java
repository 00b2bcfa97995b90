/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.sink;

import io.pgcopy.connect.copy.TupleBuffer;
import io.pgcopy.connect.type.TableId;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import org.apache.kafka.common.TopicPartition;

/** Encoded rows of one table and one column list, in order, with where each came from. */
final class Run {
    private final TableId table;
    private final List<String> columns;
    private final TupleBuffer tuples = new TupleBuffer();
    private final BitSet excluded = new BitSet();
    private TopicPartition[] partitions = new TopicPartition[64];
    private long[] offsets = new long[64];

    Run(TableId table, List<String> columns) {
        this.table = table;
        this.columns = columns;
    }

    TableId table() {
        return table;
    }

    List<String> columns() {
        return columns;
    }

    /** Where the next row is to be encoded; {@link #added} must follow. */
    TupleBuffer tuples() {
        return tuples;
    }

    /** Notes where the tuple that was just encoded came from. */
    void added(RecordPosition position) {
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
