/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.blob;

import java.util.HashMap;
import java.util.HexFormat;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * What of a partition's progress a restart needs beside Kafka's offset; kept in the target database, in the
 * transaction of the rows it tells of.
 *
 * @param next plain rows below this offset are written, but for those that wait
 * @param safe reading starts again here
 * @param tokens the highest token of each split among the heads below {@code safe}
 * @param waiting offsets below {@code next} of rows that wait for an older row of their key
 * @param done ids of the rows written whose heads are at or above {@code safe}, with the heads' offsets
 */
public record BlobCheckpoint(
        long next, long safe, Map<Integer, BlobToken> tokens, SortedSet<Long> waiting, Map<Long, Long> done) {
    private static final HexFormat HEX = HexFormat.of();

    /** A partition of which all below an offset is written, and nothing else is known. */
    public static BlobCheckpoint of(long next) {
        return new BlobCheckpoint(next, next, Map.of(), new TreeSet<>(), Map.of());
    }

    /** The same, with more rows known to be written. */
    public BlobCheckpoint with(Map<Long, Long> more) {
        Map<Long, Long> all = new HashMap<>(done);
        all.putAll(more);
        return new BlobCheckpoint(next, safe, tokens, waiting, all);
    }

    /**
     * The same, for a task that goes on at an offset. It never is below the safe one: where it is, the topic was made
     * anew, and of the old one no more than ids of rows can hold.
     */
    public BlobCheckpoint at(long offset) {
        return offset >= 0 && offset < safe ? of(offset).with(done) : this;
    }

    /** All but the safe offset as text: {@code next;split:epoch:counter,...;offset,...;id:head,...}. */
    public String format() {
        return next + ";"
                + tokens.entrySet().stream()
                        .map(e -> HEX.toHexDigits(e.getKey()) + ":"
                                + e.getValue().epoch() + ":" + e.getValue().counter())
                        .collect(Collectors.joining(","))
                + ";"
                + waiting.stream().map(String::valueOf).collect(Collectors.joining(","))
                + ";"
                + done.entrySet().stream()
                        .map(e -> HEX.toHexDigits(e.getKey()) + ":" + e.getValue())
                        .collect(Collectors.joining(","));
    }

    /** What {@link #format} wrote beside this safe offset. */
    public static BlobCheckpoint parse(long safe, String text) {
        String[] parts = text.split(";", -1);
        Map<Integer, BlobToken> tokens = new HashMap<>();
        for (String token : list(parts[1])) {
            String[] numbers = token.split(":", -1);
            tokens.put(
                    HexFormat.fromHexDigits(numbers[0]),
                    new BlobToken(Long.parseLong(numbers[1]), Long.parseLong(numbers[2])));
        }
        SortedSet<Long> waiting = new TreeSet<>();
        for (String offset : list(parts[2])) {
            waiting.add(Long.parseLong(offset));
        }
        Map<Long, Long> done = new HashMap<>();
        for (String row : list(parts[3])) {
            String[] numbers = row.split(":", -1);
            done.put(HexFormat.fromHexDigitsToLong(numbers[0]), Long.parseLong(numbers[1]));
        }
        return new BlobCheckpoint(Long.parseLong(parts[0]), safe, tokens, waiting, done);
    }

    private static String[] list(String joined) {
        return joined.isEmpty() ? new String[0] : joined.split(",", -1);
    }
}
