/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.sink;

import io.pgcopy.connect.config.DeliveryConfig;
import io.pgcopy.connect.db.DatabaseException;
import io.pgcopy.connect.db.LedgerStatements;
import io.pgcopy.connect.db.Session;
import io.pgcopy.connect.type.TableId;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.function.Supplier;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.connect.errors.ConnectException;

/** The table of the offsets ledger: that it is there, and changes of it by hand. */
final class LedgerTable {
    private static final String MISSING = "42P01";

    private final TableId id;
    private final boolean create;
    private final LedgerStatements statements;
    private final OwnTable table;

    LedgerTable(DeliveryConfig config) {
        TargetName name = TargetName.parse(config.table());
        this.id = new TableId(name.schema() == null ? "public" : name.schema(), name.name());
        this.create = config.createTable();
        this.statements = new LedgerStatements(id);
        // With the other's statement, so that nobody has to come twice.
        this.table = new OwnTable(
                id,
                "keeps the offsets",
                statements.create(),
                statements.create() + "; " + chunks("").create());
    }

    /** The table beside it that remembers chunked rows of a sink. */
    ChunkLedger chunks(String sinkId) {
        return new ChunkLedger(id, sinkId);
    }

    /** Whether what is missing may be created. */
    boolean creates() {
        return create;
    }

    LedgerStatements statements() {
        return statements;
    }

    /** Creates the table where it is missing and may be created. */
    void ensure(Session session) {
        table.ensure(session, create);
    }

    /**
     * Does something with the table.
     *
     * @throws ConnectException where it is gone
     */
    <T> T there(Supplier<T> work) {
        try {
            return work.get();
        } catch (DatabaseException e) {
            if (!e.sqlState().equals(MISSING)) {
                throw e;
            }
            throw new ConnectException(
                    "Table " + id + ", the offsets ledger of delivery.guarantee=exactly_once, is gone: it was dropped"
                            + " or renamed while the connector ran. Bring it back, with its rows. Without them the"
                            + " connector, once restarted, makes a new one and goes on from Kafka's committed offsets:"
                            + " what was written after these is written again. " + e.getMessage(),
                    e);
        }
    }

    /** What it means that a sink's rows are gone from the table. */
    String emptied(String sinkId, Set<TopicPartition> partitions) {
        return "The offsets ledger " + id + " has no row any more of " + partitions + " for exactly.once.id " + sinkId
                + ": it was emptied, or the connector's offsets were reset, while this task ran. They are claimed anew"
                + " and read again from where this task began with them: what was written since then is written again.";
    }

    /**
     * Sets or, where the offset is null, forgets offsets; all of them where the map is empty.
     *
     * @param begin the statement that begins a transaction, which bounds its waits
     */
    void alter(Session session, String begin, String sinkId, Map<TopicPartition, Long> offsets) {
        boolean sets = offsets.values().stream().anyMatch(offset -> offset != null);
        if (sets) {
            ensure(session);
        } else if (!table.exists(session)) {
            return;
        }
        session.execute(begin);
        chunks(sinkId).forget(session, sinkId, offsets.keySet());
        if (offsets.isEmpty()) {
            session.update(statements.forgetAll(), sinkId);
        }
        offsets.forEach((partition, offset) -> {
            String number = Integer.toString(partition.partition());
            if (offset == null) {
                session.update(statements.forget(), sinkId, partition.topic(), number);
            } else {
                String claim = UUID.randomUUID().toString();
                session.update(statements.set(), sinkId, partition.topic(), number, Long.toString(offset), claim);
            }
        });
        session.commit();
    }
}
