/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.integration.pair;

import com.fasterxml.jackson.databind.JsonNode;
import io.pgcopy.integration.Kit;
import io.pgcopy.integration.Pipe;
import io.pgcopy.integration.fixture.Await;
import io.pgcopy.integration.fixture.Topics;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * A topic in which slices are missing, strange or changed: the source's own records, written again by hand. Rows 1
 * and 3 are small and of one record; row 2 has six slices.
 */
class LargeValueDamageIT {

    private static final String STREAMED = "1000000";
    private static final String IN_MEMORY = "8388608";
    private static final String OTHER_ID = "00000000000000aa";

    private Pipe pipe;
    private String topic;
    private String raw;
    private List<ConsumerRecord<byte[], byte[]>> records;

    @BeforeEach
    void records() {
        pipe = Kit.pipe(LargeValues.name("damage")).through(Pipe.AVRO);
        topic = pipe.topic("t");
        LargeValues.functions(pipe.source());
        pipe.both("CREATE TABLE t (id int PRIMARY KEY, content bytea)");
        pipe.source()
                .execute("INSERT INTO t SELECT i, noise(CASE i WHEN 2 THEN 3000000 ELSE 10 END, i) FROM"
                        + " generate_series(1, 3) AS i");
        // Not a topic of the sink's: there they go by hand.
        raw = "raw_" + topic;
        pipe.startSource("tables", "public.t", "large.value.mode", "chunk", "topic.name.format", raw);
        Await.until("the source's records", () -> topics().names().contains(raw) && topics().length(raw) == 8);
        records = topics().records(raw);
        topics().create(topic, 2, Map.of());
    }

    @AfterEach
    void end() {
        pipe.close();
        topics().delete(raw);
        if (topics().names().contains(dlq())) {
            topics().delete(dlq());
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {STREAMED, IN_MEMORY})
    void aMissingSliceStopsTheSink(String inMemory) {
        send(without(4));
        startSink(inMemory);
        assertThat(failure())
                .contains(topic + "-0")
                .contains("misses slice 3: slice 4 of 6 follows")
                .contains("from offset 1 to 4")
                .contains("chunk.incomplete.policy");
        assertThat(ids()).doesNotContain("2");
    }

    @ParameterizedTest
    @ValueSource(strings = {STREAMED, IN_MEMORY})
    void aSliceWithoutAHeadStopsTheSink(String inMemory) {
        send(without(1));
        startSink(inMemory);
        assertThat(failure()).contains(topic + "-0").contains("at offset 1").contains("has no head before it");
    }

    @ParameterizedTest
    @ValueSource(strings = {STREAMED, IN_MEMORY})
    void aChangedSliceStopsTheSink(String inMemory) {
        try (Replay replay = new Replay(pipe, topic, false)) {
            for (ConsumerRecord<byte[], byte[]> record : records) {
                byte[] value = record.value().clone();
                if (record == records.get(3)) {
                    value[value.length / 2] ^= 1;
                }
                replay.send(record, 0, value, Replay.header(record));
            }
        }
        startSink(inMemory);
        assertThat(failure()).contains(topic + "-0").contains("checksum (CRC32C) of the slices is");
        assertThat(ids()).doesNotContain("2");
    }

    /** What a producer does that goes round the partitions instead of by the key. */
    @Test
    void slicesInSeveralPartitionsStopTheSink() {
        try (Replay replay = new Replay(pipe, topic, false)) {
            int next = 0;
            for (ConsumerRecord<byte[], byte[]> record : records) {
                replay.send(record, next++ % 2, record.value(), Replay.header(record));
            }
        }
        startSink(STREAMED);
        assertThat(failure())
                .containsAnyOf("misses slice 1", "has no head before it")
                .contains("partition");
    }

    @ParameterizedTest
    @ValueSource(strings = {STREAMED, IN_MEMORY})
    void aRowWithAMissingSliceIsReportedSliceBySlice(String inMemory) {
        send(without(4));
        startSink(
                inMemory,
                "chunk.incomplete.policy",
                "dlq",
                "errors.tolerance",
                "all",
                "errors.deadletterqueue.topic.name",
                dlq(),
                "errors.deadletterqueue.topic.replication.factor",
                "1");
        Await.until("the other rows", () -> ids().equals(List.of("1", "3")));
        Await.until("the reports", () -> reported().size() == 5);
        assertThat(reported().stream().map(Replay::header).toList())
                .isEqualTo(without(4).stream()
                        .map(Replay::header)
                        .filter(header -> !header.isEmpty())
                        .toList());
    }

    @ParameterizedTest
    @ValueSource(strings = {STREAMED, IN_MEMORY})
    void aRowWithAMissingSliceIsReportedByItsHeadWhereTheUserSaidSo(String inMemory) {
        send(without(4));
        startSink(
                inMemory,
                "chunk.incomplete.policy",
                "dlq",
                "chunk.dlq",
                "head",
                "errors.tolerance",
                "all",
                "errors.deadletterqueue.topic.name",
                dlq(),
                "errors.deadletterqueue.context.headers.enable",
                "true",
                "errors.deadletterqueue.topic.replication.factor",
                "1");
        Await.until("the other rows", () -> ids().equals(List.of("1", "3")));
        Await.until("all is committed", () -> committed() == 7);
        assertThat(reported()).singleElement().satisfies(record -> {
            assertThat(Replay.header(record))
                    .isEqualTo(Replay.header(records.get(1)))
                    .contains(";i=0;");
            assertThat(new String(
                            record.headers()
                                    .lastHeader("__connect.errors.exception.message")
                                    .value(),
                            StandardCharsets.UTF_8))
                    .contains("from offset 1 to", "misses slice 3");
        });
    }

    @ParameterizedTest
    @ValueSource(strings = {STREAMED, IN_MEMORY})
    void aRowWithAMissingSliceIsLeftOutWhereTheUserSaidSo(String inMemory) {
        send(without(4));
        startSink(inMemory, "chunk.incomplete.policy", "drop");
        Await.until("the other rows", () -> {
            pipe.rest().refuseFailure(pipe.sinkConnector());
            return ids().equals(List.of("1", "3"));
        });
    }

    /** Its slices are seen without read_committed, and superseded by those of the next attempt; with it they are not. */
    @ParameterizedTest
    @ValueSource(strings = {"read_committed", "read_uncommitted"})
    void anAbortedTransactionLeavesNothing(String isolation) {
        try (Replay replay = new Replay(pipe, topic, true)) {
            replay.inTransaction(false, () -> replay.send(records.subList(1, 5)));
            replay.inTransaction(true, () -> {
                for (ConsumerRecord<byte[], byte[]> record : records) {
                    String header = Replay.header(record);
                    replay.send(
                            record, 0, record.value(), header.isEmpty() ? "" : Replay.laterAttempt(header, OTHER_ID));
                }
            });
        }
        startSink(STREAMED, "consumer.override.isolation.level", isolation);
        pipe.awaitCopied("public.t");
        pipe.assertEqual("public.t");
    }

    /** A row that the target refuses, whole in memory by then: its slices are reported, not what was made of them. */
    @ParameterizedTest
    @ValueSource(strings = {STREAMED, IN_MEMORY})
    void aRowThatTheTargetRefusesIsReportedSliceBySlice(String inMemory) {
        pipe.target().execute("ALTER TABLE t ADD CHECK (octet_length(content) < 1000)");
        send(records);
        startSink(
                inMemory,
                "errors.tolerance",
                "all",
                "errors.deadletterqueue.topic.name",
                dlq(),
                "errors.deadletterqueue.context.headers.enable",
                "true",
                "errors.deadletterqueue.topic.replication.factor",
                "1");
        Await.until("the other rows", () -> {
            pipe.rest().refuseFailure(pipe.sinkConnector());
            return ids().equals(List.of("1", "3"));
        });
        Await.until("the reports", () -> reported().size() >= 6);
        assertThat(reported().stream().map(Replay::header).distinct().toList())
                .isEqualTo(records.subList(1, 7).stream().map(Replay::header).toList());
    }

    private List<ConsumerRecord<byte[], byte[]>> without(int index) {
        List<ConsumerRecord<byte[], byte[]>> some = new ArrayList<>(records);
        some.remove(index);
        return some;
    }

    private void send(List<ConsumerRecord<byte[], byte[]>> some) {
        try (Replay replay = new Replay(pipe, topic, false)) {
            replay.send(some);
        }
    }

    private void startSink(String inMemory, String... more) {
        List<String> settings = new ArrayList<>(List.of("chunk.buffer.row.bytes", inMemory));
        settings.addAll(List.of(more));
        pipe.startSink(settings.toArray(String[]::new));
    }

    private String failure() {
        return pipe.rest().awaitTaskFailed(pipe.sinkConnector());
    }

    /** What the sink's group has committed of the partition that everything is in. */
    private long committed() {
        for (JsonNode partition : pipe.rest().offsets(pipe.sinkConnector()).path("offsets")) {
            if (partition.path("partition").path("kafka_topic").asText().equals(topic)
                    && partition.path("partition").path("kafka_partition").asInt() == 0) {
                return partition.path("offset").path("kafka_offset").asLong();
            }
        }
        return -1;
    }

    private String dlq() {
        return "dlq_" + topic;
    }

    private Topics topics() {
        return pipe.cluster().topics();
    }

    private List<String> ids() {
        return pipe.target().rows("SELECT id FROM t ORDER BY id").stream()
                .map(row -> row.get(0))
                .toList();
    }

    private List<ConsumerRecord<byte[], byte[]>> reported() {
        return topics().names().contains(dlq()) ? topics().records(dlq()) : List.of();
    }
}
