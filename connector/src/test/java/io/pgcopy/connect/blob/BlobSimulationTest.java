/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.blob;

import java.util.Optional;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The sink's decisions against a log in which everything goes wrong that can: the real tracker, thousands of
 * random histories. Each rule is also left out once, and must then be missed.
 */
class BlobSimulationTest {
    private static final int RUNS = 14_000;
    private static final long SEED = 20_260_101;

    @Test
    void losesNothingDoublesNothingAndCriesWolfNever() {
        long crashes = 0;
        long rewinds = 0;
        long read = 0;
        long logged = 0;
        for (int run = 0; run < RUNS; run++) {
            Simulation simulation = Simulation.run(SEED + run, LeftOut.NOTHING);
            assertThat(simulation.complaint())
                    .as("seed %d, %s", SEED + run, simulation.settings())
                    .isEmpty();
            simulation.sink().assertNothingIsHeld();
            crashes += simulation.sink().crashes;
            rewinds += simulation.sink().rewinds;
            read += simulation.sink().recordsRead;
            logged += simulation.logged();
        }
        // What makes the run worth anything: faults did happen, and reading again stayed affordable.
        assertThat(crashes).isGreaterThan(RUNS);
        assertThat(rewinds).isGreaterThan(RUNS);
        assertThat((double) read / logged).isLessThan(2.5);
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "NOTHING")
    void everyRuleIsNeeded(LeftOut rule) {
        Optional<String> complaint = Optional.empty();
        for (int run = 0; run < RUNS && complaint.isEmpty(); run++) {
            complaint = Simulation.run(SEED + run, rule).complaint();
        }
        assertThat(complaint).as("without %s", rule).isPresent();
    }

    @Test
    void aSeedRepeats() {
        long seed = new SplittableRandom(1).nextLong();
        assertThat(Simulation.run(seed, LeftOut.NOTHING).sink().database.rows)
                .isEqualTo(Simulation.run(seed, LeftOut.NOTHING).sink().database.rows);
    }
}
