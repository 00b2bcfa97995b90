/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.integration.chaos;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Rows come without a pause while workers, broker, server and network break in every way we know, one after the
 * other. In the end each row that was added is in its table once, and each key that was merged has its last row, whole
 * or from slices, with its own bytes. One round of all faults in {@code verify};
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
                RowProducer producer = new RowProducer(rig.cluster().broker().bootstrapServers(), SEED)) {
            ChaosRun run = new ChaosRun(rig, producer, SEED);
            run.last(TIME);
            Map<Flow, Long> records = producer.end();
            rig.awaitDelivered(records);
            run.report();
            ChaosRun.print(
                    "%d faults in %.0f s, records %s, %.1f MB",
                    run.faults(),
                    ChaosRun.seconds(Duration.ofNanos(System.nanoTime() - began)),
                    records,
                    producer.bytes() / 1e6);
            records.forEach((flow, count) ->
                    assertThat(rig.cluster().topics().length(flow.topic())).isEqualTo(count));
            assertAppended(RowCheck.of(rig.database(), SEED, producer.rows(Flow.APPENDED)), producer);
            assertMerged(Flow.UPSERTED, rig, producer);
            assertMerged(Flow.SLICED, rig, producer);
        }
    }

    private static void assertAppended(RowCheck check, RowProducer producer) {
        ChaosRun.print(
                "%s: lost %d, duplicates %d, damaged %d",
                Flow.APPENDED, check.lost(), check.duplicates(), check.damaged());
        assertThat(check).isEqualTo(new RowCheck(producer.rows(Flow.APPENDED), 0, 0, 0));
    }

    private static void assertMerged(Flow flow, Rig rig, RowProducer producer) {
        KeyedCheck check = KeyedCheck.of(rig.database(), flow, SEED, producer.rows(flow));
        ChaosRun.print(
                "%s: %d keys, lost %d, stale %d, damaged %d",
                flow, check.keys(), check.lost(), check.stale(), check.damaged());
        assertThat(check).isEqualTo(KeyedCheck.whole(flow, producer.rows(flow)));
    }
}
