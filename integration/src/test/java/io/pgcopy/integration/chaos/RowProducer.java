/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.integration.chaos;

import io.pgcopy.integration.fixture.Await;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.jspecify.annotations.Nullable;

/** Writes numbered rows at a steady pace, each of them once, whatever the broker goes through. */
final class RowProducer implements AutoCloseable {
    private static final long ROUNDS_A_SECOND = 300;

    /** What a flow was given so far; its rows bear the numbers from 0 on. */
    private static final class Sent {
        private final AtomicLong rows = new AtomicLong();
        private final AtomicLong records = new AtomicLong();
    }

    private final KafkaProducer<byte[], byte[]> producer;
    private final long seed;
    private final Map<Flow, Sent> sent = new EnumMap<>(Flow.class);
    private final AtomicLong bytes = new AtomicLong();
    private final AtomicReference<@Nullable Exception> failure = new AtomicReference<>();
    private final Thread thread = new Thread(this::run, "row-producer");
    private volatile boolean ending;

    RowProducer(String bootstrapServers, long seed) {
        this.seed = seed;
        for (Flow flow : Flow.values()) {
            sent.put(flow, new Sent());
        }
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

    /** Records handed over so far. */
    Map<Flow, Long> records() {
        Map<Flow, Long> records = new EnumMap<>(Flow.class);
        sent.forEach((flow, so) -> records.put(flow, so.records.get()));
        return records;
    }

    /** Rows that these records are; a row in slices is several. */
    long rows(Flow flow) {
        return sent(flow).rows.get();
    }

    long bytes() {
        return bytes.get();
    }

    /** Ends the stream of rows, and returns when the broker has them all; how many records there are. */
    Map<Flow, Long> end() {
        ending = true;
        try {
            thread.join(Await.LIMIT.toMillis());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        producer.flush();
        Exception failed = failure.get();
        if (failed != null || thread.isAlive()) {
            throw new IllegalStateException("the producer did not write all its rows", failed);
        }
        return records();
    }

    @Override
    public void close() {
        ending = true;
        producer.close();
    }

    private Sent sent(Flow flow) {
        return Objects.requireNonNull(sent.get(flow), "every flow was counted from the start");
    }

    private void run() {
        long began = System.nanoTime();
        for (long round = 0; !ending && failure.get() == null; round++) {
            for (Flow flow : Flow.values()) {
                if (round % flow.every() == 0) {
                    send(flow, round / flow.every());
                }
            }
            long due = began + TimeUnit.SECONDS.toNanos(round + 1) / ROUNDS_A_SECOND;
            LockSupport.parkNanos(Math.max(0, due - System.nanoTime()));
        }
    }

    private void send(Flow flow, long id) {
        Sent so = sent(flow);
        for (Message message : flow.messages(flow.row(seed, id))) {
            var unused = producer.send(
                    message.to(flow.topic(), flow.partition(id)),
                    (metadata, error) -> failure.compareAndSet(null, error));
            so.records.incrementAndGet();
            bytes.addAndGet(message.value().length);
        }
        so.rows.incrementAndGet();
    }
}
