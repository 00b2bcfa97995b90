/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.converters.avro;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.apache.kafka.common.compress.Compression;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.record.TimestampType;
import org.apache.kafka.common.record.internal.MemoryRecords;
import org.apache.kafka.common.record.internal.MemoryRecordsBuilder;
import org.apache.kafka.connect.data.Decimal;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaBuilder;
import org.apache.kafka.connect.data.Struct;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

/** What the schema in each record's header adds to rows of 150 bytes, in batches as a producer compresses them by zstd. */
class SchemaHeaderCostTest {
    private static final int ROWS = 4_096;
    private static final int COLUMNS = 12;
    private static final Header[] NONE = {};

    /** Kafka's own batch.size, and the one that the page on converters names for such rows; without keys and with. */
    @ParameterizedTest
    @CsvSource({"16384, false", "131072, false", "16384, true", "131072, true"})
    void isATenthAtMost(int batchSize, boolean keys) {
        List<Row> rows = rows(keys);
        double with = bytesPerRecord(rows, batchSize, true);
        double without = bytesPerRecord(rows, batchSize, false);
        assertThat(with / without)
                .as("%.1f bytes a record, %.1f without", with, without)
                .isBetween(1.0, 1.10);
    }

    private record Row(@Nullable Written key, Written value) {
        byte @Nullable [] keyBytes() {
            return key == null ? null : key.payload();
        }

        Header[] headers() {
            List<Header> headers = new ArrayList<>();
            value.headers().forEach(headers::add);
            if (key != null) {
                key.headers().forEach(headers::add);
            }
            return headers.toArray(NONE);
        }
    }

    private static List<Row> rows(boolean keys) {
        AvroConverter ofValues = Written.converter(Map.of());
        AvroConverter ofKeys = new AvroConverter();
        ofKeys.configure(Map.of(), true);
        Schema schema = schema();
        Schema id = SchemaBuilder.struct()
                .name("public.orders.Key")
                .field("column_0", column(0))
                .build();
        SplittableRandom random = new SplittableRandom(1);
        List<Row> rows = new ArrayList<>();
        for (int i = 0; i < ROWS; i++) {
            Struct row = row(schema, random);
            Written key = keys ? Written.by(ofKeys, id, new Struct(id).put("column_0", row.get("column_0"))) : null;
            rows.add(new Row(key, Written.by(ofValues, schema, row)));
        }
        return rows;
    }

    private static double bytesPerRecord(List<Row> rows, int batchSize, boolean headers) {
        int records = 1;
        int size = size(rows, records, headers);
        while (size < batchSize && records < ROWS) {
            records = Math.min(ROWS, records + Math.max(1, (int) ((long) (batchSize - size) * records / size)));
            size = size(rows, records, headers);
        }
        return (double) size / records;
    }

    private static int size(List<Row> rows, int records, boolean headers) {
        MemoryRecordsBuilder batch = MemoryRecords.builder(
                ByteBuffer.allocate(16_384), Compression.zstd().build(), TimestampType.CREATE_TIME, 0);
        for (int i = 0; i < records; i++) {
            Row row = rows.get(i);
            batch.append(
                    1_800_000_000_000L + i / 20, row.keyBytes(), row.value().payload(), headers ? row.headers() : NONE);
        }
        return batch.build().sizeInBytes();
    }

    // As the source makes them of a table: numbers, times, decimals, two texts of 40 bytes.
    private static Schema schema() {
        SchemaBuilder table = SchemaBuilder.struct()
                .name("public.orders")
                .parameter("io.pgcopy.schema", "public")
                .parameter("io.pgcopy.table", "orders");
        for (int i = 0; i < COLUMNS; i++) {
            table.field("column_" + i, column(i));
        }
        return table.build();
    }

    private static Schema column(int i) {
        return switch (i % 6) {
            case 0 -> typed(SchemaBuilder.int64(), "bigint").build();
            case 1 -> typed(SchemaBuilder.int32(), "integer").optional().build();
            case 2 ->
                typed(SchemaBuilder.float64(), "double precision").optional().build();
            case 3 -> typed(SchemaBuilder.string(), "text").optional().build();
            case 4 ->
                typed(SchemaBuilder.int64().name("io.pgcopy.time.Timestamptz"), "timestamp with time zone")
                        .optional()
                        .build();
            default ->
                typed(Decimal.builder(2).parameter("connect.decimal.precision", "12"), "numeric(12,2)")
                        .optional()
                        .build();
        };
    }

    private static SchemaBuilder typed(SchemaBuilder schema, String type) {
        return schema.parameter("io.pgcopy.type", type);
    }

    private static Struct row(Schema schema, SplittableRandom random) {
        Struct row = new Struct(schema);
        for (int i = 0; i < COLUMNS; i++) {
            row.put(
                    schema.fields().get(i),
                    switch (i % 6) {
                        case 0 -> (Object) random.nextLong(1L << 40);
                        case 1 -> random.nextInt(100_000);
                        case 2 -> random.nextDouble();
                        case 3 -> text(random);
                        case 4 -> 1_700_000_000_000_000L + random.nextLong(1L << 45);
                        default -> new BigDecimal(BigInteger.valueOf(random.nextInt(1 << 30)), 2);
                    });
        }
        return row;
    }

    private static String text(SplittableRandom random) {
        StringBuilder text = new StringBuilder();
        while (text.length() < 40) {
            text.append("word").append(random.nextInt(5_000)).append(' ');
        }
        return text.substring(0, 40);
    }
}
