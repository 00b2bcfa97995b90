/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.integration.chaos;

import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.jspecify.annotations.Nullable;

/** Writes numbered rows at a steady pace, each of them once, whatever the broker goes through. */
final class RowProducer implements AutoCloseable {
    private static final long ROWS_A_SECOND = 400;

    private final KafkaProducer<byte[], byte[]> producer;
    private final String topic;
    private final int partitions;
    private final long seed;
    private final AtomicLong sent = new AtomicLong();
    private final AtomicLong bytes = new AtomicLong();
    private final AtomicReference<@Nullable Exception> failure = new AtomicReference<>();
    private final Thread thread = new Thread(this::run, "row-producer");
    private volatile boolean ending;

    RowProducer(String bootstrapServers, String topic, int partitions, long seed) {
        this.topic = topic;
        this.partitions = partitions;
        this.seed = seed;
        // An idempotent producer: what it sends again after a lost answer is in the topic once.
        this.producer = new KafkaProducer<>(
                Map.of(
                        "bootstrap.servers", bootstrapServers,
                        "enable.idempotence", "true",
                        "acks", "all",
                        "linger.ms", "20",
                        "max.block.ms", "300000",
                        "delivery.timeout.ms", "600000"),
                new ByteArraySerializer(),
                new ByteArraySerializer());
        thread.setDaemon(true);
        thread.start();
    }

    /** Rows handed over so far; they bear the numbers from 0 on. */
    long sent() {
        return sent.get();
    }

    long bytes() {
        return bytes.get();
    }

    /** Ends the stream of rows, and returns when the broker has them all; how many there are. */
    long end() {
        ending = true;
        try {
            thread.join(TimeUnit.MINUTES.toMillis(2));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        producer.flush();
        Exception failed = failure.get();
        if (failed != null || thread.isAlive()) {
            throw new IllegalStateException("the producer did not write all its rows", failed);
        }
        return sent();
    }

    @Override
    public void close() {
        ending = true;
        producer.close();
    }

    private void run() {
        long began = System.nanoTime();
        while (!ending && failure.get() == null) {
            long id = sent.get();
            byte[] value = new NumberedRow(seed, id).json();
            var unused = producer.send(
                    new ProducerRecord<>(topic, (int) (id % partitions), null, value),
                    (metadata, error) -> failure.compareAndSet(null, error));
            sent.incrementAndGet();
            bytes.addAndGet(value.length);
            long due = began + TimeUnit.SECONDS.toNanos(id + 1) / ROWS_A_SECOND;
            LockSupport.parkNanos(Math.max(0, due - System.nanoTime()));
        }
    }
}
