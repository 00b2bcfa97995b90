/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.integration.pair;

import io.pgcopy.integration.Kit;
import io.pgcopy.integration.Pipe;
import io.pgcopy.integration.fixture.Await;
import io.pgcopy.integration.fixture.Database;
import io.pgcopy.integration.fixture.PostgresOptions;
import io.pgcopy.integration.fixture.PostgresServer;
import io.pgcopy.integration.fixture.TcpProxy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** What happens in mid-table. Targets have no key here: at-least-once may write a row twice, but loses none. */
class InterruptionIT {

    private static final int ROWS = 40_000;
    private static final String CREATE = "CREATE TABLE t (id int, content bytea)";
    private static final String FILL = "INSERT INTO t SELECT i, decode(repeat(md5(i::text), 250), 'hex')"
            + " FROM generate_series(1, " + ROWS + ") AS i";

    // 64 KiB each: 3 MB/s, so that there is time to interrupt.
    private static final Duration SLOW = Duration.ofMillis(20);

    @Test
    void aTableThatWasInterruptedByADeadWorkerIsCopiedToTheEnd() {
        try (TcpProxy network = slowNetwork(Kit.server());
                Pipe pipe = Kit.pipe("dead_worker").through(Pipe.AVRO)) {
            fill(pipe);
            startSource(pipe);
            startSink(pipe, network);
            awaitSomeRows(pipe);
            pipe.cluster().worker().process().kill();
            assertThat(pipe.target().count("t")).as("killed in mid-table").isLessThan(ROWS);
            network.delay(Duration.ZERO);
            pipe.cluster().worker().restart();
            awaitAllRows(pipe);
        }
    }

    @Test
    void aSourceThatIsStoppedInMidCopyLeavesNoSessionAndGoesOnLater() {
        try (TcpProxy network = slowNetwork(Kit.server());
                Pipe pipe = Kit.pipe("stopped").through(Pipe.AVRO)) {
            fill(pipe);
            startSource(pipe, "connection.url", through(network, pipe.source()));
            startSink(pipe);
            awaitSomeRows(pipe);
            assertThat(sessions(pipe)).as("the COPY's session").isPositive();
            pipe.rest().stop(pipe.sourceConnector());
            Await.until("no session on the source", () -> sessions(pipe) == 0);
            assertThat(pipe.cluster().topics().length(pipe.topic("public.t")))
                    .as("stopped in mid-table, and not at its end")
                    .isLessThan(ROWS);
            network.delay(Duration.ZERO);
            pipe.rest().resume(pipe.sourceConnector());
            awaitAllRows(pipe);
        }
    }

    @Test
    void aSinkWhoseServerGoesAwayWaitsAndGoesOn() {
        try (PostgresServer server = PostgresServer.startOwn(PostgresOptions.named("outage"));
                TcpProxy network = slowNetwork(server);
                Pipe pipe = Kit.pipe("outage", Kit.server(), server).through(Pipe.AVRO)) {
            fill(pipe);
            startSource(pipe);
            startSink(pipe, network);
            awaitSomeRows(pipe);
            assertThat(pipe.target().count("t"))
                    .as("the server goes away half-way")
                    .isLessThan(ROWS);
            server.kill();
            network.delay(Duration.ZERO);
            Await.until(
                    "the source to have read all",
                    () -> pipe.cluster().topics().length(pipe.topic("public.t")) >= ROWS);
            Await.until("the sink to try again", () -> tellsOfAnotherAttempt(pipe));
            pipe.rest().refuseFailure(pipe.sinkConnector());
            server.restart();
            awaitAllRows(pipe);
        }
    }

    private static TcpProxy slowNetwork(PostgresServer server) {
        TcpProxy network = TcpProxy.to(server.host(), server.port());
        network.delay(SLOW);
        return network;
    }

    private static String through(TcpProxy network, Database database) {
        return "jdbc:postgresql://" + network.host() + ":" + network.port() + "/" + database.name();
    }

    private static void fill(Pipe pipe) {
        pipe.both(CREATE);
        pipe.source().execute(FILL);
    }

    private static void startSource(Pipe pipe, String... more) {
        List<String> settings = new ArrayList<>(
                List.of("tables", "public.t", "prefetch.max.bytes", "1048576", "poll.max.bytes", "262144"));
        settings.addAll(List.of(more));
        pipe.startSource(settings.toArray(String[]::new));
    }

    private static void startSink(Pipe pipe, TcpProxy network) {
        startSink(pipe, "connection.url", through(network, pipe.target()));
    }

    private static void startSink(Pipe pipe, String... more) {
        List<String> settings =
                new ArrayList<>(List.of("flush.max.bytes", "1048576", "consumer.override.max.poll.records", "200"));
        settings.addAll(List.of(more));
        pipe.startSink(settings.toArray(String[]::new));
    }

    private static boolean tellsOfAnotherAttempt(Pipe pipe) {
        return pipe.cluster()
                .worker()
                .logText()
                .lines()
                .anyMatch(line -> line.contains("[pgcopy-flusher-" + pipe.sinkConnector())
                        && line.contains("records failed (attempt"));
    }

    private static void awaitSomeRows(Pipe pipe) {
        Await.until("some rows in the target", () -> {
            pipe.rest().refuseFailure(pipe.sourceConnector());
            pipe.rest().refuseFailure(pipe.sinkConnector());
            return pipe.target().count("t") > 0;
        });
    }

    private static void awaitAllRows(Pipe pipe) {
        Await.until(
                "every row in the target",
                () -> {
                    pipe.rest().refuseFailure(pipe.sourceConnector());
                    pipe.rest().refuseFailure(pipe.sinkConnector());
                    return pipe.target().number("SELECT count(DISTINCT id) FROM t") == ROWS;
                },
                () -> pipe.cluster().worker().process().tail());
        String distinct = "SELECT sum(hashtext(d::text)) FROM (SELECT DISTINCT id, content FROM t) AS d";
        assertThat(pipe.target().text(distinct)).isEqualTo(pipe.source().text(distinct));
    }

    private static long sessions(Pipe pipe) {
        return pipe.source()
                .number("SELECT count(*) FROM pg_stat_activity WHERE datname = current_database()"
                        + " AND pid <> pg_backend_pid() AND backend_type = 'client backend'");
    }
}
