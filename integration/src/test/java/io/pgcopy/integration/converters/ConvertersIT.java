/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.integration.converters;

import io.pgcopy.integration.Kit;
import io.pgcopy.integration.Pipe;
import io.pgcopy.integration.sample.BlobTable;
import io.pgcopy.integration.sample.TypesTable;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.List;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/** Our converters, around each other and around others', in a worker: equal tables, and what lies in the topic. */
class ConvertersIT {
    private static final String ZSTD = "io.pgcopy.converters.zstd.ZstdConverter";
    private static final byte[] AVRO_MARK = {(byte) 0xC3, 1};
    private static final byte[] ZSTD_MARK = {0x57, 0x2A, 0x4D, 0x18, 4, 0, 0, 0, 'P', 'G', 'C', 'Z'};

    @ParameterizedTest
    @ValueSource(strings = {Pipe.AVRO, Pipe.JSON})
    void theTablesOfTheQuickstartAreEqualAfterTheyWereCompressed(String delegate) throws SQLException {
        boolean avro = delegate.equals(Pipe.AVRO);
        try (Pipe pipe = Kit.pipe(avro ? "zstd_avro" : "zstd_json").through(ZSTD)) {
            pipe.both("CREATE SCHEMA demo", BlobTable.create("demo.files"), TypesTable.create("demo.types"));
            pipe.source().execute(avro ? TypesTable.insert("demo.types") : TypesTable.insertForJson("demo.types"));
            try (Connection session = pipe.source().connect()) {
                BlobTable.fill(session, "demo.files", 200, 1);
            }
            pipe.startSource(with(delegate, "tables", "demo.files, demo.types"));
            pipe.startSink(with(delegate));
            pipe.awaitCopied("demo.files", "demo.types");
            pipe.assertEqual("demo.files");
            pipe.assertEqual("demo.types");

            List<ConsumerRecord<byte[], byte[]>> files = pipe.cluster().topics().records(pipe.topic("demo.files"));
            long compressed = files.stream()
                    .filter(record -> begins(record.value(), ZSTD_MARK))
                    .count();
            // Every third file is text; base64 makes the others compress too.
            assertThat(compressed).as("compressed records").isBetween(avro ? 40L : 150L, avro ? 80L : 200L);
            byte[] plain = avro ? AVRO_MARK : new byte[] {'{'};
            assertThat(files)
                    .allMatch(record -> begins(record.value(), ZSTD_MARK) || begins(record.value(), plain))
                    .allMatch(record -> begins(record.key(), plain), "keys are too small to be compressed");
        }
    }

    @Test
    void keysAreCompressedWhereTheySoShould() {
        try (Pipe pipe = Kit.pipe("zstd_keys").through(ZSTD)) {
            pipe.both("CREATE TABLE long_keys (name text PRIMARY KEY, v int)");
            pipe.source()
                    .execute("INSERT INTO long_keys SELECT repeat(md5(i::text), 20), i"
                            + " FROM generate_series(1, 300) AS i");
            pipe.startSource(with(Pipe.AVRO, "tables", "public.long_keys", "key.converter.zstd.min.bytes", "0"));
            pipe.startSink(with(Pipe.AVRO));
            pipe.awaitCopied("public.long_keys");
            pipe.assertEqual("public.long_keys");
            assertThat(pipe.cluster().topics().records(pipe.topic("public.long_keys")))
                    .allMatch(record -> begins(record.key(), ZSTD_MARK))
                    .allMatch(record -> begins(record.value(), AVRO_MARK));
        }
    }

    /** The blob alone is the record's value, as others write and read it; its key is a struct. */
    @Test
    void bytesWithoutASchemaPassThroughToo() {
        String bytes = "org.apache.kafka.connect.converters.ByteArrayConverter";
        try (Pipe pipe = Kit.pipe("zstd_bytes")) {
            pipe.both("CREATE TABLE blobs (id int PRIMARY KEY, content bytea)");
            pipe.source()
                    .execute("INSERT INTO blobs SELECT i, convert_to(repeat(md5(i::text), i * 10), 'UTF8')"
                            + " FROM generate_series(1, 100) AS i");
            String[] converters = {
                "key.converter", Pipe.AVRO, "value.converter", ZSTD, "value.converter.delegate", bytes
            };
            pipe.startSource(plus(
                    converters,
                    "tables",
                    "public.blobs",
                    "transforms",
                    "alone",
                    "transforms.alone.type",
                    "org.apache.kafka.connect.transforms.ExtractField$Value",
                    "transforms.alone.field",
                    "content"));
            pipe.startSink(plus(
                    converters,
                    "table.name.format",
                    "public.blobs",
                    "transforms",
                    "row",
                    "transforms.row.type",
                    "org.apache.kafka.connect.transforms.HoistField$Value",
                    "transforms.row.field",
                    "content"));
            pipe.awaitCopied("public.blobs");
            pipe.assertEqual("public.blobs");
            List<ConsumerRecord<byte[], byte[]>> records =
                    pipe.cluster().topics().records(pipe.topic("public.blobs"));
            assertThat(records).hasSize(100);
            // Of 320 bytes each more than the one before: the thirteenth is the first above zstd.min.bytes.
            assertThat(records.stream().filter(record -> begins(record.value(), ZSTD_MARK)))
                    .hasSize(100 - 12);
        }
    }

    @Test
    void namesThatAvroCannotHoldArriveAsTheyWere() {
        String table = "\"my-schema\".\"order lines\"";
        try (Pipe pipe = Kit.pipe("avro_names").through(Pipe.AVRO)) {
            pipe.both(
                    "CREATE SCHEMA \"my-schema\"",
                    "CREATE TABLE " + table + " (\"id \" int PRIMARY KEY, \"row.values\" text, \"@message\" text,"
                            + " \"3alpha\" int, \"naïve\" bytea, \"order-date\" date, order_date date)");
            pipe.source()
                    .execute("INSERT INTO " + table + " SELECT i, 'v' || i, NULL, i, '\\x00ff', date '2026-11-30' - i,"
                            + " date '2020-01-01' + i FROM generate_series(1, 50) AS i");
            pipe.startSource("tables", "\"my-schema\".*");
            pipe.startSink();
            pipe.awaitCopied(table);
            pipe.assertEqual(table);
        }
    }

    private static String[] with(String delegate, String... keysAndValues) {
        return plus(
                new String[] {"key.converter.delegate", delegate, "value.converter.delegate", delegate}, keysAndValues);
    }

    private static String[] plus(String[] some, String... more) {
        String[] all = Arrays.copyOf(some, some.length + more.length);
        System.arraycopy(more, 0, all, some.length, more.length);
        return all;
    }

    private static boolean begins(byte[] bytes, byte[] start) {
        return bytes.length >= start.length && Arrays.equals(bytes, 0, start.length, start, 0, start.length);
    }
}
