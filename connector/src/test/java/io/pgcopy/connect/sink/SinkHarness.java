/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.sink;

import io.pgcopy.connect.codec.CodecOptions;
import io.pgcopy.connect.codec.CodecRegistry;
import io.pgcopy.connect.config.FlushConfig;
import io.pgcopy.connect.config.RetryConfig;
import io.pgcopy.connect.config.SinkConfig;
import io.pgcopy.connect.db.DatabaseException;
import io.pgcopy.connect.db.SqlOutcome;
import io.pgcopy.connect.metrics.SinkMetrics;
import io.pgcopy.connect.type.Column;
import io.pgcopy.connect.type.PgType;
import io.pgcopy.connect.type.Table;
import io.pgcopy.connect.type.TableId;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaBuilder;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.errors.ConnectException;
import org.apache.kafka.connect.errors.RetriableException;
import org.apache.kafka.connect.sink.ErrantRecordReporter;
import org.apache.kafka.connect.sink.SinkRecord;
import org.jspecify.annotations.Nullable;

/** A sink writer in front of a scripted database with the table {@code public.t (id int8, note text)}. */
final class SinkHarness implements AutoCloseable {
    static final TopicPartition P0 = new TopicPartition("t", 0);
    static final TopicPartition P1 = new TopicPartition("t", 1);
    static final Schema SCHEMA = SchemaBuilder.struct()
            .field("id", Schema.INT64_SCHEMA)
            .field("note", Schema.OPTIONAL_STRING_SCHEMA)
            .build();

    final RecordingContext context = new RecordingContext();
    final ScriptedBatchWriter database = new ScriptedBatchWriter();
    final List<TargetName> lookups = new ArrayList<>();
    final Map<TopicPartition, OffsetAndMetadata> consumed = new HashMap<>();
    final ScriptedClaims claims = new ScriptedClaims();
    final KeptMarks marks = new KeptMarks();
    final SinkMetrics metrics = new SinkMetrics();
    final SinkWriter writer;
    final List<TableId> references = new ArrayList<>();
    int refusals;
    /** What a connection for a streamed row fails with. */
    SqlOutcome streamFailure = SqlOutcome.CONNECTION;

    SinkHarness(int maxRecords, Duration interval, Duration timeout, Duration retryTimeout) {
        this(maxRecords, interval, timeout, retryTimeout, Map.of());
    }

    SinkHarness(
            int maxRecords, Duration interval, Duration timeout, Duration retryTimeout, Map<String, String> settings) {
        this(maxRecords, interval, timeout, retryTimeout, settings, null);
    }

    SinkHarness(
            int maxRecords,
            Duration interval,
            Duration timeout,
            Duration retryTimeout,
            Map<String, String> settings,
            @Nullable ErrantRecordReporter reporter) {
        Map<String, String> all = new HashMap<>(settings);
        all.put("connection.url", "jdbc:postgresql://nowhere/none");
        SinkConfig config = SinkConfig.from(all);
        RetryConfig retry = new RetryConfig(retryTimeout, Duration.ofMillis(20), Duration.ofMillis(40));
        FlushConfig flush = new FlushConfig(64 << 20, maxRecords, interval, timeout);
        TablePlans plans = new TablePlans(
                new TableRouter(config.target()),
                this::table,
                new PlanBuilder(
                        config.write(),
                        Set.of(),
                        CodecRegistry.of(CodecOptions.DEFAULT),
                        new StorageSampling(config.storage(), new StorageEvidence(), System::nanoTime)));
        ErrantRecords errants = new ErrantRecords(reporter, config.errors(), timeout, metrics);
        Flusher flusher = new Flusher(database, retry, timeout, "test-flusher", metrics);
        claims.needed = config.delivery().exactlyOnce();
        RecordEncoder encoder = new RecordEncoder(config.write(), plans, errants, retry, metrics);
        ChunkAssembly chunks = new ChunkAssembly(
                config,
                encoder,
                claims.needed ? marks : ChunkMarks.NONE,
                this::nowhere,
                reporter,
                StreamStorage.NONE,
                TupleLimit.OF_THE_SERVER,
                "test",
                metrics);
        SinkParts parts =
                new SinkParts(encoder, flusher, claims, retry, () -> new Batch(errants.tolerated()), chunks::rows);
        Redelivery redelivery = new Redelivery(
                config.delivery().exactlyOnce(), config.delivery().onRegression());
        writer = new SinkWriter(context, flush, redelivery, parts);
        writer.open(List.of(P0, P1));
    }

    private TargetConnection nowhere(int stream) {
        return new TargetConnection(
                () -> {
                    throw new DatabaseException(
                            "this test has no database to stream to", streamFailure, "08001", -1, null);
                },
                "stream-" + stream);
    }

    static SinkHarness with(Map<String, String> settings) {
        Duration bound = Duration.ofSeconds(10);
        return new SinkHarness(1000, Duration.ofMinutes(10), bound, bound, settings);
    }

    static SinkHarness exactlyOnce() {
        return with(Map.of("delivery.guarantee", "exactly_once"));
    }

    static SinkHarness flushingEvery(int maxRecords) {
        return new SinkHarness(maxRecords, Duration.ofMinutes(10), Duration.ofSeconds(10), Duration.ofSeconds(10));
    }

    void put(SinkRecord... records) {
        put(List.of(records));
    }

    /** As the framework does it: first it goes to where it was asked to, and counts as consumed from there. */
    void put(Collection<SinkRecord> records) {
        context.asked.forEach(this::consumed);
        context.asked.clear();
        writer.put(records);
        records.forEach(record -> consumed.put(
                RecordPosition.partitionOf(record), new OffsetAndMetadata(record.originalKafkaOffset() + 1)));
    }

    /** What the framework counts as consumed, records that it did not deliver among them. */
    void consumed(TopicPartition partition, long next) {
        consumed.put(partition, new OffsetAndMetadata(next));
    }

    /** Puts until the framework would not have to deliver the records again. */
    void putUntilTaken(Collection<SinkRecord> records) {
        for (boolean taken = false; !taken; ) {
            try {
                put(records);
                taken = true;
            } catch (RetriableException e) {
                refusals++;
            }
        }
    }

    /** What preCommit says of a partition, -1 for nothing. */
    long committed(TopicPartition partition) {
        OffsetAndMetadata offset = writer.preCommit(consumed).get(partition);
        return offset == null ? -1 : offset.offset();
    }

    static List<SinkRecord> records(TopicPartition partition, int from, int to) {
        return IntStream.range(from, to).mapToObj(i -> record(partition, i)).toList();
    }

    static SinkRecord record(TopicPartition partition, long offset) {
        Struct value = new Struct(SCHEMA).put("id", offset).put("note", "n");
        return new SinkRecord(partition.topic(), partition.partition(), null, null, SCHEMA, value, offset);
    }

    @Override
    public void close() {
        database.release();
        writer.close();
    }

    private TargetTable table(TargetName name, RowNeeds needs) {
        lookups.add(name);
        if (!name.name().equals("t")) {
            throw new ConnectException("Table " + name + " does not exist");
        }
        PgType int8 = new PgType.Scalar(20, "pg_catalog", "int8");
        PgType text = new PgType.Scalar(25, "pg_catalog", "text");
        Table table = new Table(
                new TableId("public", "t"),
                1,
                Table.Kind.TABLE,
                List.of(
                        new Column("id", int8, -1, "bigint", true, false, false),
                        new Column("note", text, -1, "text", false, false, false)),
                List.of("id"),
                0);
        return new TargetTable(table, List.of(new UniqueIndex(List.of("id"), false)), false, references, 0);
    }
}
