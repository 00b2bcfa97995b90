/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.row;

import io.pgcopy.connect.codec.CodecOptions;
import io.pgcopy.connect.codec.CodecRegistry;
import io.pgcopy.connect.copy.TupleBuffer;
import io.pgcopy.connect.type.Column;
import io.pgcopy.connect.type.Table;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.HexFormat;
import java.util.Set;
import org.apache.kafka.connect.data.Date;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaBuilder;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.errors.DataException;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class RowEncoderTest {
    private static final Schema RECORD = SchemaBuilder.struct()
            .field("id", Schema.INT64_SCHEMA)
            .field("note", Schema.OPTIONAL_STRING_SCHEMA)
            .build();

    private final CodecRegistry registry = CodecRegistry.of(CodecOptions.DEFAULT);
    private final TupleBuffer buffer = new TupleBuffer();

    @Test
    void writesFieldsInTheOrderOfTheTablesColumns() {
        RowEncoder encoder = encoder(RECORD, Tables.column("note", "text"), Tables.required("id", "int8"));
        encoder.encode(new Struct(RECORD).put("id", 7L).put("note", "ab"), buffer);
        assertThat(encoder.columns()).extracting(Column::name).containsExactly("note", "id");
        assertThat(hex()).isEqualTo("0002" + "000000026162" + "000000080000000000000007");
    }

    @Test
    void convertsToTheColumnsTypeAndNotTheRecords() {
        RowEncoder encoder = encoder(RECORD, Tables.column("note", "uuid"), Tables.column("id", "int2"));
        encoder.encode(new Struct(RECORD).put("id", 7L), buffer);
        assertThat(hex()).isEqualTo("0002" + "ffffffff" + "000000020007");
    }

    @Test
    void takesByteArraysAndBuffersAlike() {
        Schema record = SchemaBuilder.struct().field("b", Schema.BYTES_SCHEMA).build();
        RowEncoder encoder = encoder(record, Tables.column("b", "bytea"));
        encoder.encode(new Struct(record).put("b", new byte[] {0, 1}), buffer);
        String array = hex();
        buffer.clear();
        encoder.encode(new Struct(record).put("b", ByteBuffer.wrap(new byte[] {9, 0, 1}, 1, 2)), buffer);
        assertThat(hex()).isEqualTo(array).isEqualTo("0001" + "000000020001");
    }

    @Test
    void writesANullAsNullWhateverTheSchemasDefault() {
        Schema record = SchemaBuilder.struct()
                .field("a", SchemaBuilder.int32().optional().defaultValue(5).build())
                .build();
        Struct row = new Struct(record).put("a", null);
        encoder(record, Tables.column("a", "int4")).encode(row, buffer);
        assertThat(hex()).isEqualTo("0001" + "ffffffff");
    }

    @Test
    void leavesGeneratedColumnsOut() {
        RowEncoder encoder = encoder(RECORD, Tables.column("id", "int8"), Tables.generated("note", "text"));
        assertThat(encoder.columns()).extracting(Column::name).containsExactly("id");
    }

    @Test
    void leavesOutColumnsThatTheRecordLacksAndTheServerCanFill() {
        RowEncoder encoder = encoder(
                RECORD,
                Tables.column("other", "inet"),
                Tables.defaulted("at", "timestamptz"),
                Tables.column("id", "int8"),
                Tables.column("note", "text"));
        assertThat(encoder.columns()).extracting(Column::name).containsExactly("id", "note");
    }

    @Test
    void writesTheChosenFieldsOnly() {
        Table table = Tables.of(Tables.column("id", "int8"));
        RowEncoder encoder = RowEncoder.of(table, RECORD, Set.of("id"), registry);
        encoder.encode(new Struct(RECORD).put("id", 1L).put("note", "x"), buffer);
        assertThat(hex()).isEqualTo("0001" + "000000080000000000000001");
    }

    @Test
    void refusesAFieldWithoutAColumn() {
        assertThatThrownBy(() -> encoder(RECORD, Tables.column("id", "int8")))
                .isInstanceOf(DataException.class)
                .hasMessageContaining("public.t has no column for the record's field note");
    }

    @Test
    void refusesARecordThatLacksARequiredColumn() {
        assertThatThrownBy(() -> encoder(
                        RECORD,
                        Tables.column("id", "int8"),
                        Tables.column("note", "text"),
                        Tables.required("owner", "text")))
                .isInstanceOf(DataException.class)
                .hasMessageContaining("public.t column owner is NOT NULL and has no default");
    }

    @Test
    void refusesAPairThatIsNotOnTheAllowListNamingBothTypes() {
        assertThatThrownBy(() -> encoder(RECORD, Tables.column("id", "timestamptz"), Tables.column("note", "text")))
                .isInstanceOf(DataException.class)
                .hasMessage("public.t column id: a field of INT64 cannot be written to a column of timestamptz");
        Schema dates = SchemaBuilder.struct().field("id", Date.SCHEMA).build();
        assertThatThrownBy(() -> encoder(dates, Tables.column("id", "int4")))
                .isInstanceOf(DataException.class)
                .hasMessageContaining("INT32 (org.apache.kafka.connect.data.Date)")
                .hasMessageContaining("int4");
    }

    @Test
    void takesTextAloneIntoATypeWithoutACodec() {
        RowEncoder encoder = encoder(RECORD, Tables.column("id", "int8"), Tables.column("note", "aclitem"));
        assertThat(encoder.asText()).containsExactly("note");
        assertThat(encoder(RECORD, Tables.column("id", "int8"), Tables.column("note", "text"))
                        .asText())
                .isEmpty();
        assertThatThrownBy(() -> encoder(RECORD, Tables.column("id", "aclitem"), Tables.column("note", "text")))
                .isInstanceOf(DataException.class)
                .hasMessageContaining("public.t column id")
                .hasMessageContaining("aclitem");
    }

    @Test
    void refusesARecordThatIsNoStruct() {
        assertThatThrownBy(() -> encoder(Schema.STRING_SCHEMA, Tables.column("id", "int8")))
                .isInstanceOf(DataException.class)
                .hasMessageContaining("STRUCT");
    }

    @Test
    void takesBackATupleWhoseValueDoesNotFitAndNamesItsColumn() {
        RowEncoder encoder = encoder(RECORD, Tables.column("note", "text"), Tables.column("id", "int4"));
        encoder.encode(new Struct(RECORD).put("id", 1L).put("note", "a"), buffer);
        String before = hex();
        assertThatThrownBy(() ->
                        encoder.encode(new Struct(RECORD).put("id", 1L << 40).put("note", "b"), buffer))
                .isInstanceOf(DataException.class)
                .hasMessageContaining("public.t column id")
                .hasMessageContaining("out of the range of int4");
        assertThat(buffer.tuples()).isEqualTo(1);
        assertThat(hex()).isEqualTo(before);
    }

    @Test
    void refusesANullInANotNullColumn() {
        RowEncoder encoder = encoder(RECORD, Tables.column("id", "int8"), Tables.required("note", "text"));
        assertThatThrownBy(() -> encoder.encode(new Struct(RECORD).put("id", 1L), buffer))
                .isInstanceOf(DataException.class)
                .hasMessage("public.t column note: null in a NOT NULL column");
        assertThat(buffer.bytes()).isZero();
    }

    @Test
    void takesRecordsOfAnEqualSchemaAndNoOther() {
        RowEncoder encoder = encoder(RECORD, Tables.column("id", "int8"), Tables.column("note", "text"));
        Schema equal = SchemaBuilder.struct()
                .field("id", Schema.INT64_SCHEMA)
                .field("note", Schema.OPTIONAL_STRING_SCHEMA)
                .build();
        encoder.encode(new Struct(equal).put("id", 1L), buffer);
        assertThat(buffer.tuples()).isEqualTo(1);
        Schema swapped = SchemaBuilder.struct()
                .field("note", Schema.OPTIONAL_STRING_SCHEMA)
                .field("id", Schema.INT64_SCHEMA)
                .build();
        assertThatThrownBy(() -> encoder.encode(new Struct(swapped).put("id", 1L), buffer))
                .isInstanceOf(IllegalArgumentException.class);
    }

    private RowEncoder encoder(Schema schema, Column... columns) {
        return RowEncoder.of(Tables.of(columns), schema, Set.of(), registry);
    }

    private String hex() {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        buffer.writeTo(out::write, 0, buffer.tuples());
        return HexFormat.of().formatHex(out.toByteArray());
    }
}
