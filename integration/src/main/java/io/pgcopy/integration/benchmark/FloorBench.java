/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.integration.benchmark;

import com.sun.management.OperatingSystemMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.jspecify.annotations.Nullable;
import org.postgresql.PGConnection;
import org.postgresql.copy.CopyIn;
import org.postgresql.copy.CopyManager;
import org.postgresql.copy.CopyOut;

/**
 * What PostgreSQL's driver and Kafka's clients spend by themselves on the bytes of a blob table, with the settings of
 * {@link CopyBench}: no connector can be below.
 */
final class FloorBench {

    static final byte[] TRAILER = {-1, -1};
    static final byte[] HEAD = HexFormat.of().parseHex("5047434f50590aff0d0a00" + "00000000" + "00000000");
    private static final Duration POLL = Duration.ofSeconds(1);
    private static final OperatingSystemMXBean PROCESS =
            (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();

    private final Stage stage;
    private final BenchTable table;

    private FloorBench(Stage stage, BenchTable table) {
        this.stage = stage;
        this.table = table;
    }

    static void run(BenchSettings settings, Report report) throws Exception {
        try (Stage stage = Stage.open(settings)) {
            for (BenchTable table : CopyBench.tables(settings)) {
                if (table.blobBytes() > 0) {
                    table.create(stage.source());
                    table.create(stage.target());
                    table.fill(stage.source());
                    new FloorBench(stage, table).measure(settings.runs(), report);
                }
            }
        }
    }

    private void measure(int runs, Report report) throws Exception {
        for (int run = 0; run <= runs; run++) {
            stage.cluster().topics().create(Pair.TOPIC, 1, Map.of("max.message.bytes", "10000000"));
            add(report, run, "driver-read", this::read);
            add(report, run, "producer", this::produce);
            add(report, run, "consumer", this::consume);
            table.empty(stage.target());
            add(report, run, "driver-write", this::write);
            stage.cluster().topics().delete(Pair.TOPIC);
        }
    }

    // Run 0 compiles the code and is not counted.
    private void add(Report report, int run, String variant, Stage.Work work) throws Exception {
        long cpu = PROCESS.getProcessCpuTime();
        long began = System.nanoTime();
        work.run();
        double wall = (System.nanoTime() - began) / 1e9;
        double seconds = (PROCESS.getProcessCpuTime() - cpu) / 1e9;
        if (run > 0) {
            report.add(
                    table.name(),
                    variant,
                    run,
                    Map.of(
                            "wall_s", Report.round(wall),
                            "cpu_s", Report.round(seconds),
                            "cpu_s_per_gb", Report.round(seconds * 1e9 / table.bytes())));
        }
    }

    private void read() throws SQLException {
        try (Connection session = stage.source().connect()) {
            CopyOut copy = copying(session).copyOut(Yardstick.OUT);
            long bytes = 0;
            for (byte[] message = copy.readFromCopy(); message != null; message = copy.readFromCopy()) {
                bytes += message.length;
            }
            refuseFewer(bytes);
        }
    }

    private void produce() {
        AtomicReference<@Nullable Exception> failure = new AtomicReference<>();
        byte[] blob = new byte[table.blobBytes()];
        try (KafkaProducer<byte[], byte[]> producer = new KafkaProducer<>(
                ClientSettings.of(stage, ClientSettings.producer(table)),
                new ByteArraySerializer(),
                new ByteArraySerializer())) {
            for (int row = 0; row < table.rows(); row++) {
                Future<RecordMetadata> unused = producer.send(
                        new ProducerRecord<>(Pair.TOPIC, blob), (sent, error) -> failure.compareAndSet(null, error));
            }
            producer.flush();
        }
        if (failure.get() != null) {
            throw new IllegalStateException("a record was not sent", failure.get());
        }
    }

    private void consume() {
        TopicPartition partition = new TopicPartition(Pair.TOPIC, 0);
        try (KafkaConsumer<byte[], byte[]> consumer = new KafkaConsumer<>(
                ClientSettings.of(stage, ClientSettings.consumer(table)),
                new ByteArrayDeserializer(),
                new ByteArrayDeserializer())) {
            consumer.assign(List.of(partition));
            consumer.seekToBeginning(List.of(partition));
            for (int rows = 0; rows < table.rows(); ) {
                rows += consumer.poll(POLL).count();
            }
        }
    }

    private void write() throws SQLException, IOException {
        byte[] row = row();
        try (Connection session = stage.target().connect()) {
            CopyIn copy = copying(session).copyIn(Yardstick.IN);
            copy.writeToCopy(HEAD, 0, HEAD.length);
            for (int id = 1; id <= table.rows(); id++) {
                ByteBuffer.wrap(row).putLong(Short.BYTES + Integer.BYTES, id);
                copy.writeToCopy(row, 0, row.length);
            }
            copy.writeToCopy(TRAILER, 0, TRAILER.length);
            copy.endCopy();
        }
    }

    private byte[] row() {
        byte[] blob = new byte[table.blobBytes()];
        new SplittableRandom(1).nextBytes(blob);
        return ByteBuffer.allocate(Short.BYTES + Integer.BYTES + Long.BYTES + Integer.BYTES + blob.length)
                .putShort((short) 2)
                .putInt(Long.BYTES)
                .putLong(0)
                .putInt(blob.length)
                .put(blob)
                .array();
    }

    private void refuseFewer(long bytes) {
        if (bytes < table.bytes()) {
            throw new IllegalStateException("read " + bytes + " of " + table.bytes() + " bytes");
        }
    }

    private static CopyManager copying(Connection session) throws SQLException {
        return session.unwrap(PGConnection.class).getCopyAPI();
    }
}
