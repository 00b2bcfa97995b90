/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.blob;

import io.pgcopy.connect.blob.BlobManifest.SlicedColumn;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/** One row of a source's split; with no columns to slice it is a plain one. */
record SimulatedRow(int split, int number, String key, List<Integer> lengths, boolean damaged) {

    static SimulatedRow random(SplittableRandom random, int split, int number, boolean sharedKeys, boolean damaging) {
        String key = sharedKeys ? "k" + random.nextInt(4) : split + "/" + number;
        List<Integer> lengths = new ArrayList<>();
        if (random.nextInt(10) < 4) {
            int columns = 1 + random.nextInt(2);
            for (int i = 0; i < columns; i++) {
                lengths.add(1 + random.nextInt(9));
            }
        }
        return new SimulatedRow(split, number, key, lengths, damaging && !lengths.isEmpty() && random.nextInt(6) == 0);
    }

    // Rows are told apart by where they stand; sets of them are asked often.
    @Override
    public boolean equals(Object other) {
        return other instanceof SimulatedRow row && row.split == split && row.number == number;
    }

    @Override
    public int hashCode() {
        return split * 31 + number;
    }

    boolean chunked() {
        return !lengths.isEmpty();
    }

    /** The records of one attempt, in order. */
    List<SimulatedLog.Entry> entries(BlobToken token) {
        if (!chunked()) {
            return List.of(new SimulatedLog.Entry(this, null, ByteBuffer.allocate(0)));
        }
        List<SlicedColumn> columns = new ArrayList<>();
        int count = 0;
        for (int length : lengths) {
            columns.add(new SlicedColumn("c" + columns.size(), length));
            count += (length + 2) / 3;
        }
        BlobSequence sequence = new BlobSequence(BlobAttempt.of(split, token), new BlobManifest(columns, ""), count);
        List<SimulatedLog.Entry> entries = new ArrayList<>();
        for (int length : lengths) {
            for (int from = 0; from < length; from += 3) {
                byte[] bytes = new byte[Math.min(3, length - from)];
                new SplittableRandom(split * 1_000L + number + from).nextBytes(bytes);
                entries.add(new SimulatedLog.Entry(this, sequence.next(bytes), ByteBuffer.wrap(bytes)));
            }
        }
        return damaged ? damage(entries) : entries;
    }

    // A slice that got lost, or one whose bytes changed.
    private List<SimulatedLog.Entry> damage(List<SimulatedLog.Entry> entries) {
        int at = number % entries.size();
        if (number % 2 == 0 && entries.size() > 1) {
            entries.remove(at);
        } else {
            SimulatedLog.Entry entry = entries.get(at);
            ByteBuffer changed = entry.bytes().duplicate();
            changed.put(0, (byte) (changed.get(0) ^ 1));
            entries.set(at, new SimulatedLog.Entry(this, entry.chunk(), changed));
        }
        return entries;
    }
}
