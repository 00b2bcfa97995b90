/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.integration.pair;

import io.pgcopy.integration.Kit;
import io.pgcopy.integration.Pipe;
import io.pgcopy.integration.fixture.Await;
import io.pgcopy.integration.fixture.ClusterOptions;
import io.pgcopy.integration.fixture.ConnectCluster;
import io.pgcopy.integration.fixture.TcpProxy;
import java.time.Duration;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** A worker whose sources write in transactions: a value spans many of them, and the worker dies in one. */
class LargeValueTransactionsIT {

    private static final int MEGABYTES = 24;
    // 64 KiB each: 1.5 MB/s.
    private static final Duration SLOW = Duration.ofMillis(40);

    @Test
    void theSourcesWorkerIsKilledBetweenTheTransactionsOfAValue() {
        ClusterOptions transactional = ClusterOptions.named("large-transactions")
                // A worker that starts waits for the end of a transaction that a dead one left open over the offsets.
                .withWorker(worker -> worker.with("exactly.once.source.support", "enabled")
                        .with("producer.transaction.timeout.ms", "10000"));
        try (TcpProxy network = TcpProxy.to(Kit.server().host(), Kit.server().port());
                ConnectCluster cluster = ConnectCluster.start(transactional);
                Pipe pipe = Kit.pipe(LargeValues.name("transactions"), cluster, Kit.server(), Kit.server())
                        .through(Pipe.AVRO)) {
            pipe.both(
                    "CREATE TABLE t (id int PRIMARY KEY, content bytea)",
                    "ALTER TABLE t ALTER content SET STORAGE EXTERNAL");
            LargeValues.megabytes(pipe.source(), 1, MEGABYTES);
            String topic = pipe.topic("public.t");
            network.delay(SLOW);
            startSource(pipe, network);
            Await.until("slices in a transaction that is committed", () -> {
                pipe.rest().refuseFailure(pipe.sourceConnector());
                return cluster.topics().names().contains(topic)
                        && !cluster.topics().records(topic).isEmpty();
            });
            cluster.worker().process().kill();
            int before = cluster.topics().records(topic).size();
            assertThat(before).as("killed within the value").isLessThan(LargeValues.slices(MEGABYTES));
            assertThat(cluster.topics().length(topic))
                    .as("records and markers of transactions")
                    .isGreaterThan(before);
            network.delay(Duration.ZERO);
            cluster.worker().restart();
            pipe.startSink(
                    "delivery.guarantee", "exactly_once",
                    "consumer.override.isolation.level", "read_committed",
                    "chunk.buffer.row.bytes", "8388608");
            pipe.awaitCopied("public.t");
            pipe.assertEqual("public.t");
            assertThat(cluster.topics().records(topic))
                    .as("the rest of one attempt, and all of the next")
                    .hasSizeGreaterThan(LargeValues.slices(MEGABYTES));
        }
    }

    private static void startSource(Pipe pipe, TcpProxy network) {
        pipe.startSource(
                "tables", "public.t",
                "large.value.mode", "chunk",
                "connection.url",
                        pipe.source()
                                .url()
                                .replaceFirst("//[^/]+/", "//" + network.host() + ":" + network.port() + "/"));
    }
}
