/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.blob;

import io.pgcopy.connect.blob.PendingBlob.Place;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.Set;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

import static org.assertj.core.api.Assertions.assertThat;

/** A sink task around the real trackers, whose memory a crash takes away. */
final class SimulatedSink {
    private final SimulationSettings settings;
    private final SplittableRandom random;
    private final SimulatedLog log;
    private final LeftOut rule;
    private final Set<SimulatedRow> rows;
    private final BlobLimits limits;
    final SimulatedDatabase database = new SimulatedDatabase();
    final Set<Long> brokenAttempts = new HashSet<>();
    final Set<String> reported = new HashSet<>();
    final List<String> misreported = new ArrayList<>();
    final Set<SimulatedRow> heldUp = new HashSet<>();
    long recordsRead;
    long rewinds;
    long crashes;

    private BlobBudget budget;
    private final List<Partition> partitions = new ArrayList<>();
    private final List<SimulatedDatabase.Written> batch = new ArrayList<>();
    private final List<SimulatedDatabase.Written> underWay = new ArrayList<>();
    private final Map<Integer, BlobCheckpoint> checkpoints = new HashMap<>();
    private boolean flying;
    private boolean crashed;
    private boolean draining;
    private long nowMs;

    private final class Partition implements BlobRows<SimulatedLog.Entry> {
        private final int number;
        private final BlobTracker<SimulatedLog.Entry> tracker;
        private final Map<Long, ByteArrayOutputStream> open = new HashMap<>();
        private long position;

        Partition(int number) {
            this.number = number;
            BlobCheckpoint from = settings.exactSink() ? database.restore(number) : null;
            position = Math.max(from == null ? 0 : from.safe(), settings.exactSink() ? 0 : kafkaOffset());
            tracker = rule.open(this, budget, limits, from);
        }

        private long kafkaOffset() {
            return database.kafkaOffsets.getOrDefault(number, 0L);
        }

        void read(int records) {
            List<SimulatedLog.Entry> entries = log.partitions.get(number);
            for (int i = 0; i < records && position < entries.size() && !crashed; i++) {
                SimulatedLog.Entry entry = entries.get((int) position);
                long offset = position++;
                recordsRead++;
                Object key = settings.ordered() ? entry.row().key() : null;
                BlobChunk chunk = entry.chunk();
                if (chunk != null) {
                    tracker.slice(offset, chunk, key, entry, nowMs);
                } else if (tracker.plain(offset, key)) {
                    batch.add(new SimulatedDatabase.Written(entry.row(), number + "@" + offset));
                }
            }
            OptionalLong rewind = tracker.rewind();
            if (rewind.isPresent()) {
                position = rewind.getAsLong();
                rewinds++;
            }
        }

        boolean atEnd() {
            return position == log.partitions.get(number).size();
        }

        @Override
        public ByteBuffer slice(SimulatedLog.Entry record, BlobChunk chunk) {
            return record.bytes().duplicate();
        }

        @Override
        public Outcome begin(PendingBlob blob, SimulatedLog.Entry head) {
            assertThat(blob.place()).isNotEqualTo(Place.NONE);
            assertThat(open.put(blob.attempt().id(), new ByteArrayOutputStream()))
                    .isNull();
            return perhapsLost(blob);
        }

        @Override
        public Outcome append(PendingBlob blob, BlobChunk chunk, ByteBuffer slice) {
            ByteArrayOutputStream bytes =
                    Objects.requireNonNull(open.get(blob.attempt().id()));
            while (slice.hasRemaining()) {
                bytes.write(slice.get());
            }
            return perhapsLost(blob);
        }

        @Override
        public Outcome finish(PendingBlob blob, SimulatedLog.Entry tail) {
            ByteArrayOutputStream bytes =
                    Objects.requireNonNull(open.remove(blob.attempt().id()));
            assertThat((long) bytes.size()).isEqualTo(blob.manifest().bytes());
            SimulatedDatabase.Written row = new SimulatedDatabase.Written(
                    tail.row(), Long.toHexString(blob.attempt().id()));
            if (blob.place() == Place.MEMORY) {
                batch.add(row);
                return Outcome.DONE;
            }
            if (settings.ordered()) {
                flush();
                if (flying) {
                    land();
                }
                if (crashed) {
                    return Outcome.LOST;
                }
            }
            if (database.marks(row)) {
                return Outcome.DONE;
            }
            boolean lost = percent(settings.lostPercent());
            if (lost && random.nextBoolean()) {
                return Outcome.LOST;
            }
            database.rows.add(row);
            if (settings.exactSink()) {
                database.streamed
                        .computeIfAbsent(number, p -> new HashMap<>())
                        .put(blob.attempt().id(), blob.headOffset());
            }
            return lost ? Outcome.LOST : Outcome.DONE;
        }

        // A place in memory cannot be lost.
        private Outcome perhapsLost(PendingBlob blob) {
            if (blob.place() == Place.STREAM && percent(settings.lostPercent())) {
                open.remove(blob.attempt().id());
                return Outcome.LOST;
            }
            return Outcome.DONE;
        }

        @Override
        public void abandon(PendingBlob blob, String why) {
            assertThat(open.remove(blob.attempt().id())).isNotNull();
        }

        @Override
        public Disposition broken(@Nullable PendingBlob blob, long offset, String reason) {
            BlobAttempt attempt =
                    blob == null ? log.entry(number, offset).slice().attempt() : blob.attempt();
            SimulatedLog.Attempt logged = log.attempt(attempt.id());
            if (logged.complete && !logged.row.damaged()) {
                misreported.add(number + "@" + offset + " " + attempt + ": " + reason);
            }
            if (reason.startsWith("had no more slices") && !settings.ordered()) {
                heldUp.addAll(missing());
            }
            brokenAttempts.add(attempt.id());
            return settings.report() ? Disposition.REPORT : Disposition.DROP;
        }

        @Override
        public void older(BlobAttempt attempt, long headOffset) {
            assertThat(settings.exactSource()).isFalse();
        }

        @Override
        public void report(@Nullable PendingBlob blob, SimulatedLog.Entry record, String reason) {
            reported.add(record.slice().format());
        }
    }

    SimulatedSink(
            SimulationSettings settings,
            SplittableRandom random,
            SimulatedLog log,
            Set<SimulatedRow> rows,
            LeftOut rule) {
        this.settings = settings;
        this.random = random;
        this.log = log;
        this.rule = rule;
        this.rows = rows;
        limits = limits(settings);
        budget = new BlobBudget(limits);
        start();
    }

    static BlobLimits limits(SimulationSettings settings) {
        return new BlobLimits(6, 9, settings.streams(), 400, 100_000);
    }

    private void start() {
        budget = new BlobBudget(limits);
        batch.clear();
        underWay.clear();
        checkpoints.clear();
        flying = false;
        crashed = false;
        partitions.clear();
        for (int i = 0; i < log.partitions.size(); i++) {
            partitions.add(new Partition(i));
        }
    }

    void step() {
        nowMs += random.nextInt(20);
        int action = random.nextInt(100);
        if (crashed || action < settings.sinkCrashPercent()) {
            crashes++;
            start();
        } else if (action < 20) {
            flush();
        } else if (action < 35) {
            commitOffsets();
        } else if (action < 40) {
            partitions.forEach(p -> p.tracker.tick(nowMs));
        } else {
            partitions.get(random.nextInt(partitions.size())).read(1 + random.nextInt(8));
        }
    }

    /** Goes on without faults until nothing is left to do; false where that takes for ever. */
    boolean drain() {
        if (crashed) {
            start();
        }
        draining = true;
        for (int round = 0; round < 400; round++) {
            if (crashed) {
                start();
            }
            for (Partition partition : partitions) {
                partition.read(20);
            }
            commitOffsets();
            if (done()) {
                return true;
            }
            boolean quiet = partitions.stream().allMatch(Partition::atEnd);
            nowMs += quiet ? 500 : 1;
            if (round > 100) {
                nowMs += 2_000;
            }
            partitions.forEach(p -> p.tracker.tick(nowMs));
        }
        return false;
    }

    /** Rows that are not written, of those that can be. */
    Set<SimulatedRow> missing() {
        Set<SimulatedRow> missing = new HashSet<>(rows);
        database.rows.forEach(written -> missing.remove(written.row()));
        batch.forEach(written -> missing.remove(written.row()));
        missing.removeIf(SimulatedRow::damaged);
        return missing;
    }

    private boolean done() {
        return partitions.stream()
                .allMatch(p -> p.atEnd()
                        && database.kafkaOffsets.getOrDefault(p.number, 0L)
                                == log.partitions.get(p.number).size());
    }

    void assertNothingIsHeld() {
        for (long free = limits.bufferBytes(); free > 0; free -= Math.min(free, limits.rowBytes())) {
            assertThat(budget.take(Math.min(free, limits.rowBytes()))).isEqualTo(Place.MEMORY);
        }
        for (int stream = 0; stream < limits.streams(); stream++) {
            assertThat(budget.take(1)).isEqualTo(Place.STREAM);
        }
        assertThat(budget.take(1)).isEqualTo(Place.NONE);
        partitions.forEach(p -> assertThat(p.open).isEmpty());
    }

    // What is read while a batch is under way belongs to the next one.
    private void flush() {
        if (flying) {
            land();
        }
        if (crashed) {
            return;
        }
        underWay.addAll(batch);
        batch.clear();
        for (Partition partition : partitions) {
            if (partition.tracker.begun()) {
                checkpoints.put(partition.number, partition.tracker.handOver());
            }
        }
        flying = true;
        if (random.nextBoolean()) {
            land();
        }
    }

    private void land() {
        if (underWay.stream().anyMatch(database::marks)) {
            // Streamed after all: nothing is committed, and all is read again from what the database has.
            flying = false;
            crashed = true;
            return;
        }
        database.rows.addAll(underWay);
        underWay.clear();
        if (settings.exactSink()) {
            database.checkpoints.putAll(checkpoints);
            checkpoints.forEach(database::forget);
        }
        checkpoints.clear();
        if (!draining && percent(settings.sinkCrashPercent())) {
            // Committed, and the answer is lost with the process.
            crashed = true;
        } else {
            partitions.forEach(p -> p.tracker.batchCommitted());
        }
        flying = false;
    }

    private void commitOffsets() {
        flush();
        if (flying) {
            land();
        }
        if (crashed) {
            return;
        }
        partitions.stream()
                .filter(p -> p.tracker.begun())
                .forEach(p -> database.kafkaOffsets.put(p.number, p.tracker.safeOffset()));
    }

    private boolean percent(int chance) {
        return chance > 0 && random.nextInt(100) < chance;
    }
}
