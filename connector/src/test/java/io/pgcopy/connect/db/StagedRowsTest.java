/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.db;

import io.pgcopy.connect.type.BuiltIn;
import io.pgcopy.connect.type.Column;
import io.pgcopy.connect.type.PgType;
import io.pgcopy.connect.type.TableId;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class StagedRowsTest {
    private static final PgType PHOTO = new PgType.Domain(70_000, "public", "photo", BuiltIn.BYTEA.type(), -1, "bytea");
    private static final WrittenColumns COLUMNS = WrittenColumns.of(
            List.of(
                    new Column("id", new PgType.Scalar(20, "pg_catalog", "int8"), -1, "bigint", true, false, false),
                    new Column("a", PHOTO, -1, "photo", false, false, false),
                    new Column("b", BuiltIn.TEXT.type(), -1, "text", false, false, false)),
            Set.of());
    private static final String PUT_TOGETHER = "(SELECT ctid, \"id\","
            + " (SELECT \"a\" FROM \"pg_temp\".\"pgcopy_stage\" WHERE \"a\" IS NOT NULL) AS \"a\","
            + " (SELECT \"b\" FROM \"pg_temp\".\"pgcopy_stage\" WHERE \"b\" IS NOT NULL) AS \"b\""
            + " FROM \"pg_temp\".\"pgcopy_stage\" WHERE \"a\" IS NULL AND \"b\" IS NULL) AS s";

    private final StagingStatements whole = statements(List.of());
    private final StagingStatements apart = statements(List.of("a", "b"));

    @Test
    void aRowInPartsIsPutTogetherByTheStatementThatTakesIt() {
        assertThat(apart.append())
                .isEqualTo("INSERT INTO \"s\".\"t\" AS t (\"id\", \"a\", \"b\") OVERRIDING SYSTEM VALUE"
                        + " SELECT \"id\", \"a\", \"b\" FROM " + PUT_TOGETHER + " ORDER BY ctid");
        assertThat(List.of(apart.upsert(), apart.update(), apart.insertIgnore()))
                .allMatch(sql -> sql.contains(PUT_TOGETHER));
        assertThat(whole.append()).endsWith(" FROM \"pg_temp\".\"pgcopy_stage\" AS s ORDER BY ctid");
    }

    @Test
    void aPartHasNullWhereADomainMayRefuseIt() {
        assertThat(apart.create())
                .contains("AS SELECT \"id\", CAST(\"a\" AS \"pg_catalog\".\"bytea\") AS \"a\", \"b\" FROM");
        assertThat(whole.create()).contains("AS SELECT \"id\", \"a\", \"b\" FROM");
    }

    /** ROW takes in all values that its columns refer to. */
    @Test
    void noRowIsMadeOfValuesThatDoNotFitOne() {
        assertThat(whole.upsert())
                .endsWith(" WHERE CASE WHEN CAST(coalesce(pg_catalog.octet_length(t.\"a\"), 0) AS bigint)"
                        + " + CAST(coalesce(pg_catalog.octet_length(t.\"b\"), 0) AS bigint) < 1000000000"
                        + " THEN CAST(ROW(t.\"a\", t.\"b\") AS record) *<>"
                        + " CAST(ROW(EXCLUDED.\"a\", EXCLUDED.\"b\") AS record) ELSE true END");
        assertThat(List.of(apart.upsert(), apart.update())).noneMatch(sql -> sql.contains("ROW("));
        assertThat(apart.upsert()).endsWith(" DO UPDATE SET \"a\" = EXCLUDED.\"a\", \"b\" = EXCLUDED.\"b\"");
    }

    private static StagingStatements statements(List<String> apart) {
        return new StagingStatements(
                new TableId("s", "t"),
                new StagedRows(COLUMNS, apart),
                new KeyColumns(List.of("id"), KeyColumns.Nulls.NONE, true));
    }
}
