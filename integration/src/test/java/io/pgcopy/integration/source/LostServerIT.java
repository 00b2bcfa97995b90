/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.integration.source;

import io.pgcopy.connect.source.PgCopySourceTask;
import io.pgcopy.integration.fixture.Await;
import io.pgcopy.integration.fixture.Database;
import io.pgcopy.integration.fixture.PostgresOptions;
import io.pgcopy.integration.fixture.PostgresServer;
import io.pgcopy.integration.fixture.TcpProxy;
import java.time.Duration;
import java.util.List;
import org.apache.kafka.connect.source.SourceRecord;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

/** Servers that go away, or end what takes them too long, at the wrong moment. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class LostServerIT {

    private PostgresServer server;
    private Database database;

    @BeforeAll
    void start() {
        server = PostgresServer.start(PostgresOptions.named("source-lost").from(PostgresOptions.Origin.EMBEDDED));
        database = server.createDatabase("source_lost");
    }

    @AfterAll
    void stop() {
        server.close();
    }

    @Test
    void aConnectionThatIsLostAfterTheLastRowDoesNotMakeTheTableBeReadAgain() {
        database.execute(
                "CREATE TABLE two AS SELECT i AS id, repeat('x', 100000) AS v FROM generate_series(1, 2) AS i");
        SourceRun run = SourceRun.of(database, "public.two")
                .with("poll.max.bytes", "65536")
                .with("prefetch.max.bytes", "65536");
        PgCopySourceTask task = run.startTask();
        Await.until(
                "the server has sent all rows",
                () -> database.number("SELECT count(*) FROM pg_stat_activity WHERE state = 'idle in transaction'"
                                + " AND application_name LIKE 'pgcopy-source-%'")
                        == 1);
        database.execute("SELECT pg_terminate_backend(pid, 10000) FROM pg_stat_activity"
                + " WHERE application_name LIKE 'pgcopy-source-%'");
        List<SourceRecord> records = run.drain(task);
        task.stop();
        assertThat(SourceRun.byTopic(records, "id").get("public.two")).isEqualTo(List.of(1, 2));
        assertThat(records.get(1).sourceOffset().get("state")).isEqualTo("done");
    }

    @Test
    void stopIsQuickThoughTheServerDoesNotAnswer() {
        database.execute(
                "CREATE TABLE much AS SELECT i AS id, repeat('x', 1000) AS v FROM generate_series(1, 50000) i");
        try (TcpProxy proxy = TcpProxy.to(server.host(), server.port())) {
            String url = "jdbc:postgresql://" + proxy.host() + ":" + proxy.port() + "/source_lost";
            SourceRun run = SourceRun.of(database, "public.much")
                    .with("connection.url", url)
                    .with("poll.max.bytes", "65536")
                    .with("prefetch.max.bytes", "65536");
            PgCopySourceTask task =
                    run.startTask(run.taskConfigs(1).get(0), "connection.url", url + "?cancelSignalTimeout=20");
            Await.until("rows come", () -> !SourceRun.poll(task).isEmpty());
            proxy.blackHole(true);
            long start = System.nanoTime();
            task.stop();
            assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(15));
            assertThat(SourceRun.readingThreads()).isZero();
        }
    }

    @Test
    void aServerThatEndsLongTransactionsDoesNotEndAReading() {
        assumeThat(server.majorVersion()).isGreaterThanOrEqualTo(17);
        Database hasty = server.createDatabase("source_hasty");
        hasty.execute(
                "ALTER DATABASE source_hasty SET transaction_timeout = '1s'",
                "CREATE VIEW long AS SELECT 1 AS id UNION ALL SELECT 2 FROM pg_sleep(3) WHERE pg_sleep IS NOT NULL");
        List<SourceRecord> records = SourceRun.of(hasty, "public.long")
                .with("retry.timeout.ms", "500")
                .with("retry.backoff.ms", "10")
                .all();
        assertThat(SourceRun.byTopic(records, "id").get("public.long")).isEqualTo(List.of(1, 2));
    }
}
