/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.integration.sink;

import io.pgcopy.integration.Kit;
import io.pgcopy.integration.data.DataPattern;
import io.pgcopy.integration.fixture.Database;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaBuilder;
import org.apache.kafka.connect.data.Struct;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

/** How values are stored that come in slices, put together in memory or streamed. */
class StreamedStorageIT {
    private static final TopicPartition P0 = new TopicPartition("t", 0);
    private static final int SLICE = 20_000;
    private static final Schema ROW = SchemaBuilder.struct()
            .field("id", Schema.INT64_SCHEMA)
            .field("note", Schema.BYTES_SCHEMA)
            .build();
    private static final Map<String, String> STREAMED = Map.of("chunk.buffer.row.bytes", "0");
    private static final Map<String, String> ASSEMBLED = Map.of();

    private final TopicLog log = new TopicLog();
    private Database db;

    @BeforeEach
    void create() {
        db = Kit.server().createDatabase("streamed_storage");
        db.execute("CREATE TABLE t (id int8 PRIMARY KEY, note bytea)");
    }

    @Test
    void aStreamedValueIsCompressedAsOthersAre() {
        assumeTrue(
                db.text("SELECT 'lz4' = ANY (enumvals) FROM pg_settings WHERE name = 'default_toast_compression'")
                        .equals("t"),
                "this server was built without lz4");
        write(DataPattern.JSON, 2, STREAMED);

        assertThat(compressions()).isEqualTo("lz4");
    }

    @Test
    void aStreamedValueFindsTheStorageThatTheSettingsNameFromTheFirstRowOn() {
        write(DataPattern.JSON, 1, with(STREAMED, "bytea.storage", "external"));

        assertThat(storage()).isEqualTo("e");
        assertThat(compressions()).isEqualTo("none");
    }

    @Test
    void autoStoresWhatIsReadInSlicesAsItIs() {
        write(DataPattern.RANDOM, 40, with(ASSEMBLED, "bytea.storage", "auto"));

        assertThat(storage()).isEqualTo("e");
    }

    // A table is looked at anew with each batch that has rows for it, and before streams, if less often.
    @Test
    void autoStoresWhatIsStreamedAsItIs() {
        add(DataPattern.RANDOM, 40);
        log.add(P0, new Struct(ROW).put("id", 1_000L).put("note", new byte[10]));
        drain(with(STREAMED, "bytea.storage", "auto"));

        assertThat(db.count("t")).isEqualTo(41);
        assertThat(storage()).isEqualTo("e");
    }

    @Test
    void autoKeepsTheCompressionOfSlicesThatItSaves() {
        write(DataPattern.JSON, 40, with(ASSEMBLED, "bytea.storage", "auto"));

        assertThat(storage()).isEqualTo("x");
    }

    private void write(DataPattern pattern, int rows, Map<String, String> settings) {
        add(pattern, rows);
        drain(settings);
    }

    private void add(DataPattern pattern, int rows) {
        for (int i = 0; i < rows; i++) {
            byte[] value = pattern.value(i, 2 * SLICE);
            byte[] head = Arrays.copyOf(value, SLICE);
            byte[] tail = Arrays.copyOfRange(value, SLICE, value.length);
            Slices.ofBytes(log, P0, i, head, tail).next().next();
        }
    }

    private void drain(Map<String, String> settings) {
        try (SinkDriver sink = SinkDriver.of(db, log, settings)) {
            sink.openAll();
            sink.drain();
        }
    }

    private static Map<String, String> with(Map<String, String> settings, String key, String value) {
        Map<String, String> all = new HashMap<>(settings);
        all.put(key, value);
        return all;
    }

    private String storage() {
        return db.text("SELECT attstorage FROM pg_attribute WHERE attrelid = 't'::regclass AND attname = 'note'");
    }

    private String compressions() {
        return db.text("SELECT string_agg(DISTINCT coalesce(pg_column_compression(note), 'none'), ' ') FROM t");
    }
}
