/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.blob;

import java.util.SplittableRandom;

/** What may go wrong in one simulated run. */
record SimulationSettings(
        int partitions,
        int splits,
        int streams,
        int sourceCrashes,
        boolean exactSource,
        boolean producerRepeats,
        boolean zombies,
        boolean exactSink,
        int sinkCrashPercent,
        int lostPercent,
        boolean ordered,
        boolean damaged,
        boolean report) {

    static SimulationSettings random(SplittableRandom random) {
        boolean exactSink = random.nextBoolean();
        boolean exactSource = exactSink || random.nextBoolean();
        boolean ordered = random.nextInt(3) == 0;
        return new SimulationSettings(
                1 + random.nextInt(3),
                1 + random.nextInt(4),
                1 + random.nextInt(2),
                random.nextInt(4),
                exactSource,
                !exactSource && !ordered && random.nextBoolean(),
                !exactSource && !ordered && random.nextBoolean(),
                exactSink,
                random.nextInt(8),
                random.nextInt(4) == 0 ? random.nextInt(10) : 0,
                ordered,
                !ordered && random.nextInt(4) == 0,
                random.nextBoolean());
    }
}
