/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.integration.chaos;

import java.util.List;

/** A topic of the run and the table of the same name, and how the rows of one come to the other. */
enum Flow {
    /** Rows that are added, to a table without a key, so that each one that is written twice shows. */
    APPENDED("chaos", 6, 1, Long.MAX_VALUE, "id int8 NOT NULL, payload bytea NOT NULL, digest bytea NOT NULL") {
        @Override
        NumberedRow row(long seed, long id) {
            return NumberedRow.of(seed, id);
        }

        @Override
        List<Message> messages(NumberedRow row) {
            return List.of(Message.of(row));
        }
    },
    /** Rows of a few keys, each of which replaces the one before it. */
    UPSERTED("chaos_upserted", 3, 4, 500, KeyedCheck.COLUMNS) {
        @Override
        NumberedRow row(long seed, long id) {
            return NumberedRow.of(seed, id);
        }

        @Override
        List<Message> messages(NumberedRow row) {
            return List.of(Message.keyed(row, row.id() % keys()));
        }
    },
    /** The same with rows in slices, of which some are put together in memory and others written while they arrive. */
    SLICED("chaos_sliced", 3, 60, 50, KeyedCheck.COLUMNS) {
        private static final int MAX_BYTES = 200_000;

        @Override
        NumberedRow row(long seed, long id) {
            return NumberedRow.of(seed, id, MAX_BYTES);
        }

        @Override
        List<Message> messages(NumberedRow row) {
            return Message.sliced(row, row.id() % keys(), partition(row.id()));
        }
    };

    private final String topic;
    private final int partitions;
    private final int every;
    private final long keys;
    private final String columns;

    Flow(String topic, int partitions, int every, long keys, String columns) {
        this.topic = topic;
        this.partitions = partitions;
        this.every = every;
        this.keys = keys;
        this.columns = columns;
    }

    String topic() {
        return topic;
    }

    int partitions() {
        return partitions;
    }

    /** One row comes for so many rounds of the producer. */
    int every() {
        return every;
    }

    /** How many keys the rows take in turn. */
    long keys() {
        return keys;
    }

    String columns() {
        return columns;
    }

    /** All rows of a key go to one partition. */
    int partition(long id) {
        return (int) (id % keys % partitions);
    }

    abstract NumberedRow row(long seed, long id);

    /** The records that are the row. */
    abstract List<Message> messages(NumberedRow row);
}
