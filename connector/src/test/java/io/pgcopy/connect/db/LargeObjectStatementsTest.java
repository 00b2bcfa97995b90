/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.db;

import io.pgcopy.connect.type.TableId;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class LargeObjectStatementsTest {
    @Test
    void removesAnObjectOnlyWhereTheRowOfItsKeyHasItNot() {
        LargeObjectStatements statements = new LargeObjectStatements(
                new TableId("public", "t"),
                List.of("id", "photo", "film"),
                new KeyColumns(List.of("id"), KeyColumns.Nulls.NONE),
                Set.of("photo", "film"),
                Map.of("photo", 4_000_000_000L));
        assertThat(statements.unlink())
                .containsExactly("SELECT pg_catalog.lo_unlink(CAST(4000000000 AS oid)) WHERE NOT EXISTS (SELECT FROM"
                        + " \"public\".\"t\" AS t, \"pg_temp\".\"pgcopy_stage\" AS s WHERE t.\"id\" = s.\"id\""
                        + " AND t.\"photo\" = CAST(4000000000 AS oid))");
    }
}
