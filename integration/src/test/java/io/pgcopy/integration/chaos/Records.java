/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.integration.chaos;

import io.pgcopy.integration.fixture.ConnectCluster;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.LongFunction;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.jspecify.annotations.Nullable;

/** Writes numbered records to a topic, spread over its partitions by their number. */
record Records(ConnectCluster cluster, String topic, int partitions) {
    Records {
        cluster.topics().create(topic, partitions, Map.of("max.message.bytes", "10000000"));
    }

    void send(long from, long to, LongFunction<byte[]> value) {
        AtomicReference<@Nullable Exception> failure = new AtomicReference<>();
        Map<String, Object> settings =
                Map.of("bootstrap.servers", cluster.broker().bootstrapServers(), "max.request.size", "10000000");
        try (KafkaProducer<byte[], byte[]> producer =
                new KafkaProducer<>(settings, new ByteArraySerializer(), new ByteArraySerializer())) {
            for (long id = from; id < to; id++) {
                var unused = producer.send(
                        new ProducerRecord<>(topic, (int) (id % partitions), null, value.apply(id)),
                        (metadata, error) -> failure.compareAndSet(null, error));
            }
        }
        Exception failed = failure.get();
        if (failed != null) {
            throw new IllegalStateException("records were not written to " + topic, failed);
        }
    }
}
