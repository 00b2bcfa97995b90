/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.sink;

import io.pgcopy.connect.blob.BlobChunk;
import io.pgcopy.connect.blob.BlobManifest;
import io.pgcopy.connect.blob.BlobManifest.SlicedColumn;
import java.nio.ByteBuffer;
import java.util.List;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaBuilder;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.sink.SinkRecord;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** A null of a record stays one on its way into a row, whatever default its schema has. */
class RowShapeTest {
    private static final Schema OPTIONAL =
            SchemaBuilder.string().optional().defaultValue("default").build();
    private static final Schema VALUE = SchemaBuilder.struct()
            .field("id", Schema.INT64_SCHEMA)
            .field("note", OPTIONAL)
            .field("content", Schema.OPTIONAL_BYTES_SCHEMA)
            .build();
    private static final Schema KEY =
            SchemaBuilder.struct().field("part", OPTIONAL).build();

    @Test
    void ofAValueWithItsPlaceInKafka() {
        RowShape shape = new RowShape.Builder()
                .value(VALUE)
                .place("topic", "partition", "offset")
                .build();
        Struct row = shape.row(value(), record());
        assertThat(row.getWithoutDefault("note")).isNull();
        assertThat(row.getInt64("id")).isEqualTo(7);
        assertThat(row.getInt64("offset")).isEqualTo(3);
    }

    @Test
    void ofAKeysField() {
        RowShape shape =
                new RowShape.Builder().value(VALUE).keyField(KEY.field("part")).build();
        assertThat(shape.row(value(), record()).getWithoutDefault("part")).isNull();
    }

    /** Deletes go by the key, and so must what they are to find. */
    @Test
    void ofFieldsOfOneNameTheKeysCounts() {
        Schema key = SchemaBuilder.struct().field("id", Schema.INT64_SCHEMA).build();
        RowShape built =
                new RowShape.Builder().value(VALUE).keyField(key.field("id")).build();
        for (RowShape shape : List.of(built, built.orValue(VALUE))) {
            Struct row = shape.row(value(), keyed(key, 900L));
            assertThat(row.getInt64("id")).isEqualTo(900);
            assertThat(row.getWithoutDefault("note")).isNull();
        }
        Struct value = value();
        assertThat(built.orValue(VALUE).row(value, keyed(key, 7L))).isSameAs(value);
        assertThat(built.orValue(VALUE).row(value, record(null, null))).isSameAs(value);
    }

    private static SinkRecord keyed(Schema key, long id) {
        return record(key, new Struct(key).put("id", id));
    }

    private static SinkRecord record(@Nullable Schema keySchema, @Nullable Object key) {
        return new SinkRecord("t", 0, keySchema, key, VALUE, value(), 3);
    }

    @Test
    void ofARowThatCameInSlices() {
        BlobManifest manifest = new BlobManifest(List.of(new SlicedColumn("content", 2)), "");
        AssembledRow row = new AssembledRow(manifest, record());
        row.append(ByteBuffer.wrap(new byte[] {1, 2}));
        Struct whole = (Struct) row.record(record()).value();
        assertThat(whole.getWithoutDefault("note")).isNull();
        assertThat(whole.getBytes("content")).containsExactly(1, 2);
    }

    /** Whichever way it goes, its place is that of its first slice: pk.mode=kafka finds it again by that. */
    @Test
    void ofARowInSlicesWithThePlaceOfItsFirst() {
        SinkRecord head = record();
        SinkRecord tail = new SinkRecord("t", 0, null, null, VALUE, value(), 9);
        tail.headers().addString(BlobChunk.HEADER, "of the last slice");
        AssembledRow assembled = new AssembledRow(new BlobManifest(List.of(new SlicedColumn("content", 1)), ""), head);
        assembled.append(ByteBuffer.wrap(new byte[] {1}));
        SinkRecord made = assembled.record(tail);
        RowShape shape = new RowShape.Builder()
                .value(VALUE)
                .place("topic", "partition", "offset")
                .build();
        assertThat(made.originalKafkaOffset()).isEqualTo(9);
        assertThat(shape.row((Struct) made.value(), made).getInt64("offset"))
                .isEqualTo(shape.row((Struct) head.value(), head).getInt64("offset"))
                .isEqualTo(3);
        SinkRecord foreign = record();
        foreign.headers().addString("pgcopy.assembled.begin", "anybody's");
        assertThat(shape.row((Struct) foreign.value(), foreign).getInt64("offset"))
                .isEqualTo(3);
    }

    private static Struct value() {
        return new Struct(VALUE).put("id", 7L).put("note", null);
    }

    private static SinkRecord record() {
        return new SinkRecord("t", 0, KEY, new Struct(KEY).put("part", null), VALUE, value(), 3);
    }
}
