/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.db;

import io.pgcopy.connect.type.TableId;
import java.util.List;

/**
 * SQL of the offsets ledger: one row a partition, with the next offset to write, the random id of whoever may
 * write it, and an epoch that moves with each claim and each flush. Lists of partitions come as parallel text arrays, and are worked through in one order
 * everywhere, so that two tasks never wait for each other in a circle.
 */
public final class LedgerStatements {
    private static final String PARTITIONS = "(SELECT t, CAST(p AS integer) AS p FROM " + rowsOf("t, p") + ")";

    private final String table;

    public LedgerStatements(TableId table) {
        this.table = Identifier.quote(table);
    }

    /** Creates the table; columns that change are in no index, so that updates stay within their page. */
    public String create() {
        return "CREATE TABLE IF NOT EXISTS " + table + " (sink_id text NOT NULL, topic text NOT NULL,"
                + " kafka_partition integer NOT NULL, next_offset bigint NOT NULL, epoch bigint NOT NULL,"
                + " claim uuid NOT NULL, owner text NOT NULL, claimed_at timestamptz NOT NULL,"
                + " updated_at timestamptz NOT NULL, PRIMARY KEY (sink_id, topic, kafka_partition))"
                + " WITH (fillfactor = 50)";
    }

    /** Makes partitions ours, whoever had them. Parameters: id, claim, owner, topics, partitions. */
    public String claim() {
        return "INSERT INTO " + table + " AS l SELECT CAST(? AS text), t, p, -1, 1, CAST(? AS uuid), CAST(? AS text),"
                + " pg_catalog.now(), pg_catalog.now() FROM " + PARTITIONS + " AS k ORDER BY t, p"
                + " ON CONFLICT (sink_id, topic, kafka_partition) DO UPDATE SET epoch = l.epoch + 1,"
                + " claim = EXCLUDED.claim, owner = EXCLUDED.owner, claimed_at = pg_catalog.now()"
                + " RETURNING topic, kafka_partition, next_offset, epoch, CAST(claim AS text) AS claim";
    }

    /** Locks rows and reads them. Parameters: id, topics, partitions. */
    public String lock() {
        return "SELECT topic, kafka_partition, next_offset, epoch, CAST(claim AS text) AS claim, owner FROM " + table
                + " WHERE sink_id = ? AND (topic, kafka_partition) IN " + PARTITIONS
                + " ORDER BY topic, kafka_partition FOR NO KEY UPDATE";
    }

    /** Gives locked rows a new claim; whether the flush before it moved them still shows. Parameters: claim, id, topics, partitions. */
    public String renew() {
        return "UPDATE " + table + " SET claim = CAST(? AS uuid), claimed_at = pg_catalog.now()"
                + " WHERE sink_id = ? AND (topic, kafka_partition) IN " + PARTITIONS;
    }

    /** Moves locked rows forward, and their epoch where the offset stays. Parameters: topics, partitions, offsets, id. */
    public String advance() {
        return "UPDATE " + table
                + " AS l SET next_offset = v.n, epoch = l.epoch + 1, updated_at = pg_catalog.clock_timestamp()"
                + " FROM (SELECT t, CAST(p AS integer) AS p, CAST(n AS bigint) AS n"
                + " FROM " + rowsOf("t, p, n") + ") AS v"
                + " WHERE l.sink_id = ? AND l.topic = v.t AND l.kafka_partition = v.p";
    }

    /** Sets an offset by hand and shuts out whoever writes. Parameters: id, topic, partition, offset, claim. */
    public String set() {
        return "INSERT INTO " + table + " AS l VALUES (?, ?, CAST(? AS integer), CAST(? AS bigint), 1,"
                + " CAST(? AS uuid), 'offsets altered', pg_catalog.now(), pg_catalog.now())"
                + " ON CONFLICT (sink_id, topic, kafka_partition) DO UPDATE SET next_offset = EXCLUDED.next_offset,"
                + " epoch = l.epoch + 1, claim = EXCLUDED.claim, owner = EXCLUDED.owner, updated_at = pg_catalog.now()";
    }

    /** Forgets one partition. Parameters: id, topic, partition. */
    public String forget() {
        return "DELETE FROM " + table + " WHERE sink_id = ? AND topic = ? AND kafka_partition = CAST(? AS integer)";
    }

    /** Forgets all partitions. Parameter: id. */
    public String forgetAll() {
        return "DELETE FROM " + table + " WHERE sink_id = ?";
    }

    // Not unnest(a, b): that name is the parser's own only where no schema is before it.
    private static String rowsOf(String names) {
        String arrays = KeyedRows.list(List.of(names.split(", ")), name -> "pg_catalog.unnest(CAST(? AS text[]))");
        return "ROWS FROM (" + arrays + ") AS u(" + names + ")";
    }
}
