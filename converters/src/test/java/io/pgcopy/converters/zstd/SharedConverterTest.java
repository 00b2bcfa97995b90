/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.converters.zstd;

import io.pgcopy.converters.avro.AvroConverter;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaBuilder;
import org.apache.kafka.connect.data.Struct;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Connect's error reporter converts a record that it reports, in whatever thread the sink calls it, while the task's own
 * goes on.
 */
@Timeout(60)
class SharedConverterTest {
    private static final int THREADS = 4;

    @Test
    void threadsDoNotDisturbOneAnother() throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(THREADS);
        try (ZstdConverter converter = new ZstdConverter()) {
            converter.configure(Map.of("delegate", AvroConverter.class.getName(), "zstd.level", "1"), false);
            List<Callable<Void>> work = new ArrayList<>();
            for (int thread = 0; thread < THREADS; thread++) {
                int number = thread;
                work.add(() -> writeAndRead(converter, number));
            }
            for (Future<Void> done : threads.invokeAll(work, 50, TimeUnit.SECONDS)) {
                done.get();
            }
        } finally {
            threads.shutdownNow();
        }
    }

    private static Void writeAndRead(ZstdConverter converter, int number) {
        Schema schema = SchemaBuilder.struct()
                .name("t" + number)
                .field("id", Schema.INT64_SCHEMA)
                .field("content", Schema.BYTES_SCHEMA)
                .build();
        byte[] content = Payloads.text(20_000 + number * 1_000);
        for (long i = 0; i < 200; i++) {
            Struct row = new Struct(schema).put("id", i).put("content", content);
            RecordHeaders headers = new RecordHeaders();
            byte[] written = Objects.requireNonNull(converter.fromConnectData("t", headers, schema, row));
            assertThat(converter.toConnectData("t", headers, written).value()).isEqualTo(row);
        }
        return null;
    }
}
