/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.integration.sink;

import io.pgcopy.connect.sink.StagedTasks;
import io.pgcopy.integration.fixture.Await;
import io.pgcopy.integration.fixture.PostgresOptions;
import io.pgcopy.integration.fixture.PostgresServer;
import io.pgcopy.integration.fixture.TcpProxy;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** An owner that is gone without a word, while its session on the server still holds the claims' rows. */
class DeadOwnerIT {
    private static final String HOLDING =
            "FROM pg_stat_activity WHERE application_name = 'dead-0'" + " AND state = 'idle in transaction'";

    private static PostgresServer server;
    private final CountDownLatch end = new CountDownLatch(1);
    private Numbers numbers;

    @BeforeAll
    static void start() {
        server = PostgresServer.startOwn(PostgresOptions.named("dead-owner"));
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @BeforeEach
    void create() {
        numbers = new Numbers(server.createDatabase("dead_owner"));
        numbers.add(0, 300);
    }

    @Test
    void isEndedByTheServerItselfWithinTheFlushTimeout() throws Exception {
        whileADeadOwnerHoldsTheClaims("6000", heir -> {
            long began = System.nanoTime();
            heir.openAll();
            heir.drain();
            assertThat(Duration.ofNanos(System.nanoTime() - began))
                    .isBetween(Duration.ofSeconds(1), Duration.ofSeconds(60));
        });
    }

    @Test
    void mayBeTerminatedByHand() throws Exception {
        whileADeadOwnerHoldsTheClaims("60000", heir -> {
            heir.openAll();
            heir.poll();
            assertThat(heir.committed).isEmpty();
            assertThat(numbers.db.number("SELECT count(pg_terminate_backend(pid)) " + HOLDING))
                    .isEqualTo(1);
            heir.drain();
        });
    }

    private interface Heir {
        void goesOn(SinkDriver heir) throws Exception;
    }

    private void whileADeadOwnerHoldsTheClaims(String timeout, Heir heir) throws Exception {
        try (TcpProxy proxy = TcpProxy.to(server.host(), server.port());
                SinkDriver dead = stopsBeforeItsCommit(proxy, timeout)) {
            dead.openAll();
            Thread round = Numbers.round(dead);
            Await.until(
                    "a transaction that holds the claims", () -> numbers.db.number("SELECT count(*) " + HOLDING) == 1);
            proxy.blackHole(true);
            try (SinkDriver next = numbers.sink("flush.timeout.ms", "4000")) {
                heir.goesOn(next);
            }
            assertThat(numbers.db.number("SELECT count(*) " + HOLDING)).isZero();
            numbers.assertExactly(300);
            proxy.blackHole(false);
            end.countDown();
            round.join();
            assertThat(dead.committed).isEmpty();
        }
        numbers.assertExactly(300);
    }

    private SinkDriver stopsBeforeItsCommit(TcpProxy proxy, String timeout) {
        Map<String, String> settings = numbers.settings(
                "name",
                "dead",
                "exactly.once.id",
                "driven",
                "connection.url",
                numbers.through(proxy),
                "flush.timeout.ms",
                timeout);
        return new SinkDriver(
                StagedTasks.telling(stage -> {
                    if (stage.equals("ADVANCED")) {
                        await();
                    }
                }),
                settings,
                numbers.log,
                new HashMap<>(),
                false);
    }

    private void await() {
        try {
            end.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
