/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.sink;

import io.pgcopy.connect.blob.BlobManifest;
import io.pgcopy.connect.blob.BlobManifest.SlicedColumn;
import io.pgcopy.connect.type.Column;
import io.pgcopy.connect.type.PgType;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaBuilder;
import org.apache.kafka.connect.errors.DataException;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** Which slices of a row that is written while it arrives go where. */
class StreamedColumnsTest {
    private static final BlobManifest MANIFEST =
            new BlobManifest(List.of(new SlicedColumn("a", 4), new SlicedColumn("b", 2), new SlicedColumn("c", 3)), "");
    private static final Schema SCHEMA = SchemaBuilder.struct()
            .field("a", Schema.STRING_SCHEMA)
            .field("b", Schema.STRING_SCHEMA)
            .field("c", Schema.STRING_SCHEMA)
            .build();

    @Test
    void slicesOfAColumnThatIsNotWrittenAreLeftOut() {
        assertThat(passedOn("text", "c", "a")).containsExactly("aa", "aa", "ccc", "end");
        assertThat(passedOn("text", "b")).containsExactly("bb", "end");
    }

    @Test
    void aRowOfWhichNoSlicedColumnIsWrittenEndsAllTheSame() {
        assertThat(passedOn("text", "id")).containsExactly("end");
    }

    @Test
    void theColumnsThatAreWrittenComeLast() {
        List<Column> columns = columns("text", "c", "id", "a");
        StreamTarget target = new StreamTarget(columns, WrittenSlices.among(columns, MANIFEST), SCHEMA);
        assertThat(target.order()).containsExactly("id", "a", "c");
    }

    @Test
    void xmlThatSaysItIsInAnotherEncodingIsRefused() {
        List<Column> columns = columns("xml", "a", "b");
        StreamTarget target = new StreamTarget(columns, WrittenSlices.among(columns, MANIFEST), SCHEMA);
        ByteBuffer latin1 = bytes("<?xml version=\"1.0\" encoding=\"ISO-8859-1\"?><a>é");
        assertThatThrownBy(() -> target.check(1, latin1))
                .isInstanceOf(DataException.class)
                .hasMessageContaining("column b")
                .hasMessageContaining("UTF-8");
        assertThat(latin1.position()).isZero();
        assertThatCode(() -> target.check(0, bytes("<?xml version='1.0' encoding='UTF-8'?><a>é")))
                .doesNotThrowAnyException();
        assertThatCode(() -> target.check(0, bytes("<a>é"))).doesNotThrowAnyException();
    }

    private static List<String> passedOn(String type, String... columns) {
        List<String> got = new ArrayList<>();
        BlobStream stream = new BlobStream() {
            @Override
            public void append(ByteBuffer slice) {
                got.add(StandardCharsets.UTF_8.decode(slice).toString());
            }

            @Override
            public void finish() {
                got.add("end");
            }
        };
        WrittenSlices slices =
                new WrittenSlices(MANIFEST, WrittenSlices.among(columns(type, columns), MANIFEST), stream);
        Stream.of("aa", "aa", "bb", "ccc").forEach(slice -> slices.append(bytes(slice)));
        slices.finish();
        return got;
    }

    private static List<Column> columns(String type, String... names) {
        PgType of = new PgType.Scalar(25, "pg_catalog", type);
        return Stream.of(names)
                .map(name -> new Column(name, of, -1, type, false, false, false))
                .toList();
    }

    private static ByteBuffer bytes(String text) {
        return ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8));
    }
}
