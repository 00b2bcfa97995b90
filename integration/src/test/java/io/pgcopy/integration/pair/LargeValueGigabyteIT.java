/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.integration.pair;

import io.pgcopy.integration.Kit;
import io.pgcopy.integration.Pipe;
import io.pgcopy.integration.fixture.ClusterOptions;
import io.pgcopy.integration.fixture.ConnectCluster;
import io.pgcopy.integration.fixture.PostgresOptions;
import io.pgcopy.integration.fixture.PostgresServer;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

/** Takes 8 GB of disk and, for the target's server, 3 GB of memory: only {@code mvn -Plarge verify} runs it. */
@Tag("large")
@Timeout(value = 2, unit = TimeUnit.HOURS)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class LargeValueGigabyteIT {

    private static final int MEGABYTES = 900;

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

    /** No COPY sends such a row whole. No server takes it in one INSERT either: the sink says so at its first slice. */
    @Test
    void aRowOfTwoSuchValuesIsReadAndItsSinkSaysWhyItCannotBeWritten() {
        try (Pipe pipe = Kit.pipe("gigabyte_two", cluster, server, server).through(Pipe.JSON)) {
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
            try (BackendMemory source = new BackendMemory(pipe.source())) {
                pipe.startSource("tables", "public.t", "large.value.mode", "chunk");
                pipe.awaitTopic("public.t", 2L * LargeValues.slices(MEGABYTES));
                System.out.println("two values of 900 MB in a row: source backend " + source.peakMb() + " MB");
                assertSmall(pipe, source);
            }
            assertThat(SlicesOnTopic.digests(pipe.cluster(), pipe.topic("public.t")))
                    .containsEntry("a", pipe.source().text("SELECT encode(sha256(a), 'hex') FROM t"))
                    .containsEntry("b", pipe.source().text("SELECT encode(sha256(b), 'hex') FROM t"));
            pipe.startSink();
            assertThat(pipe.rest().awaitTaskFailed(pipe.sinkConnector()))
                    .contains("has 1887436800 bytes in its large columns; the server takes no row of more than");
        }
    }

    // Where the server's processes cannot be seen, nothing is shown: better skipped than passed.
    private static void assertSmall(Pipe pipe, BackendMemory source) {
        assumeTrue(BackendMemory.visible(pipe.source()), "the source's server is none of this machine's processes");
        assertThat(source.looks()).as("the COPY was watched").isPositive();
        assertThat(source.peakMb()).as("memory of the source's backend").isLessThan(32);
    }
}
