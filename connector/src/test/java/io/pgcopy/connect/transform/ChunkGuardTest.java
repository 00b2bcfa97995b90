/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.transform;

import io.pgcopy.connect.blob.BlobAttempt;
import io.pgcopy.connect.blob.BlobChunk;
import io.pgcopy.connect.blob.BlobManifest;
import io.pgcopy.connect.blob.BlobManifest.SlicedColumn;
import io.pgcopy.connect.blob.BlobSequence;
import io.pgcopy.connect.blob.BlobToken;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.ServiceLoader;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaBuilder;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.errors.DataException;
import org.apache.kafka.connect.sink.SinkRecord;
import org.apache.kafka.connect.transforms.Transformation;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class ChunkGuardTest {
    private static final Schema SCHEMA = SchemaBuilder.struct()
            .field("id", Schema.INT64_SCHEMA)
            .field("body", Schema.OPTIONAL_BYTES_SCHEMA)
            .field("text", Schema.STRING_SCHEMA)
            .build();

    private final BlobSequence sequence = new BlobSequence(
            BlobAttempt.of(1, new BlobToken(1, 1)),
            new BlobManifest(List.of(new SlicedColumn("body", 3), new SlicedColumn("text", 2)), "(0,1)"),
            2);
    private final SinkRecord head = record(new byte[] {1, 2, 3}, "");
    private final SinkRecord tail = record(null, "ab");

    @Test
    void refusesSlicesUnlessToldOtherwise() {
        assertThatThrownBy(() -> guard(Map.of()).apply(head))
                .isInstanceOf(DataException.class)
                .hasMessageContaining("topic t")
                .hasMessageContaining("mode=head-only-null");
    }

    @Test
    void passesTheHeadOnceWithoutItsLargeColumns() {
        ChunkGuard<SinkRecord> guard = guard(Map.of("mode", "head-only-null"));
        SinkRecord passed = Objects.requireNonNull(guard.apply(head));
        Struct row = (Struct) passed.value();
        assertThat(row.getInt64("id")).isEqualTo(7);
        assertThat(row.get("body")).isNull();
        assertThat(row.getString("text")).isEmpty();
        assertThat(passed.headers().lastWithName(BlobChunk.HEADER))
                .as("a whole row")
                .isNull();
        assertThat(guard.apply(tail)).isNull();
    }

    @Test
    void takesTheKeyFromARowWhoseTableHasNone() {
        for (Schema schema : Arrays.asList(Schema.STRING_SCHEMA, Schema.OPTIONAL_STRING_SCHEMA, null)) {
            SinkRecord passed = keyed(schema, "fade");
            assertThat(passed.key()).isNull();
            assertThat(passed.keySchema()).isNull();
        }
    }

    @Test
    void leavesTheKeyOfATableThatHasOne() {
        assertThat(keyed(Schema.STRING_SCHEMA, "fado").key()).isEqualTo("fado");
        Schema struct =
                SchemaBuilder.struct().field("code", Schema.STRING_SCHEMA).build();
        Struct key = new Struct(struct).put("code", "fade");
        assertThat(keyed(struct, key).key()).isEqualTo(key);
    }

    @Test
    void leavesNullWhereASchemaHasADefault() {
        Schema schema = SchemaBuilder.struct()
                .field(
                        "note",
                        SchemaBuilder.string().optional().defaultValue("x").build())
                .field("body", Schema.OPTIONAL_BYTES_SCHEMA)
                .build();
        Struct value = new Struct(schema).put("note", null).put("body", new byte[] {1, 2, 3});
        Struct row = (Struct) passed(schema, value).value();
        assertThat(row.getWithoutDefault("note")).isNull();
    }

    @Test
    void putsJsonWhereJsonMayNotBeNull() {
        Schema schema = SchemaBuilder.struct()
                .field(
                        "body",
                        SchemaBuilder.string().name("io.pgcopy.data.Jsonb").build())
                .build();
        Struct row = (Struct) passed(schema, new Struct(schema).put("body", "")).value();
        assertThat(row.getString("body")).isEqualTo("null");
    }

    @Test
    void dropsAllSlices() {
        ChunkGuard<SinkRecord> guard = guard(Map.of("mode", "drop"));
        assertThat(guard.apply(head)).isNull();
        assertThat(guard.apply(tail)).isNull();
    }

    @Test
    void letsWholeRecordsPass() {
        SinkRecord whole = new SinkRecord("t", 0, null, null, SCHEMA, row(null, ""), 1);
        for (String mode : List.of("fail", "head-only-null", "drop")) {
            assertThat(guard(Map.of("mode", mode)).apply(whole)).isSameAs(whole);
        }
    }

    @Test
    void isFoundByItsServiceFile() {
        assertThat(ServiceLoader.load(Transformation.class)).anyMatch(found -> found.getClass() == ChunkGuard.class);
    }

    private SinkRecord passed(Schema schema, Struct value) {
        SinkRecord record = new SinkRecord("t", 0, null, null, schema, value, 1);
        BlobSequence own = new BlobSequence(
                BlobAttempt.of(1, new BlobToken(1, 1)),
                new BlobManifest(List.of(new SlicedColumn("body", 3)), "(0,1)"),
                1);
        record.headers()
                .addString(BlobChunk.HEADER, own.next(new byte[] {1, 2, 3}).format());
        return Objects.requireNonNull(guard(Map.of("mode", "head-only-null")).apply(record));
    }

    private static SinkRecord keyed(@Nullable Schema keySchema, Object key) {
        SinkRecord record = new SinkRecord("t", 0, keySchema, key, SCHEMA, row(new byte[] {1, 2, 3}, ""), 1);
        BlobSequence own = new BlobSequence(
                BlobAttempt.of(0xFADE, new BlobToken(1, 1)),
                new BlobManifest(List.of(new SlicedColumn("body", 3)), "1"),
                1);
        record.headers()
                .addString(BlobChunk.HEADER, own.next(new byte[] {1, 2, 3}).format());
        return Objects.requireNonNull(guard(Map.of("mode", "head-only-null")).apply(record));
    }

    private SinkRecord record(byte @Nullable [] body, String text) {
        SinkRecord record = new SinkRecord("t", 0, null, null, SCHEMA, row(body, text), 1);
        byte[] slice = body == null ? text.getBytes(StandardCharsets.UTF_8) : body;
        record.headers().addString(BlobChunk.HEADER, sequence.next(slice).format());
        return record;
    }

    private static Struct row(byte @Nullable [] body, String text) {
        return new Struct(SCHEMA).put("id", 7L).put("body", body).put("text", text);
    }

    private static ChunkGuard<SinkRecord> guard(Map<String, String> settings) {
        ChunkGuard<SinkRecord> guard = new ChunkGuard<>();
        guard.configure(settings);
        return guard;
    }
}
