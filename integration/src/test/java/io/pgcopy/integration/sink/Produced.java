/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.integration.sink;

import io.pgcopy.integration.fixture.Await;
import io.pgcopy.integration.fixture.ConnectCluster;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.json.JsonConverter;
import org.apache.kafka.connect.storage.Converter;
import org.jspecify.annotations.Nullable;

/** Records produced by hand, as any source would with JsonConverter. */
final class Produced implements AutoCloseable {
    private final KafkaProducer<byte[], byte[]> producer;
    private final List<Future<RecordMetadata>> sent = new ArrayList<>();
    private final Converter keys = new JsonConverter();
    private final Converter values = new JsonConverter();

    Produced(ConnectCluster cluster) {
        keys.configure(Map.of("schemas.enable", "true"), true);
        values.configure(Map.of("schemas.enable", "true"), false);
        producer = new KafkaProducer<>(
                Map.of("bootstrap.servers", cluster.broker().bootstrapServers(), "linger.ms", "5"),
                new ByteArraySerializer(),
                new ByteArraySerializer());
    }

    /** Without a value it is a tombstone. */
    Produced send(String topic, Struct key, @Nullable Struct value) {
        byte[] content = value == null ? null : values.fromConnectData(topic, value.schema(), value);
        return sendBytes(topic, keys.fromConnectData(topic, key.schema(), key), content);
    }

    Produced send(String topic, Schema keySchema, Object key, Struct value) {
        return sendBytes(
                topic,
                keys.fromConnectData(topic, keySchema, key),
                values.fromConnectData(topic, value.schema(), value));
    }

    Produced sendBytes(String topic, byte @Nullable [] key, byte @Nullable [] value) {
        sent.add(producer.send(new ProducerRecord<>(topic, 0, key, value)));
        return this;
    }

    @Override
    public void close() {
        producer.flush();
        try {
            for (Future<RecordMetadata> record : sent) {
                record.get(Await.LIMIT.toSeconds(), TimeUnit.SECONDS);
            }
        } catch (InterruptedException | ExecutionException | TimeoutException e) {
            throw new IllegalStateException("a record was not produced", e);
        } finally {
            producer.close();
        }
    }
}
