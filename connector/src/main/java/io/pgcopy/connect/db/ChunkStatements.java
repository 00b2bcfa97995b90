/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.db;

import io.pgcopy.connect.type.TableId;

/**
 * SQL of the table beside the offsets ledger that remembers chunked rows: for a partition one row with an empty
 * id, which is its checkpoint, and one row for each chunked row written apart from it.
 */
public final class ChunkStatements {
    private static final String KEY = " WHERE sink_id = ? AND topic = ? AND kafka_partition = CAST(? AS integer)";

    private final String table;
    private final String ledger;

    /** @param ledger the table of the offsets, beside this one */
    public ChunkStatements(TableId table, TableId ledger) {
        this.table = Identifier.quote(table);
        this.ledger = Identifier.quote(ledger);
    }

    public String create() {
        return "CREATE TABLE IF NOT EXISTS " + table + " (sink_id text NOT NULL, topic text NOT NULL,"
                + " kafka_partition integer NOT NULL, id text NOT NULL, head_offset bigint NOT NULL,"
                + " state text NOT NULL, PRIMARY KEY (sink_id, topic, kafka_partition, id))";
    }

    /** Reads a sink's rows, and the partition's {@code next_offset} in the ledger or NULL. Parameter: sink. */
    public String load() {
        return "SELECT c.topic, c.kafka_partition, c.id, c.head_offset, c.state, l.next_offset FROM " + table
                + " AS c LEFT JOIN " + ledger + " AS l USING (sink_id, topic, kafka_partition) WHERE c.sink_id = ?";
    }

    /** Which of these rows are noted. Parameters: sink, topic, partition, ids. */
    public String marked() {
        return "SELECT id FROM " + table + KEY + " AND id = ANY (CAST(? AS text[]))";
    }

    /** Sets a partition's checkpoint. Parameters: sink, topic, partition, safe offset, state. */
    public String store() {
        return "INSERT INTO " + table + " AS c VALUES (?, ?, CAST(? AS integer), '', CAST(? AS bigint), ?)"
                + " ON CONFLICT (sink_id, topic, kafka_partition, id)"
                + " DO UPDATE SET head_offset = EXCLUDED.head_offset, state = EXCLUDED.state";
    }

    /** Forgets rows that the checkpoint covers. Parameters: sink, topic, partition, safe offset, ids. */
    public String prune() {
        return "DELETE FROM " + table + KEY + " AND id <> ''"
                + " AND (head_offset < CAST(? AS bigint) OR id = ANY (CAST(? AS text[])))";
    }

    /** Notes a row; changes nothing where it is noted. Parameters: sink, topic, partition, id, head offset. */
    public String mark() {
        return "INSERT INTO " + table + " VALUES (?, ?, CAST(? AS integer), ?, CAST(? AS bigint), '')"
                + " ON CONFLICT DO NOTHING";
    }

    /** Forgets a partition. Parameters: sink, topic, partition. */
    public String forget() {
        return "DELETE FROM " + table + KEY;
    }

    /** Forgets all partitions. Parameter: sink. */
    public String forgetAll() {
        return "DELETE FROM " + table + " WHERE sink_id = ?";
    }
}
