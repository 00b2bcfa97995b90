/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.blob;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.SplittableRandom;

/**
 * Reads one split and produces it: crashes and starts again, loses its connection and reads again, leaves
 * readers behind that go on and do the same, and sends batches twice.
 */
final class SimulatedSource {
    private final SimulatedLog log;
    private final SplittableRandom random;
    private final List<SimulatedRow> rows;
    private final SimulationSettings settings;
    private final LeftOut rule;
    private final List<Reader> zombies = new ArrayList<>();
    private Reader reader = new Reader(0, ReaderEpoch.starting(1, 0));
    private long nowMs = 1;
    private int crashes;
    private int reopenings;

    /** One life of the reader. */
    private final class Reader {
        private ReaderEpoch epoch;
        private final Deque<SimulatedLog.Entry> ahead = new ArrayDeque<>();
        private final List<SimulatedLog.Entry> batch = new ArrayList<>();
        private int nextRow;
        private long counter;

        Reader(int nextRow, ReaderEpoch epoch) {
            this.nextRow = nextRow;
            this.epoch = epoch;
        }

        boolean finished() {
            return ahead.isEmpty() && nextRow == rows.size();
        }

        /** The row that a restart begins with. */
        int readAgain() {
            int back = settings.exactSource() ? 0 : random.nextInt(3);
            int unfinished = ahead.isEmpty() ? nextRow : nextRow - 1;
            return Math.max(0, unfinished - back);
        }

        /** Its connection was lost. What the producer has sent it may still send again. */
        void reopen() {
            reopenings++;
            nextRow = readAgain();
            ahead.clear();
            counter = 0;
            epoch = rule == LeftOut.EPOCH_OF_READER ? ReaderEpoch.starting(nowMs, epoch.value()) : epoch.reopened();
        }

        void step() {
            if (reopenings < settings.sourceCrashes() && random.nextInt(25) == 0) {
                reopen();
            }
            if (ahead.isEmpty()) {
                ahead.addAll(rows.get(nextRow++).entries(new BlobToken(epoch.value(), counter++)));
            }
            SimulatedLog.Entry entry = ahead.removeFirst();
            log.append(entry);
            if (!settings.producerRepeats()) {
                return;
            }
            batch.add(entry);
            if (random.nextInt(3) == 0) {
                // The acknowledgement was lost: all of the batch again.
                if (random.nextInt(5) == 0) {
                    batch.forEach(log::append);
                }
                batch.clear();
            }
        }
    }

    SimulatedSource(
            SimulatedLog log,
            SplittableRandom random,
            List<SimulatedRow> rows,
            SimulationSettings settings,
            LeftOut rule) {
        this.rule = rule;
        this.log = log;
        this.random = random;
        this.rows = rows;
        this.settings = settings;
    }

    boolean finished() {
        return reader.finished() && zombies.isEmpty();
    }

    void step() {
        // A reader lives for long, as an attempt's wait goes.
        nowMs += 100;
        zombies.removeIf(zombie -> zombie.finished() || random.nextInt(12) == 0);
        if (!zombies.isEmpty() && (reader.finished() || random.nextInt(3) == 0)) {
            zombies.get(random.nextInt(zombies.size())).step();
        } else if (!reader.finished()) {
            reader.step();
        }
        if (crashes < settings.sourceCrashes() && !reader.finished() && random.nextInt(25) == 0) {
            crash();
        }
    }

    private void crash() {
        crashes++;
        if (settings.zombies() && random.nextBoolean()) {
            zombies.add(reader);
        }
        reader = new Reader(reader.readAgain(), ReaderEpoch.starting(nowMs, 0));
    }
}
