/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.blob;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;

/** One random history, from the first record to the last commit, and the judgement on it. */
record Simulation(SimulationSettings settings, SimulatedLog log, SimulatedSink sink, boolean ended) {

    static Simulation run(long seed, LeftOut rule) {
        SplittableRandom random = new SplittableRandom(seed);
        SimulationSettings settings = SimulationSettings.random(random);
        SimulatedLog log = new SimulatedLog(settings.partitions());
        Set<SimulatedRow> rows = new HashSet<>();
        List<SimulatedSource> sources = sources(random, settings, log, rows, rule);
        SimulatedSink sink = new SimulatedSink(settings, random, log, rows, rule);
        while (!sources.isEmpty()) {
            if (random.nextInt(3) > 0) {
                int source = random.nextInt(sources.size());
                sources.get(source).step();
                if (sources.get(source).finished()) {
                    sources.remove(source);
                }
            } else {
                sink.step();
            }
        }
        for (int i = random.nextInt(60); i > 0; i--) {
            sink.step();
        }
        return new Simulation(settings, log, sink, sink.drain());
    }

    private static List<SimulatedSource> sources(
            SplittableRandom random,
            SimulationSettings settings,
            SimulatedLog log,
            Set<SimulatedRow> all,
            LeftOut rule) {
        List<SimulatedSource> sources = new ArrayList<>();
        for (int split = 0; split < settings.splits(); split++) {
            List<SimulatedRow> rows = new ArrayList<>();
            int count = 1 + random.nextInt(12);
            for (int number = 0; number < count; number++) {
                rows.add(SimulatedRow.random(random, split, number, settings.ordered(), settings.damaged()));
            }
            all.addAll(rows);
            sources.add(new SimulatedSource(log, random, rows, settings, rule));
        }
        return sources;
    }

    long logged() {
        return log.partitions.stream().mapToLong(List::size).sum();
    }

    /** What went wrong; empty where nothing did. */
    Optional<String> complaint() {
        if (!ended) {
            return Optional.of("the sink does not come to an end");
        }
        if (!sink.misreported.isEmpty()) {
            return Optional.of("called broken: " + sink.misreported);
        }
        if (!sink.heldUp.isEmpty()) {
            return Optional.of("waited for a row that never ends: " + sink.heldUp);
        }
        return missing().or(this::doubled).or(this::outOfOrder).or(this::unreported);
    }

    private Optional<String> missing() {
        Set<SimulatedRow> missing = sink.missing();
        return missing.isEmpty() ? Optional.empty() : Optional.of("lost: " + missing);
    }

    private Optional<String> doubled() {
        Set<String> origins = new HashSet<>();
        for (SimulatedDatabase.Written written : sink.database.rows) {
            if (!origins.add(written.origin()) && settings.exactSink()) {
                return Optional.of("written twice: " + written);
            }
            if (written.row().damaged()) {
                return Optional.of("damaged and written: " + written);
            }
        }
        return Optional.empty();
    }

    // The last row of a key in the log is the last one written.
    private Optional<String> outOfOrder() {
        if (!settings.ordered()) {
            return Optional.empty();
        }
        Map<String, SimulatedRow> inLog = new HashMap<>();
        for (List<SimulatedLog.Entry> partition : log.partitions) {
            for (int offset = 0; offset < partition.size(); offset++) {
                SimulatedLog.Entry entry = partition.get(offset);
                BlobChunk chunk = entry.chunk();
                SimulatedLog.Attempt attempt =
                        chunk == null ? null : log.attempt(chunk.attempt().id());
                if (attempt == null || (attempt.complete && attempt.headOffset == offset)) {
                    inLog.put(entry.row().key(), entry.row());
                }
            }
        }
        Map<String, SimulatedRow> written = new HashMap<>();
        sink.database.rows.forEach(row -> written.put(row.row().key(), row.row()));
        return inLog.equals(written)
                ? Optional.empty()
                : Optional.of("last row per key " + written + " is not " + inLog);
    }

    // Every record of an attempt that is given up reaches the error channel.
    private Optional<String> unreported() {
        if (!settings.report()) {
            return Optional.empty();
        }
        for (long id : sink.brokenAttempts) {
            SimulatedLog.Attempt attempt = log.attempt(id);
            for (long offset : attempt.offsets) {
                String header = log.entry(attempt.partition, offset).slice().format();
                if (!sink.reported.contains(header)) {
                    return Optional.of("not reported: offset " + offset + ", " + header);
                }
            }
        }
        return Optional.empty();
    }
}
