/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.integration.pair;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.pgcopy.connect.blob.BlobChunk;
import io.pgcopy.connect.blob.ChunkAssembler;
import io.pgcopy.integration.Kit;
import io.pgcopy.integration.Pipe;
import io.pgcopy.integration.fixture.Await;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

/** Rows in slices in the hands of those who are not this project's sink: as the page on large values tells them. */
class LargeValueConsumersIT {

    /** Any sink connector, for what the worker gives it: here this project's own, which the transformation shields. */
    @ParameterizedTest(name = "{0}")
    @CsvSource({"head-only-null, '1:10 2: 3:10 4: 5:10'", "drop, '1:10 3:10 5:10'"})
    void theGuardHidesSlicesFromASink(String mode, String rows) {
        try (Pipe pipe = pipe("guard")) {
            guarded(pipe, mode);
            // The last of them comes after all slices.
            Await.until("the rows " + rows, () -> {
                pipe.rest().refuseFailure(pipe.sinkConnector());
                return rows.equals(pipe.target()
                        .text(
                                "SELECT string_agg(id || ':' || coalesce(octet_length(content)::text, ''), ' ' ORDER BY id)"
                                        + " FROM t"));
            });
        }
    }

    @Test
    void theGuardStopsASinkUnlessToldOtherwise() {
        try (Pipe pipe = pipe("guard")) {
            guarded(pipe, "fail");
            assertThat(pipe.rest().awaitTaskFailed(pipe.sinkConnector())).contains("ChunkGuard");
        }
    }

    @Test
    void aPlainConsumerPutsRowsTogether() throws IOException {
        try (Pipe pipe = pipe("plain")) {
            startSource(pipe);
            TopicPartition partition = new TopicPartition(pipe.topic("public.t"), 0);
            Map<String, Object> settings = Map.of(
                    "bootstrap.servers", pipe.cluster().broker().bootstrapServers(),
                    "group.id", "plain",
                    "max.poll.records", "2",
                    "enable.auto.commit", "false");
            Map<Integer, String> found = new TreeMap<>();
            try (KafkaConsumer<byte[], byte[]> consumer =
                    new KafkaConsumer<>(settings, new ByteArrayDeserializer(), new ByteArrayDeserializer())) {
                consumer.assign(List.of(partition));
                consumer.seekToBeginning(List.of(partition));
                consume(consumer, partition, found);
                assertThat(consumer.committed(Set.of(partition)).get(partition))
                        .isEqualTo(new OffsetAndMetadata(
                                consumer.endOffsets(List.of(partition)).get(partition)));
            }
            Map<Integer, String> expected = new TreeMap<>();
            pipe.source()
                    .rows("SELECT id, encode(sha256(content), 'hex') FROM t")
                    .forEach(row -> expected.put(Integer.valueOf(row.get(0)), row.get(1)));
            assertThat(found).isEqualTo(expected);
        }
    }

    // The page's example, with the end that a test needs.
    private static void consume(
            KafkaConsumer<byte[], byte[]> consumer, TopicPartition partition, Map<Integer, String> found)
            throws IOException {
        ChunkAssembler<ConsumerRecord<byte[], byte[]>> assembler = new ChunkAssembler<>(64 << 20, Duration.ofHours(1));
        long end = consumer.endOffsets(List.of(partition)).get(partition);
        long deadline = System.nanoTime() + Await.LIMIT.toNanos();
        while (found.size() < 5 || consumer.position(partition) < end) {
            assertThat(System.nanoTime()).as("rows so far: %s", found.keySet()).isLessThan(deadline);
            for (ConsumerRecord<byte[], byte[]> record : consumer.poll(Duration.ofMillis(200))) {
                Header header = record.headers().lastHeader(BlobChunk.HEADER);
                if (header == null) {
                    found.put(id(record), digest(ByteBuffer.wrap(column(record, "content"))));
                    assembler.pass(record.offset());
                } else {
                    String chunk = new String(header.value(), UTF_8);
                    byte[] slice = column(record, BlobChunk.parse(chunk).column());
                    assembler
                            .add(record.offset(), chunk, record, slice)
                            .ifPresent(row -> found.put(
                                    id(row.head()), digest(row.values().get("content"))));
                }
            }
            assertThat(assembler.tick()).isEmpty();
            assembler.rewind().ifPresent(offset -> consumer.seek(partition, offset));
            consumer.commitSync(Map.of(partition, new OffsetAndMetadata(assembler.safeOffset())));
        }
    }

    private static Pipe pipe(String name) {
        Pipe pipe = Kit.pipe(LargeValues.name(name)).through(Pipe.JSON);
        LargeValues.functions(pipe.source());
        pipe.both("CREATE TABLE t (id int PRIMARY KEY, content bytea)");
        pipe.source()
                .execute("INSERT INTO t SELECT i, noise(CASE i % 2 WHEN 0 THEN 3000000 ELSE 10 END, i) FROM"
                        + " generate_series(1, 5) AS i");
        return pipe;
    }

    private static void startSource(Pipe pipe) {
        pipe.startSource("tables", "public.t", "large.value.mode", "chunk");
        pipe.awaitTopic("public.t", 3 + 2 * 6);
    }

    private static void guarded(Pipe pipe, String mode) {
        startSource(pipe);
        pipe.startSink(
                "transforms",
                "guard",
                "transforms.guard.type",
                "io.pgcopy.connect.transform.ChunkGuard",
                "transforms.guard.mode",
                mode);
    }

    private static int id(ConsumerRecord<byte[], byte[]> record) {
        try {
            return payload(record).path("id").asInt();
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    private static byte[] column(ConsumerRecord<byte[], byte[]> record, String name) throws IOException {
        return payload(record).path(name).binaryValue();
    }

    private static JsonNode payload(ConsumerRecord<byte[], byte[]> record) throws IOException {
        return new ObjectMapper().readTree(record.value()).path("payload");
    }

    private static String digest(ByteBuffer bytes) {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            digest.update(bytes);
            return HexFormat.of().formatHex(digest.digest());
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}
