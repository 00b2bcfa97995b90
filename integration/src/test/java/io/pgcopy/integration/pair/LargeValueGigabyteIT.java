/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.integration.pair;

import io.pgcopy.integration.Kit;
import io.pgcopy.integration.Pipe;
import io.pgcopy.integration.fixture.Await;
import io.pgcopy.integration.fixture.ClusterOptions;
import io.pgcopy.integration.fixture.ConnectCluster;
import io.pgcopy.integration.fixture.PostgresOptions;
import io.pgcopy.integration.fixture.PostgresServer;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

/** Takes 8 GB of disk and, for the target's server, 4 GB of memory: only {@code mvn -Plarge verify} runs it. */
@Tag("large")
@Timeout(value = 2, unit = TimeUnit.HOURS)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class LargeValueGigabyteIT {

    private static final int MEGABYTES = 900;
    private static final String DIGESTS = "SELECT id, sha256(a), sha256(b) FROM t";

    private PostgresServer server;
    private ConnectCluster cluster;

    @BeforeAll
    void start() {
        server = PostgresServer.start(PostgresOptions.named("gigabyte"));
        cluster = ConnectCluster.start(ClusterOptions.named("gigabyte"));
    }

    @AfterAll
    void stop() {
        cluster.close();
        server.close();
    }

    @Test
    void aValueOf900MegabytesPassesThroughAWorkerWithAHeapOf256() {
        try (Pipe pipe = Kit.pipe("gigabyte_one", cluster, server, server).through(Pipe.AVRO)) {
            pipe.both(
                    "CREATE TABLE t (id int PRIMARY KEY, content bytea)",
                    "ALTER TABLE t ALTER content SET STORAGE EXTERNAL");
            LargeValues.megabytes(pipe.source(), 1, MEGABYTES);
            long worker = cluster.worker().process().pid();
            long began = System.nanoTime();
            try (BackendMemory source = new BackendMemory(pipe.source());
                    BackendMemory target = new BackendMemory(pipe.target())) {
                pipe.startSource("tables", "public.t", "large.value.mode", "chunk");
                pipe.startSink("consumer.override.max.poll.records", "64");
                pipe.awaitCopied("public.t");
                long seconds = (System.nanoTime() - began) / 1_000_000_000;
                System.out.println("900 MB with a heap of 256 MB: " + seconds + " s, source backend " + source.peakMb()
                        + " MB, target backend " + target.peakMb() + " MB, worker "
                        + cluster.worker().process().peakMemoryMb() + " MB resident");
                assertSmall(pipe, source);
            }
            pipe.assertEqual("public.t");
            assertThat(cluster.worker().process().pid()).isEqualTo(worker);
            assertThat(cluster.worker().process().isAlive()).isTrue();
        }
    }

    /** No COPY reads or writes such a row whole. It is written over by a small one then, with which no row is compared. */
    @Test
    void aRowOfTwoSuchValuesPassesThroughIt() {
        try (Pipe pipe = Kit.pipe("gigabyte_two", cluster, server, server).through(Pipe.AVRO)) {
            pipe.both(
                    "CREATE TABLE t (id int PRIMARY KEY, a bytea, b bytea)",
                    "ALTER TABLE t ALTER a SET STORAGE EXTERNAL, ALTER b SET STORAGE EXTERNAL");
            LargeValues.megabytes(pipe.source(), 1, MEGABYTES);
            pipe.source()
                    .execute(
                            "UPDATE t SET b = (SELECT string_agg(set_byte(set_byte(block, 0, i % 256), 1, i / 256), '' ORDER"
                                    + " BY i) FROM generate_series(1, " + MEGABYTES
                                    + ") AS i, (SELECT substring(a FROM 1 FOR"
                                    + " 1048576) AS block FROM t) AS c)");
            long worker = cluster.worker().process().pid();
            long began = System.nanoTime();
            try (BackendMemory source = new BackendMemory(pipe.source());
                    BackendMemory target = new BackendMemory(pipe.target())) {
                pipe.startSource("tables", "public.t", "large.value.mode", "chunk");
                pipe.startSink("insert.mode", "upsert", "consumer.override.max.poll.records", "64");
                await(pipe, "SELECT count(*) FROM t");
                long seconds = (System.nanoTime() - began) / 1_000_000_000;
                System.out.println("a row of two values of 900 MB with a heap of 256 MB: " + seconds
                        + " s, source backend " + source.peakMb() + " MB, target backend " + target.peakMb()
                        + " MB, worker " + cluster.worker().process().peakMemoryMb() + " MB resident");
                assertSmall(pipe, source);
            }
            assertThat(pipe.target().rows(DIGESTS)).isEqualTo(pipe.source().rows(DIGESTS));
            assertThat(cluster.worker().process().pid()).isEqualTo(worker);
            pipe.source().execute("UPDATE t SET a = 'small', b = 'small'");
            pipe.rest().delete(pipe.sourceConnector());
            pipe.rest().put("gigabyte-again", pipe.sourceConfig("tables", "public.t", "large.value.mode", "chunk"));
            try {
                await(pipe, "SELECT count(*) FROM t WHERE b = 'small'");
            } finally {
                pipe.rest().delete("gigabyte-again");
            }
        }
    }

    private static void await(Pipe pipe, String one) {
        Await.until(
                "the row",
                Duration.ofMinutes(8),
                () -> {
                    pipe.rest().refuseFailure(pipe.sinkConnector());
                    return pipe.target().number(one) == 1;
                },
                () -> pipe.cluster().worker().process().tail());
    }

    // Where the server's processes cannot be seen, nothing is shown: better skipped than passed.
    private static void assertSmall(Pipe pipe, BackendMemory source) {
        assumeTrue(BackendMemory.visible(pipe.source()), "the source's server is none of this machine's processes");
        assertThat(source.looks()).as("the COPY was watched").isPositive();
        assertThat(source.peakMb()).as("memory of the source's backend").isLessThan(32);
    }
}
