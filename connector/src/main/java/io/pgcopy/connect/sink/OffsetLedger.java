/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.sink;

import io.pgcopy.connect.db.LedgerStatements;
import io.pgcopy.connect.db.Row;
import io.pgcopy.connect.db.Session;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import org.apache.kafka.common.TopicPartition;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Offsets kept in the target database, moved in the transaction that writes the rows, so that both are there
 * or neither. A partition belongs to whoever wrote his random claim last: the claim is compared at the end of
 * each transaction, under the row's lock, so a task that was given up and still runs commits nothing.
 */
final class OffsetLedger implements DeliveryLedger {
    private static final Logger LOG = LoggerFactory.getLogger(OffsetLedger.class);

    /**
     * What the task knows of a row that is its own.
     *
     * @param ids that the row may bear, the newest last: a renewal whose COMMIT was not answered may have happened
     * @param epoch moves with each flush, also with one that leaves the offset where it is
     */
    private record Claim(List<String> ids, long next, long epoch) {
        /** Of a row that is not. */
        static final Claim NONE = new Claim(List.of(), Long.MIN_VALUE, Long.MIN_VALUE);

        boolean is(Entry found) {
            return found.next == next && found.epoch == epoch;
        }

        /** As it is after a flush. */
        Claim moved(long to) {
            return new Claim(ids, to, epoch + 1);
        }
    }

    private record Entry(TopicPartition partition, long next, long epoch, String claim, String owner) {}

    private final LedgerTable table;
    private final LedgerStatements statements;
    private final ChunkLedger chunks;
    private final String id;
    private final String owner;
    private final String begin;
    private final Map<TopicPartition, Claim> claims = new ConcurrentHashMap<>();
    private boolean prepared;

    OffsetLedger(LedgerTable table, String id, String owner, String begin) {
        this.table = table;
        this.statements = table.statements();
        this.chunks = table.chunks(id);
        this.id = id;
        this.owner = owner;
        this.begin = begin;
    }

    @Override
    public Map<TopicPartition, Long> claim(Session session, Collection<TopicPartition> partitions) {
        if (!prepared) {
            table.ensure(session);
            chunks.ensure(session, table.creates());
            prepared = true;
        }
        PartitionArrays arrays = PartitionArrays.of(partitions);
        String claim = UUID.randomUUID().toString();
        session.execute(begin);
        List<Entry> entries = table.there(() -> session.query(
                statements.claim(), row -> entry(row, owner), id, claim, owner, arrays.topics(), arrays.numbers()));
        session.commit();
        Map<TopicPartition, Long> next = new HashMap<>();
        for (Entry entry : entries) {
            claims.put(entry.partition, new Claim(List.of(claim), entry.next, entry.epoch));
            next.put(entry.partition, entry.next);
        }
        LOG.info("{} claimed {} partitions of sink {}", owner, next.size(), id);
        return next;
    }

    @Override
    public void release(Collection<TopicPartition> partitions) {
        partitions.forEach(claims::remove);
    }

    @Override
    public void advance(Session session, Batch batch) {
        Set<TopicPartition> partitions = batch.nextOffsets().keySet();
        compare(lock(session, partitions), partitions);
        PartitionArrays arrays = PartitionArrays.of(partitions);
        List<String> offsets = arrays.partitions().stream()
                .map(partition -> String.valueOf(batch.nextOffsets().get(partition)))
                .toList();
        session.update(statements.advance(), arrays.topics(), arrays.numbers(), offsets, id);
        chunks.store(session, batch);
    }

    /** The part of it that remembers chunked rows. */
    ChunkLedger chunks() {
        return chunks;
    }

    /** Holds a partition until the end of the transaction, and refuses where it is another task's. */
    void hold(Session session, TopicPartition partition) {
        Set<TopicPartition> one = Set.of(partition);
        refuseForeign(lock(session, one), one);
    }

    @Override
    public void advanced(Batch batch) {
        batch.nextOffsets()
                .forEach((partition, next) -> claims.computeIfPresent(partition, (same, claim) -> claim.moved(next)));
    }

    /**
     * Finds out what became of a batch whose transaction ended without an answer. Only reading would not do:
     * the old transaction may still be about to commit. Taking the row's lock waits for its end, and the new
     * claim makes sure that it is the end. The offset alone would not tell: a batch of nothing but rows that
     * waited leaves it where it is.
     */
    @Override
    public boolean resolve(Session session, Batch batch) {
        String renewed = UUID.randomUUID().toString();
        Set<TopicPartition> partitions = batch.nextOffsets().keySet();
        PartitionArrays arrays = PartitionArrays.of(partitions);
        session.execute(begin);
        List<Entry> entries = lock(session, partitions);
        refuseForeign(entries, partitions);
        claims.replaceAll((partition, claim) ->
                partitions.contains(partition) ? new Claim(with(claim.ids, renewed), claim.next, claim.epoch) : claim);
        session.update(statements.renew(), renewed, id, arrays.topics(), arrays.numbers());
        session.commit();
        boolean unchanged = entries.stream().allMatch(entry -> claim(entry).is(entry));
        boolean committed = entries.stream().allMatch(entry -> claim(entry)
                .moved(batch.nextOffsets().getOrDefault(entry.partition, HeldPartition.NOTHING))
                .is(entry));
        entries.forEach(entry -> note(entry, List.of(renewed)));
        if (!committed && !unchanged) {
            throw moved("went back", entries);
        }
        LOG.info("A flush that ended without an answer was {}committed", committed ? "" : "not ");
        return committed;
    }

    private List<Entry> lock(Session session, Set<TopicPartition> partitions) {
        PartitionArrays arrays = PartitionArrays.of(partitions);
        return table.there(() -> session.query(
                statements.lock(), row -> entry(row, row.text("owner")), id, arrays.topics(), arrays.numbers()));
    }

    private void compare(List<Entry> entries, Set<TopicPartition> partitions) {
        refuseForeign(entries, partitions);
        List<Entry> others =
                entries.stream().filter(entry -> !claim(entry).is(entry)).toList();
        if (!others.isEmpty()) {
            others.forEach(entry -> note(entry, claim(entry).ids));
            throw moved("was moved", others);
        }
    }

    private void refuseForeign(List<Entry> entries, Set<TopicPartition> partitions) {
        Set<TopicPartition> foreign = new HashSet<>(partitions);
        List<String> owners = new ArrayList<>();
        for (Entry entry : entries) {
            Claim mine = claims.get(entry.partition);
            if (mine != null && mine.ids.contains(entry.claim)) {
                foreign.remove(entry.partition);
            } else {
                owners.add(entry.owner);
            }
        }
        if (!foreign.isEmpty()) {
            release(foreign);
            throw new FencedException(foreign, owners.isEmpty() ? table.emptied(id, foreign) : taken(foreign, owners));
        }
    }

    private String taken(Set<TopicPartition> foreign, List<String> owners) {
        return "Another writer uses exactly.once.id " + id + " for " + foreign + ": " + owners + " (this one is "
                + owner + "). Give each connector an id of its own.";
    }

    private Claim claim(Entry entry) {
        return claims.getOrDefault(entry.partition, Claim.NONE);
    }

    private void note(Entry found, List<String> ids) {
        claims.computeIfPresent(found.partition, (same, claim) -> new Claim(ids, found.next, found.epoch));
    }

    private RewindException moved(String how, List<Entry> entries) {
        Map<TopicPartition, Long> found = entries.stream().collect(Collectors.toMap(Entry::partition, Entry::next));
        return new RewindException("the offsets ledger of sink " + id + " " + how + ", to " + found, found);
    }

    private static List<String> with(List<String> ids, String more) {
        List<String> all = new ArrayList<>(ids);
        all.add(more);
        return List.copyOf(all);
    }

    private static Entry entry(Row row, String owner) {
        TopicPartition partition = new TopicPartition(row.text("topic"), row.int4("kafka_partition"));
        return new Entry(partition, row.int8("next_offset"), row.int8("epoch"), row.text("claim"), owner);
    }
}
