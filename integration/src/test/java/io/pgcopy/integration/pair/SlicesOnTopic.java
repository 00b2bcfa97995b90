/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.integration.pair;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.pgcopy.integration.fixture.Await;
import io.pgcopy.integration.fixture.ConnectCluster;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/** The slices of one row, as JsonConverter wrote them to a topic's first partition, read one by one. */
final class SlicesOnTopic {

    private static final Pattern COLUMN = Pattern.compile(";col=([^;]+)");

    private final ObjectMapper mapper = new ObjectMapper();
    private final Map<String, MessageDigest> digests = new TreeMap<>();

    private SlicesOnTopic() {}

    /** SHA-256 of each column's slices. */
    static Map<String, String> digests(ConnectCluster cluster, String topic) {
        SlicesOnTopic slices = new SlicesOnTopic();
        Map<String, Object> settings =
                Map.of("bootstrap.servers", cluster.broker().bootstrapServers());
        TopicPartition partition = new TopicPartition(topic, 0);
        long deadline = System.nanoTime() + Await.LIMIT.toNanos();
        try (KafkaConsumer<byte[], byte[]> consumer =
                new KafkaConsumer<>(settings, new ByteArrayDeserializer(), new ByteArrayDeserializer())) {
            consumer.assign(List.of(partition));
            consumer.seekToBeginning(List.of(partition));
            long end = consumer.endOffsets(List.of(partition)).get(partition);
            while (consumer.position(partition) < end && System.nanoTime() < deadline) {
                consumer.poll(Duration.ofMillis(200)).forEach(slices::add);
            }
        }
        return slices.digests.entrySet().stream().collect(Collectors.toMap(Map.Entry::getKey, column -> HexFormat.of()
                .formatHex(column.getValue().digest())));
    }

    private void add(ConsumerRecord<byte[], byte[]> record) {
        String header = new String(record.headers().lastHeader("pgcopy.chunk").value(), StandardCharsets.UTF_8);
        Matcher column = COLUMN.matcher(header);
        if (!column.find()) {
            throw new IllegalStateException("no column in " + header);
        }
        try {
            JsonNode value = mapper.readTree(record.value()).path("payload").path(column.group(1));
            digests.computeIfAbsent(column.group(1), name -> sha256()).update(value.binaryValue());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}
