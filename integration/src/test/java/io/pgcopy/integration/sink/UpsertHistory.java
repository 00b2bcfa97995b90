/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.integration.sink;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.connect.data.Struct;
import org.jspecify.annotations.Nullable;

/**
 * A random history of one table's rows, and what is in the table when each of its records has been written by
 * itself, in order. Rows have the columns {@code id}, {@code note}, {@code more} (10 by default) and {@code pad}; a
 * note of {@code bad} breaks a check.
 */
final class UpsertHistory {
    static final TopicPartition PARTITION = new TopicPartition("t", 0);
    private static final String BAD = "bad";
    private static final String MORE_BY_DEFAULT = "10";

    private final Random random;
    private final String mode;
    private final byte[] pad;
    private final boolean whole;
    private final List<String> keys;
    private final Set<String> kept = new HashSet<>();
    private final Map<String, List<String>> table = new TreeMap<>();
    private int refused;

    /**
     * @param keys the text of each key; several may be one value
     * @param padBytes width that is added to each row
     */
    UpsertHistory(long seed, String mode, String keyType, List<String> keys, int padBytes) {
        this.random = new Random(seed);
        this.mode = mode;
        this.keys = keys;
        this.whole = keyType.equals("int8");
        this.pad = new byte[padBytes];
    }

    /** Rows that are in the table before. */
    void startWith(List<String> ids, String note, String more) {
        ids.forEach(id -> table.put(id, List.of(id, note, more)));
    }

    /** A row that others refer to from here on: its delete is refused. */
    void keep(String id) {
        kept.add(id);
    }

    /** Appends records to the log. */
    void write(TopicLog log, int records) {
        for (int i = 0; i < records; i++) {
            String key = keys.get(random.nextInt(keys.size()));
            Struct id = Rows.of("id", value(key));
            // What is deleted an update does not bring back.
            boolean deletes = random.nextInt(mode.equals("update") && !kept.contains(canonical(key)) ? 60 : 4) == 0;
            if (deletes) {
                log.add(PARTITION, id.schema(), id, null, null);
                if (!kept.contains(canonical(key))) {
                    table.remove(canonical(key));
                } else {
                    refused++;
                }
            } else {
                Struct row = row(key, i);
                log.add(PARTITION, id.schema(), id, row.schema(), row);
            }
        }
    }

    /** Rows as {@code SELECT id, note, more} gives them in the order of their ids as text. */
    List<List<String>> table() {
        return new ArrayList<>(table.values());
    }

    int refused() {
        return refused;
    }

    private Struct row(String key, int number) {
        int columns = random.nextInt(3);
        String note = random.nextInt(25) == 0 ? BAD : "n" + number;
        long more = number;
        switch (columns) {
            case 0 -> apply(key, note, null);
            case 1 -> apply(key, note, Long.toString(more));
            default -> apply(key, null, Long.toString(more));
        }
        return switch (columns) {
            case 0 -> Rows.of("id", value(key), "note", note, "pad", pad);
            case 1 -> Rows.of("id", value(key), "note", note, "more", more, "pad", pad);
            default -> Rows.of("id", value(key), "more", more, "pad", pad);
        };
    }

    // What one statement does; null for a column that the record lacks.
    private void apply(String key, @Nullable String note, @Nullable String more) {
        String id = canonical(key);
        List<String> row = table.get(id);
        boolean writes = row == null ? !mode.equals("update") : !mode.equals("insert_ignore");
        // An INSERT checks its row before it looks for another with the key; an UPDATE only where it finds one.
        if (BAD.equals(note) && (writes || mode.equals("insert_ignore"))) {
            refused++;
        } else if (writes) {
            List<String> next = new ArrayList<>();
            next.add(id);
            next.add(note == null && row != null ? row.get(1) : note);
            next.add(more == null ? (row == null ? MORE_BY_DEFAULT : row.get(2)) : more);
            table.put(id, next);
        }
    }

    private Object value(String key) {
        return whole ? (Object) Long.valueOf(key) : key;
    }

    private static String canonical(String key) {
        return key.contains(".") ? key.replaceAll("\\.?0+$", "") : key;
    }
}
