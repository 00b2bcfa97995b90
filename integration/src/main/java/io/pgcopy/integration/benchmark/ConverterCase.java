/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.integration.benchmark;

import io.pgcopy.integration.data.DataPattern;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.IntFunction;
import org.apache.kafka.connect.data.Decimal;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaBuilder;
import org.apache.kafka.connect.data.Struct;

/**
 * Records of one kind, as the source connector makes them.
 *
 * @param values different ones, written again and again
 * @param rowBytes what a row holds, in PostgreSQL's sizes
 */
record ConverterCase(String name, Schema schema, List<Struct> values, int rows, int rowBytes) {
    static final String TOPIC = "bench";
    private static final int BLOB = 524_288;
    private static final int BLOB_ROWS = 400;
    /** With what is made of them more than the caches of most processors hold: a converter meets each payload once. */
    private static final int BLOBS = 32;

    private static final int NARROW_ROWS = 200_000;

    ConverterCase {
        values = List.copyOf(values);
    }

    static List<ConverterCase> all(BenchSettings settings) {
        List<ConverterCase> cases = new ArrayList<>();
        for (DataPattern pattern : List.of(DataPattern.RANDOM, DataPattern.JPEG, DataPattern.TEXT)) {
            String name = pattern == DataPattern.RANDOM ? "blob-512k" : "blob-512k-" + pattern.label();
            cases.add(blobs(name, pattern, settings));
        }
        cases.add(rows("row-150", 12, 40, settings.rows(NARROW_ROWS)));
        cases.add(rows("row-1000", 12, 465, settings.rows(NARROW_ROWS / 4)));
        return cases;
    }

    Struct value(int row) {
        return values.get(row % values.size());
    }

    int kept() {
        return Math.min(rows, values.size());
    }

    long bytes() {
        return (long) rows * rowBytes;
    }

    private static ConverterCase blobs(String name, DataPattern pattern, BenchSettings settings) {
        Schema schema = table("pictures")
                .field("id", column(SchemaBuilder.int64(), "bigint").build())
                .field(
                        "content",
                        column(SchemaBuilder.bytes(), "bytea").optional().build())
                .build();
        IntFunction<Struct> value = i -> new Struct(schema).put("id", (long) i).put("content", pattern.value(i, BLOB));
        return of(name, schema, value, BLOBS, settings.rows(BLOB_ROWS), BLOB + 8);
    }

    // The columns of a narrow table: numbers, times, a decimal, texts.
    private static ConverterCase rows(String name, int columns, int textBytes, int rows) {
        SchemaBuilder builder = table("orders");
        for (int i = 0; i < columns; i++) {
            builder.field("column_" + i, narrow(i));
        }
        Schema schema = builder.build();
        SplittableRandom random = new SplittableRandom(1);
        IntFunction<Struct> value = i -> row(schema, random, textBytes);
        // More than a batch holds: a repeated row would compress to nothing.
        return of(name, schema, value, 4_096, rows, textBytes * 2 + 70);
    }

    private static ConverterCase of(
            String name, Schema schema, IntFunction<Struct> value, int different, int rows, int rowBytes) {
        List<Struct> values = new ArrayList<>();
        for (int i = 0; i < Math.min(different, rows); i++) {
            values.add(value.apply(i));
        }
        return new ConverterCase(name, schema, values, rows, rowBytes);
    }

    private static Schema narrow(int column) {
        return switch (column % 6) {
            case 0 -> column(SchemaBuilder.int64(), "bigint").build();
            case 1 -> column(SchemaBuilder.int32(), "integer").optional().build();
            case 2 ->
                column(SchemaBuilder.float64(), "double precision").optional().build();
            case 3 -> column(SchemaBuilder.string(), "text").optional().build();
            case 4 ->
                column(SchemaBuilder.int64().name("io.pgcopy.time.Timestamptz"), "timestamp with time zone")
                        .optional()
                        .build();
            default ->
                column(Decimal.builder(2).parameter("connect.decimal.precision", "12"), "numeric(12,2)")
                        .optional()
                        .build();
        };
    }

    private static Struct row(Schema schema, SplittableRandom random, int textBytes) {
        Struct row = new Struct(schema);
        for (int i = 0; i < schema.fields().size(); i++) {
            row.put(
                    schema.fields().get(i),
                    switch (i % 6) {
                        case 0 -> (Object) random.nextLong(1L << 40);
                        case 1 -> random.nextInt(100_000);
                        case 2 -> random.nextDouble();
                        case 3 -> text(random, textBytes);
                        case 4 -> 1_700_000_000_000_000L + random.nextLong(1L << 45);
                        default -> new BigDecimal(BigInteger.valueOf(random.nextInt(1 << 30)), 2);
                    });
        }
        return row;
    }

    private static String text(SplittableRandom random, int length) {
        StringBuilder text = new StringBuilder();
        while (text.length() < length) {
            text.append("word").append(random.nextInt(5_000)).append(' ');
        }
        return text.substring(0, length);
    }

    private static SchemaBuilder table(String name) {
        return SchemaBuilder.struct()
                .name("public." + name)
                .parameter("io.pgcopy.schema", "public")
                .parameter("io.pgcopy.table", name);
    }

    private static SchemaBuilder column(SchemaBuilder schema, String type) {
        return schema.parameter("io.pgcopy.type", type);
    }
}
