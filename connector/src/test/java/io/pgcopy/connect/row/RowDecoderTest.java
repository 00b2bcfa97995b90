/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.row;

import io.pgcopy.connect.codec.CodecOptions;
import io.pgcopy.connect.codec.CodecRegistry;
import io.pgcopy.connect.copy.CopyStreamReader;
import io.pgcopy.connect.type.Column;
import io.pgcopy.connect.type.PgType;
import io.pgcopy.connect.type.Table;
import java.math.BigDecimal;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.apache.kafka.connect.data.Decimal;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.errors.DataException;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class RowDecoderTest {
    private static final String HEADER = "5047434f50590aff0d0a00 00000000 00000000";
    private static final int NUMERIC_12_2 = (12 << 16 | 2) + 4;

    private final CodecRegistry registry = CodecRegistry.of(CodecOptions.DEFAULT);

    @Test
    void makesAStructOfATuple() {
        RowDecoder decoder = decoder(Tables.required("id", "int8"), Tables.column("name", "text"));
        Struct row = decoder.decode(tuple("0002 00000008 0000000000000007 00000002 6162"));
        assertThat(row)
                .isEqualTo(new Struct(decoder.valueSchema()).put("id", 7L).put("name", "ab"));
        row.validate();
    }

    @Test
    void leavesNullWhereAFieldIsNull() {
        RowDecoder decoder = decoder(Tables.column("a", "bool"), Tables.column("b", "int4"));
        Struct row = decoder.decode(tuple("0002 ffffffff ffffffff"));
        assertThat(row.get("a")).isNull();
        assertThat(row.get("b")).isNull();
        row.validate();
    }

    @Test
    void keepsAnEmptyValueApartFromNull() {
        RowDecoder decoder = decoder(Tables.column("a", "text"), Tables.column("b", "bytea"));
        Struct row = decoder.decode(tuple("0002 00000000 00000000"));
        assertThat(row.get("a")).isEqualTo("");
        assertThat(row.getBytes("b")).isEmpty();
    }

    @Test
    void namesTheTableAndTheColumnsTypesInTheSchema() {
        Column amount = new Column("amount", Tables.type("numeric"), NUMERIC_12_2, "numeric(12,2)", true, false, false);
        Schema schema = decoder(amount, Tables.column("note", "text")).valueSchema();
        assertThat(schema.name()).isEqualTo("public.t");
        assertThat(schema.parameters()).isEqualTo(Map.of("io.pgcopy.schema", "public", "io.pgcopy.table", "t"));
        Schema field = schema.field("amount").schema();
        assertThat(field.name()).isEqualTo(Decimal.LOGICAL_NAME);
        assertThat(field.isOptional()).isFalse();
        assertThat(field.parameters())
                .isEqualTo(Map.of("scale", "2", "connect.decimal.precision", "12", "io.pgcopy.type", "numeric(12,2)"));
        assertThat(schema.field("note").schema().isOptional()).isTrue();
        assertThat(schema.field("note").schema().parameters()).isEqualTo(Map.of("io.pgcopy.type", "text"));
    }

    @Test
    void carriesADomainAsItsBaseType() {
        Column column = new Column(
                "price",
                new PgType.Domain(16400, "shop", "price", Tables.type("numeric"), NUMERIC_12_2, "numeric(12,2)"),
                -1,
                "shop.price",
                false,
                false,
                false);
        Struct row = decoder(column).decode(tuple("0001 0000000c 0002000000000002 000103e8"));
        assertThat(row.get("price")).isEqualTo(new BigDecimal("1.10"));
    }

    @Test
    void makesAStructOfACompositeUnderTheFieldsOwnSchema() {
        PgType inner = new PgType.Composite(
                16500, "shop", "inner", List.of(new PgType.Attribute("x", Tables.type("int4"), -1, "integer")));
        PgType outer = new PgType.Composite(
                16501, "shop", "outer", List.of(new PgType.Attribute("i", inner, -1, "shop.inner")));
        Column column = new Column("c", outer, -1, "shop.outer", false, false, false);
        // One attribute of type 16500 (4074 in hexadecimal), which has one of type 0 that is 7.
        String content = "00000001 00004074 00000010 00000001 00000000 00000004 00000007";
        Struct row = decoder(column).decode(tuple("0001 0000001c" + content));
        row.validate();
        assertThat(row.getStruct("c").getStruct("i").get("x")).isEqualTo(7);
        assertThat(row.schema().field("c").schema().field("i").schema().parameters())
                .containsEntry("io.pgcopy.type", "shop.inner");
    }

    @Test
    void makesTheKeyInItsOwnOrder() {
        Table table = Tables.of(Tables.required("a", "int4"), Tables.column("b", "text"), Tables.required("c", "int2"));
        RowDecoder decoder = RowDecoder.of(table, table.columns(), List.of("c", "a"), registry);
        Struct row = decoder.decode(tuple("0003 00000004 00000001 ffffffff 00000002 0002"));
        Schema keySchema = Objects.requireNonNull(decoder.keySchema());
        Struct key = decoder.key(row);
        assertThat(keySchema.name()).isEqualTo("public.t.Key");
        assertThat(key).isEqualTo(new Struct(keySchema).put("c", (short) 2).put("a", 1));
    }

    @Test
    void hasNoKeyWithoutKeyColumns() {
        RowDecoder decoder = decoder(Tables.column("a", "int4"));
        assertThat(decoder.keySchema()).isNull();
        assertThat(decoder.key(new Struct(decoder.valueSchema()))).isNull();
    }

    @Test
    void refusesAKeyOfColumnsThatAreNotRead() {
        Table table = Tables.of(Tables.required("a", "int4"), Tables.required("b", "int4"));
        assertThatThrownBy(() -> RowDecoder.of(table, table.columns().subList(0, 1), List.of("b"), registry))
                .isInstanceOf(DataException.class)
                .hasMessageContaining("public.t column b");
    }

    @Test
    void namesTheColumnWhoseBytesAreWrong() {
        RowDecoder decoder = decoder(Tables.column("a", "int4"), Tables.column("b", "int4"));
        assertThatThrownBy(() -> decoder.decode(tuple("0002 00000004 00000001 00000003 000000")))
                .isInstanceOf(DataException.class)
                .hasMessage("public.t column b: expected 4 bytes, found 3");
        assertThatThrownBy(() -> decoder.decode(tuple("0002 00000005 0000000001 ffffffff")))
                .isInstanceOf(DataException.class)
                .hasMessage("public.t column a: expected the end of the field, found 1 more bytes");
    }

    @Test
    void refusesANullWhereTheColumnIsNotNull() {
        assertThatThrownBy(() -> decoder(Tables.required("a", "int4")).decode(tuple("0001 ffffffff")))
                .isInstanceOf(DataException.class)
                .hasMessageContaining("public.t column a")
                .hasMessageContaining("NULL");
    }

    @Test
    void refusesATupleOfAnotherWidth() {
        assertThatThrownBy(() -> decoder(Tables.column("a", "int4")).decode(tuple("0002 ffffffff ffffffff")))
                .isInstanceOf(DataException.class)
                .hasMessage("public.t: expected 1 fields in a tuple, found 2");
    }

    private RowDecoder decoder(Column... columns) {
        return RowDecoder.of(Tables.of(columns), List.of(columns), List.of(), registry);
    }

    private static CopyStreamReader tuple(String hex) {
        byte @Nullable [][] next = {HexFormat.of().parseHex((HEADER + hex).replace(" ", ""))};
        CopyStreamReader reader = new CopyStreamReader(() -> {
            byte @Nullable [] message = next[0];
            next[0] = null;
            return message;
        });
        reader.nextTuple();
        return reader;
    }
}
