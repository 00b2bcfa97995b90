/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.sink;

import io.pgcopy.connect.type.Column;
import io.pgcopy.connect.type.PgType;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaBuilder;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.errors.DataException;
import org.apache.kafka.connect.sink.SinkRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

import static io.pgcopy.connect.sink.SinkHarness.P0;
import static io.pgcopy.connect.sink.SinkHarness.SCHEMA;
import static io.pgcopy.connect.sink.SinkHarness.record;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

@Timeout(30)
class UnavailableValuesTest {
    private static final String PLACEHOLDER = "__debezium_unavailable_value";
    private static final byte[] BYTES = PLACEHOLDER.getBytes(StandardCharsets.UTF_8);

    @ParameterizedTest
    @ValueSource(strings = {"insert", "upsert", "insert_ignore"})
    void isNeverWrittenOverAValue(String mode) {
        try (SinkHarness sink = SinkHarness.with(settings(mode))) {
            assertThatThrownBy(() -> sink.put(placeholder(0)))
                    .isInstanceOf(DataException.class)
                    .hasMessageContaining("topic t, partition 0, offset 0")
                    .hasMessageContaining("the value of note")
                    .hasMessageContaining("REPLICA IDENTITY FULL");
        }
    }

    @Test
    void goesToTheDeadLetterQueue() {
        List<SinkRecord> reported = new ArrayList<>();
        Duration bound = Duration.ofSeconds(10);
        try (SinkHarness sink =
                new SinkHarness(1000, Duration.ofMinutes(10), bound, bound, settings("upsert"), (bad, error) -> {
                    reported.add(bad);
                    return CompletableFuture.completedFuture(null);
                })) {
            sink.put(record(P0, 0), placeholder(1), record(P0, 2));
            assertThat(sink.committed(P0)).isEqualTo(3);
            assertThat(sink.database.rows()).isEqualTo(2);
            assertThat(reported).hasSize(1);
        }
    }

    @Test
    void isLeftOutOfAnUpdate() {
        try (SinkHarness sink = SinkHarness.with(settings("update"))) {
            sink.put(record(P0, 0));
            sink.put(placeholder(1));
            assertThat(sink.committed(P0)).isEqualTo(2);
            assertThat(sink.database.written.stream()
                            .flatMap(batch -> batch.runs().stream())
                            .map(run -> run.strategy().columns()))
                    .containsExactly(List.of("id", "note"), List.of("id"));
        }
    }

    @Test
    void isAValueLikeOthersOnRequest() {
        Map<String, String> settings = Map.of("unavailable.value.placeholder", "");
        try (SinkHarness sink = SinkHarness.with(settings)) {
            sink.put(placeholder(0));
            assertThat(sink.committed(P0)).isEqualTo(1);
            assertThat(sink.database.rows()).isEqualTo(1);
        }
    }

    static Stream<Object[]> forms() {
        Schema numbers = SchemaBuilder.array(Schema.INT64_SCHEMA).build();
        List<Long> codes = PLACEHOLDER.chars().mapToObj(c -> (long) c).toList();
        return Stream.of(
                new Object[] {Schema.STRING_SCHEMA, PLACEHOLDER},
                new Object[] {Schema.STRING_SCHEMA, "X19kZWJleml1bV91bmF2YWlsYWJsZV92YWx1ZQ=="},
                new Object[] {Schema.STRING_SCHEMA, "5f5f646562657a69756d5f756e617661696c61626c655f76616c7565"},
                new Object[] {Schema.STRING_SCHEMA, "{\"" + PLACEHOLDER + "\":\"" + PLACEHOLDER + "\"}"},
                new Object[] {Schema.BYTES_SCHEMA, BYTES},
                new Object[] {Schema.BYTES_SCHEMA, ByteBuffer.wrap(BYTES)},
                new Object[] {SchemaBuilder.array(Schema.STRING_SCHEMA).build(), List.of(PLACEHOLDER)},
                new Object[] {numbers, codes},
                new Object[] {
                    SchemaBuilder.map(Schema.STRING_SCHEMA, Schema.STRING_SCHEMA)
                            .build(),
                    Map.of(PLACEHOLDER, PLACEHOLDER)
                });
    }

    @ParameterizedTest
    @MethodSource("forms")
    void isFoundInEachOfItsForms(Schema schema, Object value) {
        Schema row = SchemaBuilder.struct().field("v", schema).build();
        assertThat(values(row, PLACEHOLDER).in(new Struct(row).put("v", value))).containsExactly("v");
        assertThat(values(row, "another").in(new Struct(row).put("v", value))).isEmpty();
    }

    @Test
    void isNotLookedForInColumnsThatAreNotWrittenAndInRowsOfOurOwnSource() {
        Schema row = SchemaBuilder.struct().field("other", Schema.STRING_SCHEMA).build();
        assertThat(values(row, PLACEHOLDER).in(new Struct(row).put("other", PLACEHOLDER)))
                .isEmpty();
        Schema ours = SchemaBuilder.struct()
                .parameter("io.pgcopy.schema", "public")
                .field("v", Schema.STRING_SCHEMA)
                .build();
        assertThat(values(ours, PLACEHOLDER).in(new Struct(ours).put("v", PLACEHOLDER)))
                .isEmpty();
    }

    private static UnavailableValues values(Schema row, String placeholder) {
        PgType text = new PgType.Scalar(25, "pg_catalog", "text");
        return UnavailableValues.of(placeholder, row, List.of(new Column("v", text, -1, "text", false, false, false)));
    }

    private static Map<String, String> settings(String mode) {
        return Map.of("insert.mode", mode, "pk.mode", "record_value", "pk.fields", "id");
    }

    private static SinkRecord placeholder(long offset) {
        Struct value = new Struct(SCHEMA).put("id", 1L).put("note", PLACEHOLDER);
        return new SinkRecord("t", 0, null, null, SCHEMA, value, offset);
    }
}
