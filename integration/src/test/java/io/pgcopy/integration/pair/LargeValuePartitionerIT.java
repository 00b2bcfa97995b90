/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.integration.pair;

import io.pgcopy.integration.Kit;
import io.pgcopy.integration.Pipe;
import io.pgcopy.integration.fixture.ClusterOptions;
import io.pgcopy.integration.fixture.ConnectCluster;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

import static org.assertj.core.api.Assertions.assertThat;

/** A worker whose own settings, which no connector sees, have its producers go round the partitions. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class LargeValuePartitionerIT {

    private ConnectCluster cluster;

    @BeforeAll
    void start() {
        cluster = ConnectCluster.start(ClusterOptions.named("round-robin")
                .withWorker(worker -> worker.with(
                        "producer.partitioner.class", "org.apache.kafka.clients.producer.RoundRobinPartitioner")));
    }

    @AfterAll
    void stop() {
        cluster.close();
    }

    @Test
    void slicesInSeveralPartitionsAreAnErrorAndNoLoss() {
        try (Pipe pipe = pipe("robin")) {
            pipe.startSource(
                    "tables", "public.t", "large.value.mode", "chunk", "topic.creation.default.partitions", "3");
            pipe.awaitTopic("public.t", 6);
            assertThat(cluster.topics().records(pipe.topic("public.t")).stream()
                            .map(record -> record.partition())
                            .distinct())
                    .as("partitions that slices of the one row are in")
                    .hasSizeGreaterThan(1);
            pipe.startSink("chunk.buffer.row.bytes", "1000000");
            assertThat(pipe.rest().awaitTaskFailed(pipe.sinkConnector()))
                    .contains(pipe.topic("public.t"))
                    .containsAnyOf("misses slice", "has no head before it")
                    .contains("chunk.incomplete.policy");
            assertThat(pipe.target().count("t")).isZero();
        }
    }

    @Test
    void aTopicOfOnePartitionDoesNotMind() {
        try (Pipe pipe = pipe("one")) {
            pipe.startSource("tables", "public.t", "large.value.mode", "chunk");
            pipe.startSink("chunk.buffer.row.bytes", "1000000");
            pipe.awaitCopied("public.t");
            pipe.assertEqual("public.t");
        }
    }

    private Pipe pipe(String name) {
        Pipe pipe = Kit.pipe(LargeValues.name(name), cluster, Kit.server(), Kit.server())
                .through(Pipe.AVRO);
        LargeValues.functions(pipe.source());
        pipe.both("CREATE TABLE t (id int PRIMARY KEY, content bytea)");
        pipe.source().execute("INSERT INTO t VALUES (1, noise(3000000, 1))");
        return pipe;
    }
}
