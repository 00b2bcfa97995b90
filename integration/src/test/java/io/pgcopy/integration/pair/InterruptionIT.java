/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.integration.pair;

import io.pgcopy.integration.Kit;
import io.pgcopy.integration.Pipe;
import io.pgcopy.integration.fixture.Await;
import io.pgcopy.integration.fixture.PostgresOptions;
import io.pgcopy.integration.fixture.PostgresServer;
import java.time.Duration;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** What happens in mid-table. Targets have no key here: at-least-once may write a row twice, but loses none. */
class InterruptionIT {

    private static final Duration LIMIT = Duration.ofMinutes(2);
    private static final int ROWS = 40_000;
    private static final String CREATE = "CREATE TABLE t (id int, content bytea)";
    private static final String FILL = "INSERT INTO t SELECT i, decode(repeat(md5(i::text), 250), 'hex')"
            + " FROM generate_series(1, " + ROWS + ") AS i";

    @Test
    void aTableThatWasInterruptedByADeadWorkerIsCopiedToTheEnd() {
        try (Pipe pipe = Kit.pipe("dead_worker").through(Pipe.AVRO)) {
            start(pipe);
            awaitSomeRows(pipe);
            pipe.cluster().worker().process().kill();
            assertThat(pipe.target().count("t")).as("killed in mid-table").isLessThan(ROWS);
            pipe.cluster().worker().restart();
            awaitAllRows(pipe);
        }
    }

    @Test
    void aSourceThatIsStoppedInMidCopyLeavesNoSessionAndGoesOnLater() {
        try (Pipe pipe = Kit.pipe("stopped").through(Pipe.AVRO)) {
            start(pipe);
            awaitSomeRows(pipe);
            long began = System.nanoTime();
            pipe.rest().stop(pipe.sourceConnector());
            Await.until("no session on the source", Duration.ofSeconds(10), () -> sessions(pipe) == 0);
            assertThat(Duration.ofNanos(System.nanoTime() - began)).isLessThan(Duration.ofSeconds(20));
            pipe.rest().resume(pipe.sourceConnector());
            awaitAllRows(pipe);
        }
    }

    @Test
    void aSinkWhoseServerGoesAwayWaitsAndGoesOn() {
        try (PostgresServer server = PostgresServer.startOwn(PostgresOptions.named("outage"));
                Pipe pipe = Kit.pipe("outage", Kit.server(), server).through(Pipe.AVRO)) {
            start(pipe);
            awaitSomeRows(pipe);
            server.kill();
            Await.until(
                    "the source to have read all",
                    LIMIT,
                    () -> pipe.cluster().topics().length(pipe.topic("public.t")) >= ROWS);
            pipe.rest().refuseFailure(pipe.sinkConnector());
            server.restart();
            awaitAllRows(pipe);
        }
    }

    private static void start(Pipe pipe) {
        pipe.both(CREATE);
        pipe.source().execute(FILL);
        pipe.startSource("tables", "public.t", "prefetch.max.bytes", "1048576", "poll.max.bytes", "262144");
        pipe.startSink("flush.max.bytes", "1048576", "consumer.override.max.poll.records", "200");
    }

    private static void awaitSomeRows(Pipe pipe) {
        Await.until("some rows in the target", LIMIT, () -> {
            pipe.rest().refuseFailure(pipe.sourceConnector());
            pipe.rest().refuseFailure(pipe.sinkConnector());
            return pipe.target().count("t") > 0;
        });
    }

    private static void awaitAllRows(Pipe pipe) {
        Await.until(
                "every row in the target",
                LIMIT,
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
