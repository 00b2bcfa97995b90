/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.source;

import io.pgcopy.connect.blob.BlobChunk;
import io.pgcopy.connect.blob.BlobManifest;
import io.pgcopy.connect.codec.CodecOptions;
import io.pgcopy.connect.config.LargeValueConfig;
import io.pgcopy.connect.copy.CopyStreamReader;
import io.pgcopy.connect.metrics.ColumnMetrics;
import io.pgcopy.connect.metrics.SourceMetrics;
import io.pgcopy.connect.row.RowDecoder;
import io.pgcopy.connect.type.Column;
import io.pgcopy.connect.type.PgType;
import io.pgcopy.connect.type.Table;
import io.pgcopy.connect.type.TableId;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import org.apache.kafka.connect.errors.DataException;
import org.apache.kafka.connect.header.Headers;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** Tuples as the slicing statement sends them: the row, the value's length, its number, the offset, the slice. */
class SlicedRowsTest {
    private static final String HEADER = "5047434f50590aff0d0a000000000000000000";
    private static final int SLICE = 100;

    private final Deque<byte[]> messages =
            new ArrayDeque<>(List.of(HexFormat.of().parseHex(HEADER)));

    @Test
    void refusesTheNextRowWhereASliceIsMissing() {
        tuple(1, "x".repeat(6_000), 150, 0, SLICE);
        tuple(2, "small", null, null, null);
        SlicedRows rows = rows();
        assertThat(rows.advance()).isTrue();
        assertThatThrownBy(rows::advance)
                .isInstanceOf(DataException.class)
                .hasMessage("expected more slices of a row, found the next row");
    }

    @Test
    void namesARowByItsNumberInTheReading() {
        tuple(1, "small", null, null, null);
        tuple(2, "small", 150, 0, SLICE);
        tuple(2, null, 150, SLICE, 50);
        tuple(3, "small", null, null, null);
        tuple(4, "small", 80, 0, 80);
        SlicedRows rows = rows();
        assertThat(reference(rows)).isNull();
        assertThat(reference(rows)).isEqualTo("2");
        assertThat(reference(rows)).isNull();
        assertThat(reference(rows)).isNull();
        assertThat(reference(rows)).isEqualTo("4");
        assertThat(rows.advance()).isFalse();
    }

    private static @Nullable String reference(SlicedRows rows) {
        assertThat(rows.advance()).isTrue();
        Headers headers = rows.headers();
        if (headers == null) {
            return null;
        }
        BlobManifest manifest = BlobChunk.parse(
                        (String) headers.lastWithName(BlobChunk.HEADER).value())
                .manifest();
        return manifest == null ? null : manifest.rowReference();
    }

    private SlicedRows rows() {
        messages.add(new byte[] {-1, -1});
        List<Column> columns = List.of(column("id", "int4"), column("note", "text"), column("photo", "bytea"));
        Table table = new Table(new TableId("public", "t"), 16384, Table.Kind.TABLE, columns, List.of(), 0);
        ReadPlan plan = new ReadPlan(table, columns, Set.of(), List.of(), "t", CodecOptions.DEFAULT);
        RowDecoder decoder = plan.decoder();
        LargeValueConfig config = new LargeValueConfig(LargeValueConfig.Mode.CHUNK, 5_000, SLICE, 10_000, false);
        RecordSize size = new RecordSize(config, decoder.valueSchema(), decoder.keySchema());
        SourceMetrics metrics = new SourceMetrics(1, () -> 0L, new ColumnMetrics("source-storage", "test", 0));
        RecordLimit limit = new RecordLimit(plan, config, size, metrics);
        return new SlicedRows(
                new CopyStreamReader(messages::poll),
                decoder,
                new ChunkPlan(LargeColumns.of(decoder, List.of()), limit, 7, 1, metrics));
    }

    private static Column column(String name, String type) {
        return new Column(name, new PgType.Scalar(0, "pg_catalog", type), -1, type, false, false, false);
    }

    private void tuple(
            int id,
            @Nullable String note,
            @Nullable Integer length,
            @Nullable Integer offset,
            @Nullable Integer slice) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (DataOutputStream out = new DataOutputStream(bytes)) {
            out.writeShort(7);
            number(out, id);
            field(out, note == null ? null : note.getBytes(StandardCharsets.UTF_8));
            field(out, null);
            number(out, length);
            number(out, length == null ? null : 1);
            number(out, offset);
            field(out, slice == null ? null : new byte[slice]);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        messages.add(bytes.toByteArray());
    }

    private static void number(DataOutputStream out, @Nullable Integer number) throws IOException {
        out.writeInt(number == null ? -1 : 4);
        if (number != null) {
            out.writeInt(number);
        }
    }

    private static void field(DataOutputStream out, byte @Nullable [] field) throws IOException {
        out.writeInt(field == null ? -1 : field.length);
        if (field != null) {
            out.write(field);
        }
    }
}
