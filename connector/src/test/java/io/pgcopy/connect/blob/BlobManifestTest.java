/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.blob;

import io.pgcopy.connect.blob.BlobManifest.SlicedColumn;
import java.util.List;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaBuilder;
import org.apache.kafka.connect.data.Struct;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class BlobManifestTest {
    private static final Schema ROW = SchemaBuilder.struct()
            .field("id", Schema.INT64_SCHEMA)
            .field("must", Schema.BYTES_SCHEMA)
            .field("may", Schema.OPTIONAL_STRING_SCHEMA)
            .field("defaulted", SchemaBuilder.int32().optional().defaultValue(7).build())
            .field("other", Schema.STRING_SCHEMA)
            .build();
    private static final BlobManifest SLICED =
            new BlobManifest(List.of(new SlicedColumn("must", 10), new SlicedColumn("may", 10)), "");

    @Test
    void leavesOfSlicedColumnsWhatTheirFieldsNeed() {
        Struct row = new Struct(ROW)
                .put("id", 1L)
                .put("must", new byte[10])
                .put("may", "0123456789")
                .put("other", "kept");
        Struct emptied = SLICED.emptied(row, schema -> new byte[0]);
        assertThat(emptied.getBytes("must")).isEmpty();
        assertThat(emptied.getString("may")).isNull();
        assertThat(emptied.getString("other")).isEqualTo("kept");
        assertThat(emptied.getWithoutDefault("defaulted")).as("null stays null").isNull();
    }

    @Test
    void takesARowWhoseRequiredFieldsAreNotSet() {
        Struct emptied = SLICED.emptied(new Struct(ROW), schema -> new byte[0]);
        assertThat(emptied.getWithoutDefault("id")).isNull();
        assertThat(emptied.getWithoutDefault("other")).isNull();
        assertThat(emptied.getBytes("must")).isEmpty();
    }

    @Test
    void passesOverColumnsThatTheRowHasNot() {
        Schema narrow = SchemaBuilder.struct().field("id", Schema.INT64_SCHEMA).build();
        Struct emptied = SLICED.emptied(new Struct(narrow).put("id", 1L), schema -> new byte[0]);
        assertThat(emptied.getInt64("id")).isEqualTo(1L);
    }
}
