/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.integration.chaos;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.Stream;

/** Rounds of all faults, each round in an order of its own, while rows keep coming. */
final class ChaosRun {
    private final Rig rig;
    private final RowProducer rows;
    private final Random random;
    private final Map<String, List<Duration>> recoveries = new TreeMap<>();

    ChaosRun(Rig rig, RowProducer rows, long seed) {
        this.rig = rig;
        this.rows = rows;
        this.random = new Random(seed);
    }

    /** One round at least, and further faults until the time is over. */
    void last(Duration time) {
        long end = System.nanoTime() + time.toNanos();
        rig.awaitDelivered(rows.records());
        boolean first = true;
        while (first || System.nanoTime() < end) {
            for (Fault fault : round()) {
                if (first || System.nanoTime() < end) {
                    strike(fault);
                }
            }
            first = false;
        }
    }

    private List<Fault> round() {
        List<Fault> faults = new ArrayList<>(Stream.of(ProcessFaults.all(), NetworkFaults.all(), ServerFaults.all())
                .flatMap(List::stream)
                .toList());
        Collections.shuffle(faults, random);
        return faults;
    }

    private void strike(Fault fault) {
        long began = System.nanoTime();
        String evidence = fault.strike().on(rig, random);
        Duration struck = Duration.ofNanos(System.nanoTime() - began);
        rig.awaitDelivered(rows.records());
        Duration recovered = Duration.ofNanos(System.nanoTime() - began).minus(struck);
        recoveries.computeIfAbsent(fault.name(), name -> new ArrayList<>()).add(recovered);
        print(
                "%-26s lasted %5.1f s, caught up after %5.1f s; %s",
                fault.name(), seconds(struck), seconds(recovered), evidence);
    }

    /** How often each fault struck. */
    int faults() {
        return recoveries.values().stream().mapToInt(List::size).sum();
    }

    void report() {
        recoveries.forEach((name, times) -> {
            Collections.sort(times);
            print(
                    "%-26s struck %3d times, caught up after %.1f s (median), %.1f s (longest)",
                    name, times.size(), seconds(times.get(times.size() / 2)), seconds(times.get(times.size() - 1)));
        });
    }

    static void print(String format, Object... values) {
        System.out.println("chaos: " + String.format(java.util.Locale.ROOT, format, values));
    }

    static double seconds(Duration time) {
        return time.toMillis() / 1000.0;
    }
}
