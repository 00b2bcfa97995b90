/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.db;

import io.pgcopy.connect.type.BuiltIn;
import io.pgcopy.connect.type.TableId;
import java.util.List;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class SampleStatementsTest {
    private static final ReadFrom T = new ReadFrom(new TableId("s", "t"), true, List.of(new TableId("s", "u")));

    @Test
    void measuresAFewBlocks() {
        String sql = SampleStatements.measure(
                T,
                12.5,
                List.of(new MeasuredColumn("a", BuiltIn.BYTEA), new MeasuredColumn("Doc", BuiltIn.JSONB)),
                List.of("id", "n"));
        assertThat(sql)
                .isEqualTo(
                        "SELECT v.number, pg_catalog.count(*) AS row_count, pg_catalog.count(v.stored) AS value_count,"
                                + " coalesce(pg_catalog.sum(v.stored), 0)::int8 AS stored, coalesce(pg_catalog.sum(v.sent), 0)::int8 AS sent,"
                                + " coalesce(pg_catalog.sum(v.stored) FILTER (WHERE v.sent IS NOT NULL), 0)::int8 AS stored_of_sent,"
                                + " coalesce(pg_catalog.max(v.sent), 0)::int8 AS largest, pg_catalog.count(v.method) AS compressed"
                                + " FROM (SELECT coalesce(pg_catalog.pg_column_size(\"id\"), 0)::int8"
                                + " + coalesce(pg_catalog.pg_column_size(\"n\"), 0)::int8 AS rest, \"a\" AS c1, \"Doc\" AS c2,"
                                + " pg_catalog.row_number() OVER () AS n FROM ONLY \"s\".\"t\" TABLESAMPLE SYSTEM (12.500000)"
                                + " REPEATABLE (0)"
                                + " WHERE tableoid NOT IN ('\"s\".\"u\"'::pg_catalog.regclass)) AS s"
                                + " CROSS JOIN LATERAL (VALUES (0, s.rest, s.rest, NULL::pg_catalog.text),"
                                + " (1, pg_catalog.pg_column_size(s.c1), pg_catalog.octet_length(s.c1),"
                                + " pg_catalog.pg_column_compression(s.c1)),"
                                + " (2, pg_catalog.pg_column_size(s.c2), CASE WHEN s.n <= 64 AND"
                                + " pg_catalog.pg_column_size(s.c2) <= 65536 THEN"
                                + " pg_catalog.octet_length(s.c2::pg_catalog.text) END,"
                                + " pg_catalog.pg_column_compression(s.c2))) AS v (number, stored, sent, method)"
                                + " GROUP BY v.number");
    }

    @Test
    void measuresOnlyTypesThatMayBeCompressed() {
        assertThat(MeasuredColumn.can(BuiltIn.BYTEA)).isTrue();
        assertThat(MeasuredColumn.can(BuiltIn.INT8)).isFalse();
        assertThatThrownBy(() -> new MeasuredColumn("n", BuiltIn.INT8).length("s.c1"))
                .isInstanceOf(IllegalStateException.class);
    }
}
