/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.integration.pair;

import io.pgcopy.integration.Kit;
import io.pgcopy.integration.Pipe;
import io.pgcopy.integration.fixture.Await;
import io.pgcopy.integration.fixture.ClusterOptions;
import io.pgcopy.integration.fixture.ConnectCluster;
import io.pgcopy.integration.fixture.TcpProxy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

/** What happens in the middle of a large value, which a slow network to the database holds there. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class LargeValueFaultIT {

    private static final int MEGABYTES = 24;
    private static final int SLICES = LargeValues.slices(MEGABYTES);
    // 64 KiB each: 1.5 MB/s.
    private static final Duration SLOW = Duration.ofMillis(40);

    private ConnectCluster cluster;
    private TcpProxy network;

    @BeforeAll
    void start() {
        cluster = ConnectCluster.start(
                ClusterOptions.named("large-faults").withBrokerSetting("log.cleaner.backoff.ms", "300"));
        network = TcpProxy.to(Kit.server().host(), Kit.server().port());
    }

    @AfterAll
    void stop() {
        network.close();
        cluster.close();
    }

    @Test
    void theSourcesWorkerIsKilled() {
        try (Pipe pipe = pipe("killed_source")) {
            network.delay(SLOW);
            pipe.startSource(source(pipe));
            String topic = pipe.topic("public.t");
            Await.until("some slices", () -> length(topic) > 3);
            cluster.worker().process().kill();
            long before = length(topic);
            assertThat(before).as("killed within the value").isLessThan(SLICES);
            network.delay(Duration.ZERO);
            cluster.worker().restart();
            pipe.awaitTopic("public.t", before + SLICES);
            pipe.startSink(sink(pipe, "insert", "exactly_once", "8388608"));
            pipe.awaitCopied("public.t");
            pipe.assertEqual("public.t");
        }
    }

    @ParameterizedTest
    @CsvSource({"8388608, upsert, exactly_once", "67108864, insert, at_least_once"})
    void theSinksWorkerIsKilled(String inMemory, String insertMode, String guarantee) {
        try (Pipe pipe = pipe("killed_sink")) {
            written(pipe);
            network.delay(SLOW);
            pipe.startSink(sink(pipe, insertMode, guarantee, inMemory));
            awaitCopy(pipe);
            cluster.worker().process().kill();
            assertThat(pipe.target().count("t")).as("killed within the value").isZero();
            network.delay(Duration.ZERO);
            cluster.worker().restart();
            pipe.awaitCopied("public.t");
            pipe.assertEqual("public.t");
        }
    }

    @Test
    void theBrokerIsKilledWhileOneSideReadsAndTheOtherWrites() {
        try (Pipe pipe = pipe("broker")) {
            network.delay(SLOW);
            pipe.startSource(source(pipe));
            pipe.startSink(sink(pipe, "insert", "exactly_once", "8388608"));
            awaitCopy(pipe);
            long sent = length(pipe.topic("public.t"));
            cluster.broker().process().kill();
            assertThat(sent).as("the source still reads").isLessThan(SLICES);
            assertThat(pipe.target().count("t")).as("killed within the value").isZero();
            network.delay(Duration.ZERO);
            cluster.broker().restart();
            pipe.awaitCopied("public.t");
            pipe.assertEqual("public.t");
        }
    }

    /** A third consumer of the sink's group comes and goes: partitions move between the tasks in mid-value. */
    @Test
    void partitionsMoveBetweenTwoTasks() {
        try (Pipe pipe = pipe("rebalance")) {
            for (int id = 2; id <= 6; id++) {
                LargeValues.megabytes(pipe.source(), id, 12);
            }
            pipe.startSource(source(pipe, "topic.creation.default.partitions", "4"));
            pipe.awaitTopic("public.t", SLICES + 5L * LargeValues.slices(12));
            network.delay(SLOW.dividedBy(2));
            Map<String, String> sink = pipe.sinkConfig(sink(pipe, "insert", "exactly_once", "1000000"));
            sink.put("tasks.max", "2");
            pipe.rest().put(pipe.sinkConnector(), sink);
            awaitCopy(pipe);
            Map<String, String> before = owners(pipe);
            for (int round = 0; round < 2; round++) {
                try (KafkaConsumer<byte[], byte[]> third =
                        new KafkaConsumer<>(member(pipe), new ByteArrayDeserializer(), new ByteArrayDeserializer())) {
                    third.subscribe(List.of(pipe.topic("public.t")));
                    Await.until("the third member to get a partition", () -> {
                        third.pause(third.assignment());
                        third.poll(Duration.ofMillis(100));
                        return !third.assignment().isEmpty();
                    });
                    Await.until("a partition to change its task", () -> {
                        third.poll(Duration.ofMillis(100));
                        return !owners(pipe).equals(before);
                    });
                }
            }
            assertThat(pipe.target().count("t")).as("moved within a value").isLessThan(6);
            network.delay(Duration.ZERO);
            pipe.awaitCopied("public.t");
            pipe.assertEqual("public.t");
        }
    }

    @Test
    void aCompactedTopicIsAnErrorAndNoLoss() {
        try (Pipe pipe = pipe("compacted")) {
            String topic = pipe.topic("public.t");
            cluster.topics()
                    .create(
                            topic,
                            1,
                            Map.of(
                                    "cleanup.policy", "compact",
                                    "segment.bytes", "1048576",
                                    "min.cleanable.dirty.ratio", "0.01",
                                    "max.compaction.lag.ms", "100"));
            pipe.startSource(source(pipe));
            pipe.awaitTopic("public.t", SLICES);
            Await.until("compaction", () -> cluster.topics().records(topic).size() < SLICES / 2);
            pipe.startSink();
            assertThat(pipe.rest().awaitTaskFailed(pipe.sinkConnector()))
                    .contains(topic)
                    .contains("has no head before it")
                    .contains("compaction")
                    .contains("chunk.incomplete.policy");
            assertThat(pipe.target().count("t")).isZero();
        }
    }

    private Map<String, Object> member(Pipe pipe) {
        return Map.of(
                "bootstrap.servers",
                cluster.broker().bootstrapServers(),
                // The first of the three by name, so that what was the first's goes to the second.
                "client.id",
                "a",
                "group.id",
                "connect-" + pipe.sinkConnector(),
                "enable.auto.commit",
                "false");
    }

    /** By partition the task that has claimed it last, as often as it was. */
    private static Map<String, String> owners(Pipe pipe) {
        return pipe
                .target()
                .rows("SELECT kafka_partition, owner FROM pgcopy_sink_offsets ORDER BY kafka_partition")
                .stream()
                .collect(Collectors.toMap(row -> row.get(0), row -> row.get(1)));
    }

    private Pipe pipe(String name) {
        Pipe pipe = Kit.pipe(LargeValues.name(name), cluster, Kit.server(), Kit.server())
                .through(Pipe.AVRO);
        pipe.both(
                "CREATE TABLE t (id int PRIMARY KEY, content bytea)",
                "ALTER TABLE t ALTER content SET STORAGE EXTERNAL");
        LargeValues.megabytes(pipe.source(), 1, MEGABYTES);
        return pipe;
    }

    /** Everything is on the topic and the source has nothing more to do. */
    private void written(Pipe pipe) {
        network.delay(Duration.ZERO);
        pipe.startSource(source(pipe));
        pipe.awaitTopic("public.t", SLICES);
    }

    private String[] source(Pipe pipe, String... more) {
        List<String> settings = new ArrayList<>(List.of(
                "tables",
                "public.t",
                "large.value.mode",
                "chunk",
                "connection.url",
                slow(pipe.source().url())));
        settings.addAll(List.of(more));
        return settings.toArray(String[]::new);
    }

    private String[] sink(Pipe pipe, String insertMode, String guarantee, String inMemory) {
        return new String[] {
            "insert.mode",
            insertMode,
            "delivery.guarantee",
            guarantee,
            "consumer.override.isolation.level",
            "read_committed",
            "chunk.buffer.row.bytes",
            inMemory,
            "connection.url",
            slow(pipe.target().url()),
            // The group waits so long for a task that was killed.
            "consumer.override.session.timeout.ms",
            "6000",
            "consumer.override.heartbeat.interval.ms",
            "1000"
        };
    }

    private String slow(String url) {
        return url.replaceFirst("//[^/]+/", "//" + network.host() + ":" + network.port() + "/");
    }

    private long length(String topic) {
        return cluster.topics().names().contains(topic) ? cluster.topics().length(topic) : 0;
    }

    private static void awaitCopy(Pipe pipe) {
        Await.until("a COPY into the target", () -> {
            pipe.rest().refuseFailure(pipe.sinkConnector());
            return pipe.target()
                            .number("SELECT count(*) FROM pg_stat_activity WHERE datname = current_database()"
                                    + " AND pid <> pg_backend_pid() AND query LIKE 'COPY%' AND state = 'active'")
                    > 0;
        });
    }
}
