/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.integration.chaos;

import io.pgcopy.integration.fixture.Await;
import io.pgcopy.integration.fixture.ChildProcess;
import io.pgcopy.integration.fixture.TcpProxy;
import io.pgcopy.integration.fixture.Worker;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.Set;

import static org.assertj.core.api.Assertions.assertThat;

/** Workers and brokers that die, leave, or stop in the middle of a transaction and come back as zombies. */
final class ProcessFaults {
    private static final int SIGKILL = 128 + 9;
    private static final String FENCED = "Another writer uses exactly.once.id " + Rig.NAME;

    private ProcessFaults() {}

    static List<Fault> all() {
        return List.of(
                new Fault("worker killed", ProcessFaults::killWorker),
                new Fault("worker leaves and joins", ProcessFaults::leave),
                new Fault("zombie worker", ProcessFaults::zombie),
                new Fault("broker killed", ProcessFaults::killBroker));
    }

    private static String killWorker(Rig rig, Random random) {
        Worker worker = rig.owner(random);
        ChildProcess victim = worker.process();
        victim.kill();
        assertThat(victim.exitCode()).isEqualTo(SIGKILL);
        return replaced(rig, worker, victim.pid());
    }

    private static String leave(Rig rig, Random random) {
        Worker worker = rig.owner(random);
        ChildProcess leaver = worker.process();
        leaver.stop(Await.LIMIT);
        assertThat(leaver.isAlive()).isFalse();
        assertThat(leaver.exitCode()).as("ended by itself").isNotEqualTo(SIGKILL);
        return replaced(rig, worker, leaver.pid());
    }

    private static String replaced(Rig rig, Worker worker, long gone) {
        rig.awaitTakenOver(gone);
        Set<String> claims = rig.claims().orElseThrow().ids();
        worker.restart();
        rig.awaitOwner(worker);
        assertThat(rig.claims().orElseThrow().ids()).as("claims").isNotEqualTo(claims);
        return "pid " + gone + " is gone, its partitions were taken over, and pid "
                + worker.process().pid() + " took some of them back";
    }

    private static String killBroker(Rig rig, Random random) {
        ChildProcess broker = rig.cluster().broker().process();
        broker.kill();
        assertThat(broker.exitCode()).isEqualTo(SIGKILL);
        Await.pause(Duration.ofMillis(random.nextInt(3_000)));
        rig.cluster().broker().restart();
        return "pid " + broker.pid() + " ended with code " + SIGKILL + ", pid "
                + rig.cluster().broker().process().pid() + " took its data over";
    }

    /** Stopped in the middle of a transaction for so long that others take its partitions, and then let go on. */
    private static String zombie(Rig rig, Random random) {
        Worker worker = rig.owner(random);
        ChildProcess zombie = worker.process();
        int fences = fences(worker);
        try {
            stopInTransaction(rig, zombie);
            rig.awaitTakenOver(zombie.pid());
            assertThat(zombie.isStopped()).isTrue();
        } finally {
            zombie.signal("CONT");
        }
        Await.until("the zombie to go on", () -> !zombie.isStopped());
        rig.awaitOwner(worker);
        return "pid " + zombie.pid() + " was stopped in a transaction and lost its claims to others; its log says "
                + (fences(worker) - fences) + " times that it was fenced";
    }

    private static void stopInTransaction(Rig rig, ChildProcess worker) {
        slow(rig.proxy());
        try {
            Await.until("process " + worker.pid() + " to stop in a transaction", () -> {
                if (!copies(rig, worker)) {
                    return false;
                }
                worker.signal("STOP");
                Await.until("it to stop", worker::isStopped);
                Await.pause(Duration.ofMillis(500));
                boolean caught = copies(rig, worker);
                if (!caught) {
                    worker.signal("CONT");
                }
                return caught;
            });
        } finally {
            NetworkFaults.mend(rig.proxy());
        }
    }

    private static void slow(TcpProxy proxy) {
        proxy.slice(1_000);
        proxy.delay(Duration.ofMillis(5));
    }

    private static boolean copies(Rig rig, ChildProcess worker) {
        Set<String> tasks = rig.claims().orElseThrow().tasksOf(worker.pid());
        return !tasks.isEmpty()
                && rig.database()
                                .number("SELECT count(*) FROM pg_stat_activity WHERE query LIKE 'COPY %'"
                                        + " AND state = 'active' AND application_name IN ('"
                                        + String.join("', '", tasks) + "')")
                        > 0;
    }

    private static int fences(Worker worker) {
        return worker.logText().split(FENCED, -1).length - 1;
    }
}
