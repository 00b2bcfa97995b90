/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.db;

import io.pgcopy.connect.type.Table.Kind;
import io.pgcopy.connect.type.TableId;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class ReadStatementsTest {
    private static final TableId ODD = new TableId("Sales", "it's a \"table\"");

    @Test
    void copiesColumnsInOrder() {
        assertThat(ReadStatements.copyOut(ReadFrom.all(ODD), SelectList.of(List.of("id", "Na\"me"))))
                .isEqualTo("COPY (SELECT \"id\", \"Na\"\"me\" FROM \"Sales\".\"it's a \"\"table\"\"\")"
                        + " TO STDOUT (FORMAT binary)");
    }

    @Test
    void copiesATableWithoutColumns() {
        assertThat(ReadStatements.copyOut(ReadFrom.all(new TableId("s", "t")), SelectList.of(List.of())))
                .isEqualTo("COPY (SELECT FROM \"s\".\"t\") TO STDOUT (FORMAT binary)");
    }

    @Test
    void leavesOutWhatInherits() {
        assertThat(ReadStatements.copyOut(
                        new ReadFrom(new TableId("s", "t"), true, List.of()), SelectList.of(List.of("a"))))
                .isEqualTo("COPY (SELECT \"a\" FROM ONLY \"s\".\"t\") TO STDOUT (FORMAT binary)");
        assertThat(ReadStatements.copyOut(
                        new ReadFrom(new TableId("s", "t"), false, List.of(new TableId("s", "c"), ODD)),
                        SelectList.of(List.of("a"))))
                .isEqualTo("COPY (SELECT \"a\" FROM \"s\".\"t\" WHERE tableoid NOT IN"
                        + " ('\"s\".\"c\"'::pg_catalog.regclass, '\"Sales\".\"it''s a \"\"table\"\"\"'::pg_catalog.regclass))"
                        + " TO STDOUT (FORMAT binary)");
    }

    @Test
    void locksBeforeTheSnapshot() {
        ReadFrom from = ReadFrom.all(new TableId("s", "t"));
        assertThat(ReadStatements.beginRead(ReadLock.STATEMENT, 17))
                .startsWith("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY; ")
                // Each other statement would take the snapshot.
                .satisfies(sql -> assertThat(sql.split("; "))
                        .hasSizeGreaterThan(1)
                        .allMatch(each -> each.startsWith("SET LOCAL ") || each.startsWith("BEGIN ")));
        assertThat(ReadStatements.lock(from, ReadLock.STATEMENT))
                .isEqualTo("LOCK TABLE \"s\".\"t\" IN ACCESS SHARE MODE");
        assertThat(ReadStatements.beginRead(ReadLock.QUERY, 16)).contains("READ COMMITTED READ ONLY");
        assertThat(ReadStatements.lock(from, ReadLock.QUERY)).isEqualTo("SELECT FROM \"s\".\"t\" LIMIT 0");
    }

    @Test
    void takesTheLockThatTheRelationAndTheRoleAllow() {
        assertThat(List.of(Kind.TABLE, Kind.PARTITIONED, Kind.VIEW))
                .allMatch(kind -> ReadLock.of(kind, true) == ReadLock.STATEMENT)
                .allMatch(kind -> ReadLock.of(kind, false) == ReadLock.QUERY);
        assertThat(List.of(Kind.MATERIALIZED_VIEW, Kind.FOREIGN))
                .allMatch(kind -> ReadLock.of(kind, true) == ReadLock.QUERY);
    }

    @Test
    void endsNoReadingThatTakesLong() {
        assertThat(ReadStatements.beginRead(ReadLock.STATEMENT, 16)).doesNotContain("transaction_timeout");
        assertThat(ReadStatements.beginRead(ReadLock.STATEMENT, 17)).contains("; SET LOCAL transaction_timeout = 0");
    }

    @Test
    void readsTextFormsAndLargeObjects() {
        SelectList select = new SelectList(List.of("a", "b", "c"), Set.of("b"), Set.of("c"));
        assertThat(ReadStatements.copyOut(ReadFrom.all(new TableId("s", "t")), select))
                .isEqualTo("COPY (SELECT \"a\", \"b\"::pg_catalog.varchar, pg_catalog.lo_get(\"c\"::pg_catalog.oid)"
                        + " FROM \"s\".\"t\") TO STDOUT (FORMAT binary)");
    }
}
