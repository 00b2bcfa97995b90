/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.integration.benchmark;

import com.github.luben.zstd.Zstd;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.internals.RecordHeaders;

/**
 * Records as a producer sends them, up to a hundred in a batch: with {@code compression.type=zstd} a batch is
 * compressed as a whole at level 3.
 */
final class ProducerBatch {
    private static final int MOST_RECORDS = 100;
    /** Length, attributes, time, offset, key and header counts of a record: varints, some ten bytes. */
    private static final byte[] FRAME = new byte[10];

    private static final int LEVEL = 3;

    private final int records;
    private final byte[] whole;
    private final byte[] bare;

    ProducerBatch(List<RecordHeaders> headers, List<byte[]> values) {
        records = Math.min(MOST_RECORDS, values.size());
        whole = bytes(headers.subList(0, records), values, true);
        bare = bytes(headers.subList(0, records), values, false);
    }

    int bytesPerRecord() {
        return whole.length / records;
    }

    int compressedPerRecord() {
        return Zstd.compress(whole, LEVEL).length / records;
    }

    int compressedWithoutHeaders() {
        return Zstd.compress(bare, LEVEL).length / records;
    }

    private static byte[] bytes(List<RecordHeaders> headers, List<byte[]> values, boolean withHeaders) {
        ByteArrayOutputStream batch = new ByteArrayOutputStream();
        for (int i = 0; i < headers.size(); i++) {
            batch.writeBytes(FRAME);
            batch.writeBytes(values.get(i));
            if (withHeaders) {
                for (Header header : headers.get(i)) {
                    batch.writeBytes(header.key().getBytes(StandardCharsets.UTF_8));
                    batch.writeBytes(header.value());
                }
            }
        }
        return batch.toByteArray();
    }
}
