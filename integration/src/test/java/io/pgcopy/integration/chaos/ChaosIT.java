/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.integration.chaos;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Rows come without a pause while workers, broker, server and network break in every way we know, one after the
 * other. In the end each row is in the table once, with its own bytes. One round of all faults in {@code verify};
 * {@code mvn -Pchaos verify -Dchaos.minutes=N -Dchaos.seed=S} goes on for N minutes, S being an earlier run's seed.
 */
class ChaosIT {
    private static final Duration TIME = Duration.ofMinutes(Long.getLong("chaos.minutes", 0));
    private static final long SEED = Long.getLong("chaos.seed", System.currentTimeMillis());

    @Test
    @Timeout(value = 6, unit = TimeUnit.HOURS)
    void losesAndDoublesNothingWhateverBreaks() {
        ChaosRun.print("-Dchaos.seed=%d", SEED);
        long began = System.nanoTime();
        try (Rig rig = new Rig();
                RowProducer producer =
                        new RowProducer(rig.cluster().broker().bootstrapServers(), Rig.NAME, Rig.PARTITIONS, SEED)) {
            ChaosRun run = new ChaosRun(rig, producer, SEED);
            run.last(TIME);
            long produced = producer.end();
            rig.awaitDelivered(produced);
            run.report();
            RowCheck check = RowCheck.of(rig.database(), SEED, produced);
            ChaosRun.print(
                    "%d faults in %.0f s, %d records of %.1f MB: lost %d, duplicates %d, damaged %d",
                    run.faults(),
                    ChaosRun.seconds(Duration.ofNanos(System.nanoTime() - began)),
                    produced,
                    producer.bytes() / 1e6,
                    check.lost(),
                    check.duplicates(),
                    check.damaged());
            assertThat(rig.cluster().topics().length(Rig.NAME)).isEqualTo(produced);
            assertThat(check).isEqualTo(new RowCheck(produced, 0, 0, 0));
        }
    }
}
