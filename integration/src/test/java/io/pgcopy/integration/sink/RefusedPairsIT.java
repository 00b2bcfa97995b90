/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.integration.sink;

import io.pgcopy.integration.Kit;
import io.pgcopy.integration.fixture.Database;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.connect.data.Date;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaBuilder;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.sink.SinkRecord;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** A form of a record that a column does not take, and fields that nobody wants. */
class RefusedPairsIT {
    private static final TopicPartition P0 = new TopicPartition("t", 0);
    private static final Schema FITS =
            SchemaBuilder.struct().field("id", Schema.INT64_SCHEMA).build();

    private final TopicLog log = new TopicLog();
    private Database db;

    @BeforeEach
    void create() {
        db = Kit.server().createDatabase("refused_pairs");
        db.execute("CREATE TABLE t (id int8, at timestamptz, n int4)");
    }

    @Test
    void areSetAsideWithTheirPlaceAndBothTypes() {
        Schema number = SchemaBuilder.struct()
                .field("id", Schema.INT64_SCHEMA)
                .field("at", Schema.INT64_SCHEMA)
                .build();
        Schema day = SchemaBuilder.struct()
                .field("id", Schema.INT64_SCHEMA)
                .field("n", Date.SCHEMA)
                .build();
        log.add(P0, new Struct(FITS).put("id", 1L))
                .add(P0, new Struct(number).put("id", 2L).put("at", 88_310_001L))
                .add(P0, new Struct(day).put("id", 3L).put("n", java.util.Date.from(java.time.Instant.EPOCH)))
                .add(P0, new Struct(FITS).put("id", 4L));
        try (SinkDriver sink = SinkDriver.tolerant(db, log, Map.of())) {
            sink.openAll();
            sink.drain();
            assertThat(sink.context.bad())
                    .extracting(SinkRecord::originalKafkaOffset)
                    .containsExactly(1L, 2L);
            assertThat(sink.context.messages().get(0))
                    .contains("topic t, partition 0, offset 1", "public.t", "at", "INT64", "timestamp with time zone")
                    .doesNotContain("88310001");
            assertThat(sink.context.messages().get(1))
                    .contains(
                            "topic t, partition 0, offset 2", "INT32 (org.apache.kafka.connect.data.Date)", "integer");
        }
        assertThat(db.rows("SELECT id FROM t ORDER BY id")).containsExactly(List.of("1"), List.of("4"));
    }

    @Test
    void failTheTaskInTheSameWordsWhereNothingIsTolerated() {
        Schema text = SchemaBuilder.struct()
                .field("id", Schema.INT64_SCHEMA)
                .field("n", Schema.BYTES_SCHEMA)
                .build();
        log.add(P0, new Struct(FITS).put("id", 1L))
                .add(P0, new Struct(text).put("id", 2L).put("n", new byte[4]));
        try (SinkDriver sink = SinkDriver.of(db, log, Map.of())) {
            sink.openAll();
            assertThatThrownBy(sink::drain)
                    .hasMessageContaining("topic t, partition 0, offset 1")
                    .hasMessageContaining("BYTES")
                    .hasMessageContaining("integer");
        }
        assertThat(db.count("t WHERE id = 2")).isZero();
    }

    @Test
    void doNotMatterInFieldsThatAreNotIncluded() {
        Schema schema = SchemaBuilder.struct()
                .field("id", Schema.INT64_SCHEMA)
                .field("at", Schema.INT64_SCHEMA)
                .field("n", Schema.INT32_SCHEMA)
                .field("elsewhere", Schema.STRING_SCHEMA)
                .build();
        log.add(P0, new Struct(schema).put("id", 1L).put("at", 5L).put("n", 6).put("elsewhere", "x"));
        try (SinkDriver sink = SinkDriver.of(db, log, Map.of("fields.include", "id,n"))) {
            sink.openAll();
            sink.drain();
        }
        assertThat(db.rows("SELECT id, at, n FROM t")).containsExactly(java.util.Arrays.asList("1", null, "6"));
    }
}
