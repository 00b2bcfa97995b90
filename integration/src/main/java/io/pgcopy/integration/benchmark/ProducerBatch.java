/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.integration.benchmark;

import java.nio.ByteBuffer;
import java.util.List;
import org.apache.kafka.common.compress.Compression;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.record.TimestampType;
import org.apache.kafka.common.record.internal.MemoryRecords;
import org.apache.kafka.common.record.internal.MemoryRecordsBuilder;

/**
 * Records in Kafka's own batches, as a producer fills them: up to its {@code batch.size}, which counts what is compressed
 * once the producer has learned how well that goes.
 */
final class ProducerBatch {
    /** Kafka's own. */
    static final int STANDARD = 16_384;
    /** What the page on converters sets for rows with schemas in their headers. */
    static final int LARGE = 131_072;

    private static final int MOST_RECORDS = 4_096;
    private static final long EPOCH_MILLIS = 1_800_000_000_000L;
    private static final Header[] NONE = {};

    private final List<RecordHeaders> headers;
    private final List<byte[]> values;

    ProducerBatch(List<RecordHeaders> headers, List<byte[]> values) {
        this.headers = List.copyOf(headers);
        this.values = List.copyOf(values);
    }

    /** Without compression. */
    int bytesPerRecord() {
        return size(values.size(), Compression.NONE, true) / values.size();
    }

    double compressedPerRecord(int batchSize) {
        return compressedPerRecord(batchSize, true);
    }

    double compressedWithoutHeaders(int batchSize) {
        return compressedPerRecord(batchSize, false);
    }

    private double compressedPerRecord(int batchSize, boolean withHeaders) {
        Compression zstd = Compression.zstd().build();
        int records = 1;
        int size = size(records, zstd, withHeaders);
        while (size < batchSize && records < MOST_RECORDS) {
            // One step too many is how a producer ends a batch, too.
            records += Math.max(1, (int) ((long) (batchSize - size) * records / size));
            size = size(records, zstd, withHeaders);
        }
        return (double) size / records;
    }

    private int size(int records, Compression compression, boolean withHeaders) {
        MemoryRecordsBuilder batch =
                MemoryRecords.builder(ByteBuffer.allocate(STANDARD), compression, TimestampType.CREATE_TIME, 0);
        for (int i = 0; i < records; i++) {
            int at = i % values.size();
            // Some twenty records a millisecond.
            batch.append(
                    EPOCH_MILLIS + i / 20,
                    null,
                    values.get(at),
                    withHeaders ? headers.get(at).toArray() : NONE);
        }
        return batch.build().sizeInBytes();
    }
}
