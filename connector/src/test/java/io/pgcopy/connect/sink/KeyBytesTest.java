/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.sink;

import io.pgcopy.connect.codec.CodecOptions;
import io.pgcopy.connect.codec.CodecRegistry;
import io.pgcopy.connect.db.KeyColumns;
import io.pgcopy.connect.db.KeyColumns.Nulls;
import io.pgcopy.connect.row.RowEncoder;
import io.pgcopy.connect.type.Column;
import io.pgcopy.connect.type.PgType;
import io.pgcopy.connect.type.Table;
import io.pgcopy.connect.type.TableId;
import java.util.List;
import java.util.Set;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaBuilder;
import org.apache.kafka.connect.data.Struct;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class KeyBytesTest {
    private static final Schema ROW = SchemaBuilder.struct()
            .field(
                    "code",
                    SchemaBuilder.string().optional().defaultValue("none").build())
            .build();
    private static final Table TABLE = new Table(
            new TableId("public", "t"),
            1,
            Table.Kind.TABLE,
            List.of(new Column("code", new PgType.Scalar(25, "pg_catalog", "text"), -1, "text", false, false, false)),
            List.of(),
            0);

    @Test
    void equalKeysHaveEqualBytes() {
        KeyBytes keys = keys(Nulls.DISTINCT);
        assertThat(keys.areExact()).isTrue();
        assertThat(keys.of(row().put("code", "a"))).isEqualTo(keys.of(row().put("code", "a")));
        assertThat(keys.of(row().put("code", "a"))).isNotEqualTo(keys.of(row().put("code", "b")));
    }

    @Test
    void aRowWhoseKeyHasANullIsLikeNoOtherWhateverDefaultItsSchemaHas() {
        assertThat(keys(Nulls.DISTINCT).of(row())).isNull();
    }

    @Test
    void orLikeTheOthersOfItsKindWhereTheIndexSaysSo() {
        KeyBytes keys = keys(Nulls.EQUAL);
        assertThat(keys.of(row())).isNotNull().isEqualTo(keys.of(row()));
        assertThat(keys.of(row())).isNotEqualTo(keys.of(row().put("code", "none")));
    }

    private static Struct row() {
        return new Struct(ROW);
    }

    private static KeyBytes keys(Nulls nulls) {
        RowEncoder encoder = RowEncoder.of(TABLE, ROW, Set.of("code"), CodecRegistry.of(CodecOptions.DEFAULT));
        return new KeyBytes(encoder, new KeyColumns(List.of("code"), nulls, true));
    }
}
