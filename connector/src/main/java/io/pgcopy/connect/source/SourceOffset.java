/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.source;

import java.util.Collections;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.kafka.connect.errors.ConnectException;
import org.jspecify.annotations.Nullable;

/**
 * What Connect keeps of a split. Users see and edit it, so it is a public contract: the partition says which
 * split, with the keys {@code database}, {@code schema}, {@code table} and {@code split}; the offset says
 * which {@code run} it belongs to and in which {@code state} that is: {@code reading}, or {@code done} on
 * the split's last record, which also has the number of {@code rows}. With rows in slices it also has the
 * {@code epoch} of the slices' tokens, so that the next one is higher.
 */
final class SourceOffset {
    private static final String DATABASE = "database";
    private static final String SCHEMA = "schema";
    private static final String TABLE = "table";
    private static final String SPLIT = "split";
    private static final Set<String> PARTITION_KEYS = Set.of(DATABASE, SCHEMA, TABLE, SPLIT);

    private static final String RUN = "run";
    private static final String STATE = "state";
    private static final String ROWS = "rows";
    private static final String EPOCH = "epoch";
    private static final Set<String> OFFSET_KEYS = Set.of(RUN, STATE, ROWS, EPOCH);

    private static final String READING = "reading";
    private static final String DONE = "done";

    private SourceOffset() {}

    /**
     * Connect finds a split's offset by the bytes of this map's JSON, so the order of the keys is part of it. It is that
     * of a plain HashMap, which is what Connect itself reads the bytes into when it writes them again to reset an
     * offset; Map.of has another order in every JVM, and a restarted worker would find nothing.
     */
    static Map<String, Object> partition(String database, TableSplit split) {
        Map<String, Object> partition = new HashMap<>();
        partition.put(DATABASE, database);
        partition.put(SCHEMA, split.table().schema());
        partition.put(TABLE, split.table().name());
        partition.put(SPLIT, Integer.toString(split.index()));
        return Collections.unmodifiableMap(partition);
    }

    /**
     * The offset of every row but the last: the split would be read again from its beginning.
     *
     * @param epoch counts the attempts at the split where rows are sent in slices, else 0
     */
    static Map<String, Object> reading(String run, long epoch) {
        return epoch == 0 ? Map.of(RUN, run, STATE, READING) : Map.of(RUN, run, STATE, READING, EPOCH, epoch);
    }

    /** The offset of the last row. */
    static Map<String, Object> done(String run, long epoch, long rows) {
        return epoch == 0
                ? Map.of(RUN, run, STATE, DONE, ROWS, rows)
                : Map.of(RUN, run, STATE, DONE, ROWS, rows, EPOCH, epoch);
    }

    /** The epoch that an offset was written with, 0 if with none. */
    static long epoch(@Nullable Map<String, Object> offset) {
        return offset != null && offset.get(EPOCH) instanceof Number epoch ? epoch.longValue() : 0;
    }

    /** Whether a split has been read to its end in this run. */
    static boolean isDone(@Nullable Map<String, Object> offset, String run) {
        return offset != null && run.equals(offset.get(RUN)) && DONE.equals(offset.get(STATE));
    }

    /**
     * Checks what a user wants to put in the place of an offset.
     *
     * @throws ConnectException saying what is wrong and what the right form is
     */
    static void check(Map<String, ?> partition, @Nullable Map<String, ?> offset) {
        boolean texts = partition.values().stream().allMatch(String.class::isInstance);
        if (!partition.keySet().equals(PARTITION_KEYS) || !texts) {
            throw new ConnectException(
                    "The partition " + partition + " is not one of this connector's: it must have the"
                            + " texts database, schema, table and split, like {\"database\": \"shop\", \"schema\": \"sales\","
                            + " \"table\": \"orders\", \"split\": \"0\"}.");
        }
        if (offset != null) {
            checkOffset(offset);
        }
    }

    private static void checkOffset(Map<String, ?> offset) {
        boolean numbers =
                Stream.of(ROWS, EPOCH).map(offset::get).allMatch(value -> value == null || value instanceof Number);
        boolean state = READING.equals(offset.get(STATE)) || DONE.equals(offset.get(STATE));
        boolean known = OFFSET_KEYS.containsAll(offset.keySet());
        if (!known || !state || !(offset.get(RUN) instanceof String) || !numbers) {
            throw new ConnectException(
                    "The offset " + offset + " is not one of this connector's: it must have the text run"
                            + " (the value of run.id) and the state reading or done, and may have the numbers rows and epoch; null makes the"
                            + " table be read again.");
        }
    }
}
