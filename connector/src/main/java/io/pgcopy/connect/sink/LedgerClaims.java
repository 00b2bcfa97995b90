/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.sink;

import java.util.Collection;
import java.util.Map;
import org.apache.kafka.common.TopicPartition;

/** Claims in the offsets ledger, made on the flusher's thread, which alone talks to the database. */
record LedgerClaims(DeliveryLedger ledger, Flusher flusher, TargetConnection connection) implements PartitionClaims {
    @Override
    public boolean needed() {
        return ledger instanceof OffsetLedger;
    }

    @Override
    public Map<TopicPartition, Long> claim(Collection<TopicPartition> partitions) {
        return flusher.call(() -> connection.use(session -> ledger.claim(session, partitions)));
    }

    @Override
    public void release(Collection<TopicPartition> partitions) {
        ledger.release(partitions);
    }
}
