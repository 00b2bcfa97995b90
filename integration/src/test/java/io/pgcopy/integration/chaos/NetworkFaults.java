/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.integration.chaos;

import io.pgcopy.integration.fixture.Await;
import io.pgcopy.integration.fixture.TcpProxy;
import java.time.Duration;
import java.util.List;
import java.util.Random;

/** A network between the tasks and the server that fails. */
final class NetworkFaults {
    private static final int WHOLE = 64 * 1024;

    private NetworkFaults() {}

    static List<Fault> all() {
        return List.of(
                new Fault("COMMIT unanswered", NetworkFaults::loseCommit),
                new Fault("connection cut", NetworkFaults::cut),
                new Fault("connections reset", NetworkFaults::reset),
                new Fault("black hole", NetworkFaults::blackHole),
                new Fault("slow network", NetworkFaults::slow));
    }

    static void mend(TcpProxy proxy) {
        proxy.delay(Duration.ZERO);
        proxy.slice(WHOLE);
    }

    private static String loseCommit(Rig rig, Random random) {
        return struck(rig, () -> rig.proxy().leaveUnanswered("COMMIT"));
    }

    private static String cut(Rig rig, Random random) {
        return struck(rig, () -> rig.proxy().cutAfter(random.nextInt(200_000)));
    }

    private static String reset(Rig rig, Random random) {
        return struck(rig, () -> {
            Await.pause(Duration.ofMillis(random.nextInt(500)));
            rig.proxy().reset();
        });
    }

    /** Longer than a flush may take, and then all that was held back arrives at once. */
    private static String blackHole(Rig rig, Random random) {
        return struck(rig, () -> {
            rig.proxy().blackHole(true);
            Await.pause(Rig.FLUSH_TIMEOUT.plusMillis(500L + random.nextInt(1_500)));
            rig.proxy().blackHole(false);
        });
    }

    private static String struck(Rig rig, Runnable strike) {
        int before = rig.proxy().faults();
        strike.run();
        Await.until("the proxy to count it", () -> rig.proxy().faults() > before);
        return "the proxy counted " + (rig.proxy().faults() - before);
    }

    private static String slow(Rig rig, Random random) {
        long before = rig.proxy().slowed();
        rig.proxy().slice(1 + random.nextInt(2_000));
        rig.proxy().delay(Duration.ofMillis(3));
        Await.pause(Duration.ofSeconds(4));
        Await.until("a piece to be held back", () -> rig.proxy().slowed() > before);
        mend(rig.proxy());
        return (rig.proxy().slowed() - before) + " pieces were held back";
    }
}
