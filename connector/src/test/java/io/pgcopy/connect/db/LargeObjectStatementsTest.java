/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.db;

import io.pgcopy.connect.type.BuiltIn;
import io.pgcopy.connect.type.PgType;
import io.pgcopy.connect.type.TableId;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class LargeObjectStatementsTest {
    @Test
    void removesAnObjectOnlyWhereTheRowOfItsKeyHasItNot() {
        LargeObjectStatements statements = new LargeObjectStatements(
                new TableId("public", "t"),
                stage("id", "photo", "film"),
                new KeyColumns(List.of("id"), KeyColumns.Nulls.NONE, true),
                Set.of("photo", "film"),
                Map.of("photo", 4_000_000_000L));
        assertThat(statements.unlink())
                .containsExactly("SELECT pg_catalog.lo_unlink(CAST(4000000000 AS oid)) WHERE NOT EXISTS (SELECT FROM"
                        + " \"public\".\"t\" AS t, \"pg_temp\".\"pgcopy_stage\" AS s WHERE t.\"id\" = s.\"id\""
                        + " AND t.\"photo\" = CAST(4000000000 AS oid))");
    }

    @Test
    void looksForEqualNullsOnlyWhereAKeyHasOne() {
        LargeObjectStatements statements = new LargeObjectStatements(
                new TableId("public", "t"),
                stage("id", "photo"),
                new KeyColumns(List.of("id"), KeyColumns.Nulls.EQUAL, true),
                Set.of("photo"),
                Map.of());
        String photo = "CASE WHEN s.\"photo\" IS NOT NULL THEN pg_catalog.lo_from_bytea(0, s.\"photo\") END";
        String staged = "SELECT DISTINCT ON (\"id\") * FROM \"pg_temp\".\"pgcopy_stage\" AS s ORDER BY \"id\", ctid";
        assertThat(statements.insertIgnore())
                .isEqualTo(
                        "INSERT INTO \"public\".\"t\" AS t (\"id\", \"photo\") OVERRIDING SYSTEM VALUE SELECT s.\"id\", "
                                + photo + " FROM (" + staged
                                + ") AS s WHERE NOT EXISTS (SELECT FROM \"public\".\"t\" AS t WHERE"
                                + " t.\"id\" = s.\"id\") AND NOT ((s.\"id\" IS NULL) AND EXISTS (SELECT FROM \"public\".\"t\" AS t"
                                + " WHERE t.\"id\" IS NOT DISTINCT FROM s.\"id\")) ON CONFLICT (\"id\") DO NOTHING");
        String update =
                "UPDATE \"public\".\"t\" AS t SET \"photo\" = " + photo + " FROM (" + staged + " DESC) AS s WHERE ";
        assertThat(statements.update())
                .isEqualTo(update + "t.\"id\" = s.\"id\"; " + update
                        + "(s.\"id\" IS NULL) AND t.\"id\" IS NOT DISTINCT FROM s.\"id\"");
        assertThat(statements.upsert()).endsWith(" ON CONFLICT (\"id\") DO UPDATE SET \"photo\" = EXCLUDED.\"photo\"");
    }

    private static StagedRows stage(String... columns) {
        List<PgType> types =
                Stream.of(columns).<PgType>map(column -> BuiltIn.BYTEA.type()).toList();
        return new StagedRows(new WrittenColumns(List.of(columns), types, Map.of()), List.of());
    }
}
