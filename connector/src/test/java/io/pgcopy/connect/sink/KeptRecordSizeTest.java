/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.sink;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.sink.ErrantRecordReporter;
import org.apache.kafka.connect.sink.SinkRecord;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import static io.pgcopy.connect.sink.SinkHarness.P0;
import static io.pgcopy.connect.sink.SinkHarness.SCHEMA;
import static org.assertj.core.api.Assertions.assertThat;

/** Records that are kept to be reported fill a batch by what they are, not by what of them is written. */
@Timeout(30)
class KeptRecordSizeTest {
    private static final String MEGABYTE = "x".repeat(1 << 20);

    @Test
    void aLargeKeyFillsABatchThoughNoColumnTakesIt() {
        assertThat(batchesOf(record(MEGABYTE, ""))).isEqualTo(3);
    }

    @Test
    void soDoesAHeader() {
        assertThat(batchesOf(record("", MEGABYTE))).isEqualTo(3);
    }

    @Test
    void whatIsNotKeptFillsNothing() {
        assertThat(batches(record(MEGABYTE, MEGABYTE), null)).isEqualTo(1);
    }

    private static int batchesOf(SinkRecord one) {
        return batches(one, (record, error) -> CompletableFuture.completedFuture(null));
    }

    // Of 40 records of 1 MB, which the worker has twice, half of 64 MB takes 16.
    private static int batches(SinkRecord one, @Nullable ErrantRecordReporter reporter) {
        Duration bound = Duration.ofSeconds(10);
        try (SinkHarness sink = new SinkHarness(1000, Duration.ofMinutes(10), bound, bound, Map.of(), reporter)) {
            for (int offset = 0; offset < 40; offset++) {
                SinkRecord next = new SinkRecord("t", 0, one.keySchema(), one.key(), SCHEMA, one.value(), offset);
                one.headers().forEach(next.headers()::add);
                sink.put(next);
            }
            assertThat(sink.committed(P0)).isEqualTo(40);
            return sink.database.written.size();
        }
    }

    private static SinkRecord record(String key, String header) {
        Struct value = new Struct(SCHEMA).put("id", 1L);
        SinkRecord record = new SinkRecord("t", 0, Schema.STRING_SCHEMA, key, SCHEMA, value, 0);
        record.headers().addString("h", header);
        return record;
    }
}
