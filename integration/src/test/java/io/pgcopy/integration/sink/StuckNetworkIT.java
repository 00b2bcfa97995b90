/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.integration.sink;

import io.pgcopy.integration.fixture.PostgresOptions;
import io.pgcopy.integration.fixture.PostgresServer;
import io.pgcopy.integration.fixture.TcpProxy;
import java.time.Duration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** A network that swallows everything: no call of the framework waits longer than a flush may take. */
class StuckNetworkIT {
    private static final Duration TIMEOUT = Duration.ofSeconds(1);
    // One look at an abort, and a machine that is busy; less than a connection may take that nobody ends.
    private static final Duration MARGIN = Duration.ofSeconds(7);

    private static PostgresServer server;
    private Numbers numbers;

    @BeforeAll
    static void start() {
        server = PostgresServer.start(PostgresOptions.named("stuck-network"));
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @BeforeEach
    void create() {
        numbers = new Numbers(server.createDatabase("stuck_network"));
        numbers.add(0, 3_000);
    }

    @Test
    void inTheMiddleOfAFlush() {
        stuck(false);
    }

    @Test
    void whileConnecting() {
        stuck(true);
    }

    @Test
    void atTheFirstClaim() {
        try (TcpProxy proxy = TcpProxy.to(server.host(), server.port());
                SinkDriver sink = sink(proxy)) {
            proxy.blackHole(true);
            assertBounded(sink::openAll);
            for (int i = 0; i < 3; i++) {
                assertBounded(sink::poll);
                assertBounded(sink::commit);
            }
            assertThat(sink.committed).isEmpty();
            assertThat(proxy.faults()).isPositive();
            proxy.blackHole(false);
            sink.drain();
        }
        numbers.assertExactly(3_000);
    }

    private void stuck(boolean reconnecting) {
        try (TcpProxy proxy = TcpProxy.to(server.host(), server.port());
                SinkDriver sink = sink(proxy)) {
            sink.openAll();
            sink.poll();
            sink.commit();
            proxy.blackHole(true);
            if (reconnecting) {
                proxy.reset();
            }
            long before = sink.committed.get(Numbers.P0);
            for (int i = 0; i < 3; i++) {
                assertBounded(sink::poll);
                assertBounded(sink::commit);
            }
            assertThat(proxy.faults()).isPositive();
            assertThat(sink.committed.get(Numbers.P0)).isEqualTo(before);
            proxy.blackHole(false);
            sink.drain();
        }
        numbers.assertExactly(3_000);
    }

    private SinkDriver sink(TcpProxy proxy) {
        return numbers.sink(
                "connection.url", numbers.through(proxy), "flush.timeout.ms", Long.toString(TIMEOUT.toMillis()));
    }

    private static void assertBounded(Runnable call) {
        long began = System.nanoTime();
        call.run();
        assertThat(Duration.ofNanos(System.nanoTime() - began)).isLessThan(TIMEOUT.plus(MARGIN));
    }
}
