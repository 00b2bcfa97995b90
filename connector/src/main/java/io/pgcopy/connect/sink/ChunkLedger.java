/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.sink;

import io.pgcopy.connect.blob.BlobCheckpoint;
import io.pgcopy.connect.db.ChunkStatements;
import io.pgcopy.connect.db.Session;
import io.pgcopy.connect.type.TableId;
import java.util.Collection;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.TopicPartition;

/**
 * The table beside the offsets ledger that remembers chunked rows, written in the transactions of the rows
 * themselves. Whoever may move the ledger's offset may write here.
 */
final class ChunkLedger {
    private final String sinkId;
    private final ChunkStatements statements;
    private final OwnTable table;

    ChunkLedger(TableId ledger, String sinkId) {
        TableId id = new TableId(ledger.schema(), ledger.name() + "_chunks");
        this.sinkId = sinkId;
        this.statements = new ChunkStatements(id, ledger);
        this.table = new OwnTable(id, "remembers rows in slices", statements.create(), statements.create());
    }

    /** The statement that creates the table. */
    String create() {
        return statements.create();
    }

    /** Creates the table where it is missing. */
    void ensure(Session session, boolean create) {
        table.ensure(session, create);
    }

    /**
     * Stores how far partitions are, in the transaction that writes the batch and holds their rows of the ledger.
     *
     * @throws RewindException where a row of the batch is written already, by a stream that was not answered
     */
    void store(Session session, Batch batch) {
        batch.assembled().forEach((partition, attempts) -> refuseWritten(session, partition, hex(attempts)));
        batch.checkpoints().forEach((partition, checkpoint) -> {
            String number = Integer.toString(partition.partition());
            String safe = Long.toString(checkpoint.safe());
            session.update(statements.store(), sinkId, partition.topic(), number, safe, checkpoint.format());
            List<String> done = hex(checkpoint.done().keySet());
            session.update(statements.prune(), sinkId, partition.topic(), number, safe, done);
        });
    }

    // The stream held the ledger's row too, so it has ended; it may have been given up before its COMMIT was seen.
    private void refuseWritten(Session session, TopicPartition partition, List<String> attempts) {
        List<String> written = session.query(
                statements.marked(),
                row -> row.text("id"),
                sinkId,
                partition.topic(),
                Integer.toString(partition.partition()),
                attempts);
        if (!written.isEmpty()) {
            throw new RewindException("rows in slices of " + partition
                    + " had been written by streams that were not answered: " + written);
        }
    }

    private static List<String> hex(Collection<Long> attempts) {
        return attempts.stream().map(HexFormat.of()::toHexDigits).toList();
    }

    /** Notes a row; false where it was noted before. Waits for a transaction that is about to note it. */
    boolean mark(Session session, TopicPartition partition, long attempt, long headOffset) {
        return session.update(
                        statements.mark(),
                        sinkId,
                        partition.topic(),
                        Integer.toString(partition.partition()),
                        HexFormat.of().toHexDigits(attempt),
                        Long.toString(headOffset))
                == 1;
    }

    /** What is stored of these partitions, whose offsets in the ledger are given. */
    Map<TopicPartition, BlobCheckpoint> load(Session session, Map<TopicPartition, Long> offsets) {
        Map<TopicPartition, BlobCheckpoint> stored = new HashMap<>();
        Map<TopicPartition, Map<Long, Long>> marks = new HashMap<>();
        if (!table.exists(session)) {
            return stored;
        }
        session.query(
                statements.load(),
                row -> {
                    TopicPartition partition = new TopicPartition(row.text("topic"), row.int4("kafka_partition"));
                    long offset = row.int8("head_offset");
                    if (row.text("id").isEmpty()) {
                        BlobCheckpoint checkpoint = BlobCheckpoint.parse(offset, row.text("state"));
                        // Both move together, but where the topic was made anew: then this is of the old one.
                        if (String.valueOf(checkpoint.next()).equals(row.textOrNull("next_offset"))) {
                            stored.put(partition, checkpoint);
                        }
                    } else {
                        marks.computeIfAbsent(partition, p -> new HashMap<>())
                                .put(HexFormat.fromHexDigitsToLong(row.text("id")), offset);
                    }
                    return partition;
                },
                sinkId);
        marks.forEach((partition, done) -> stored.computeIfPresent(partition, (p, c) -> c.with(done)));
        marks.forEach((partition, done) ->
                stored.computeIfAbsent(partition, p -> BlobCheckpoint.of(Math.max(0, offsets.getOrDefault(p, 0L)))
                        .with(done)));
        stored.keySet().retainAll(offsets.keySet());
        return stored;
    }

    void forget(Session session, String sink, Collection<TopicPartition> partitions) {
        if (table.exists(session)) {
            if (partitions.isEmpty()) {
                session.update(statements.forgetAll(), sink);
            }
            partitions.forEach(
                    p -> session.update(statements.forget(), sink, p.topic(), Integer.toString(p.partition())));
        }
    }
}
