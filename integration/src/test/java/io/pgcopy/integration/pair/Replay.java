/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.integration.pair;

import io.pgcopy.integration.Pipe;
import io.pgcopy.integration.fixture.Await;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.regex.Pattern;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/** Records as the source wrote them, written again to the topic that a sink reads: some left out, some changed. */
final class Replay implements AutoCloseable {

    private static final String CHUNK = "pgcopy.chunk";

    private final KafkaProducer<byte[], byte[]> producer;
    private final String topic;

    Replay(Pipe pipe, String topic, boolean transactional) {
        Map<String, Object> settings = new HashMap<>();
        settings.put("bootstrap.servers", pipe.cluster().broker().bootstrapServers());
        settings.put("linger.ms", "0");
        if (transactional) {
            settings.put("transactional.id", UUID.randomUUID().toString());
        }
        this.producer = new KafkaProducer<>(settings, new ByteArraySerializer(), new ByteArraySerializer());
        this.topic = topic;
        if (transactional) {
            producer.initTransactions();
        }
    }

    void send(List<ConsumerRecord<byte[], byte[]>> records) {
        records.forEach(record -> send(record, 0, record.value(), header(record)));
    }

    void send(ConsumerRecord<byte[], byte[]> record, int partition, byte[] value, String header) {
        RecordHeaders headers = new RecordHeaders(record.headers().toArray());
        if (!header.isEmpty()) {
            headers.remove(CHUNK);
            headers.add(CHUNK, header.getBytes(StandardCharsets.UTF_8));
        }
        try {
            producer.send(new ProducerRecord<>(topic, partition, record.key(), value, headers))
                    .get(Await.LIMIT.toSeconds(), TimeUnit.SECONDS);
        } catch (ExecutionException | TimeoutException e) {
            throw new IllegalStateException("a record was not written", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", e);
        }
    }

    void inTransaction(boolean commit, Runnable work) {
        producer.beginTransaction();
        work.run();
        if (commit) {
            producer.commitTransaction();
        } else {
            producer.abortTransaction();
        }
    }

    /** The header of a slice; empty on any other record. */
    static String header(ConsumerRecord<byte[], byte[]> record) {
        var header = record.headers().lastHeader(CHUNK);
        return header == null ? "" : new String(header.value(), StandardCharsets.UTF_8);
    }

    /** The record of the same slice in a later attempt at its row. */
    static String laterAttempt(String header, String id) {
        return Pattern.compile(";c=[0-9a-f]+;")
                .matcher(header.replaceFirst("id=[0-9a-f]{16}", "id=" + id))
                .replaceFirst(";c=ff;");
    }

    @Override
    public void close() {
        producer.close();
    }
}
