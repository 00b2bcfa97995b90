/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.db;

import io.pgcopy.connect.type.TableId;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class SlicedColumnsTest {
    private static final ReadFrom TABLE = ReadFrom.all(new TableId("s", "t"));

    @Test
    void cutsOneColumnInTheServer() {
        SlicedColumns columns = new SlicedColumns(List.of("a"), 400, 300, Set.of(), Map.of("note", "NULL"));
        assertThat(columns.copyOut(TABLE, new SelectList(List.of("id", "a", "note", "odd"), Set.of("odd"), Set.of())))
                .isEqualTo("COPY (SELECT t.\"id\","
                        + " CASE WHEN pg_catalog.octet_length(t.\"a\") <= 400 THEN t.\"a\" END,"
                        + " CASE WHEN s.off > 0 AND pg_catalog.pg_column_size(t.\"note\") > 400 THEN NULL ELSE t.\"note\" END,"
                        + " t.\"odd\"::pg_catalog.varchar,"
                        + " CASE WHEN pg_catalog.octet_length(t.\"a\") > 400 THEN pg_catalog.octet_length(t.\"a\")::int4 END, s.k, s.off,"
                        + " CASE s.k WHEN 1 THEN pg_catalog.substring(t.\"a\", s.off + 1, s.step) END"
                        + " FROM \"s\".\"t\" AS t LEFT JOIN LATERAL ("
                        + "SELECT 1 AS k, g::int4 AS off, CASE WHEN pg_catalog.pg_column_size(t.\"a\") >= pg_catalog.octet_length(t.\"a\") THEN 300"
                        + " ELSE 300 * ((pg_catalog.octet_length(t.\"a\") / 8) / 300 + 1) END AS step"
                        + " FROM pg_catalog.generate_series(0, pg_catalog.octet_length(t.\"a\") - 1,"
                        + " CASE WHEN pg_catalog.pg_column_size(t.\"a\") >= pg_catalog.octet_length(t.\"a\") THEN 300"
                        + " ELSE 300 * ((pg_catalog.octet_length(t.\"a\") / 8) / 300 + 1) END) AS g"
                        + " WHERE pg_catalog.octet_length(t.\"a\") > 400) AS s ON true) TO STDOUT (FORMAT binary)");
    }

    @Test
    void keepsColumnsApartAndNotNullOnesEmpty() {
        SlicedColumns columns = new SlicedColumns(List.of("a", "b\"b"), 400, 300, Set.of("a"), Map.of());
        ReadFrom from = new ReadFrom(new TableId("s", "t"), false, List.of(new TableId("s", "c")));
        assertThat(columns.copyOut(from, SelectList.of(List.of("a", "b\"b"))))
                .contains("CASE WHEN pg_catalog.octet_length(t.\"a\") <= 400 THEN t.\"a\" ELSE ''::bytea END")
                .contains("CASE WHEN pg_catalog.octet_length(t.\"b\"\"b\") <= 400 THEN t.\"b\"\"b\" END")
                .contains("WHEN 2 THEN pg_catalog.substring(t.\"b\"\"b\",")
                .contains(" UNION ALL SELECT 2 AS k")
                .endsWith(" AS s ON true WHERE t.tableoid NOT IN ('\"s\".\"c\"'::pg_catalog.regclass))"
                        + " TO STDOUT (FORMAT binary)");
    }

    @Test
    void measuresALargeObjectAndCutsIt() {
        SlicedColumns columns = new SlicedColumns(List.of("o"), 400, 300, Set.of(), Map.of());
        assertThat(columns.copyOut(TABLE, new SelectList(List.of("o"), Set.of(), Set.of("o"))))
                .isEqualTo(
                        "COPY (SELECT CASE WHEN o1.length <= 400 THEN pg_catalog.lo_get(t.\"o\"::pg_catalog.oid) END,"
                                + " CASE WHEN o1.length > 400 THEN o1.length::int4 END, s.k, s.off,"
                                + " CASE s.k WHEN 1 THEN pg_catalog.lo_get(t.\"o\"::pg_catalog.oid, s.off, s.step) END"
                                + " FROM \"s\".\"t\" AS t LEFT JOIN LATERAL (SELECT CASE WHEN pg_catalog.lo_close(m.fd) = 0"
                                + " THEN m.length END AS length FROM (SELECT d.fd, pg_catalog.lo_lseek64(d.fd, 0, 2) AS length"
                                + " FROM (SELECT pg_catalog.lo_open(t.\"o\"::pg_catalog.oid, 262144) AS fd OFFSET 0) AS d"
                                + " OFFSET 0) AS m) AS o1 ON true LEFT JOIN LATERAL (SELECT 1 AS k, g::int4 AS off, 300 AS step"
                                + " FROM pg_catalog.generate_series(0, o1.length - 1, 300) AS g WHERE o1.length > 400) AS s ON true)"
                                + " TO STDOUT (FORMAT binary)");
    }
}
