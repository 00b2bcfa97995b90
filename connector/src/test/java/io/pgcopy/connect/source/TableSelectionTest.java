/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.source;

import io.pgcopy.connect.catalog.Relation;
import io.pgcopy.connect.config.SourceConfig;
import io.pgcopy.connect.config.TablesConfig;
import io.pgcopy.connect.db.ReadFrom;
import io.pgcopy.connect.type.Table.Kind;
import io.pgcopy.connect.type.TableId;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class TableSelectionTest {
    private static final Relation ORDERS = relation(1, "orders", Kind.TABLE);
    private static final Relation LOG = relation(10, "log", Kind.PARTITIONED);
    private static final Relation LOG_2024 = partition(11, "log_2024", Kind.PARTITIONED, 10);
    private static final Relation LOG_2024_01 = partition(12, "log_2024_01", Kind.TABLE, 11);
    private static final Relation CITY = relation(20, "city", Kind.TABLE);
    private static final Relation CAPITAL = child(21, "capital", 20);
    private static final Relation OLD_CAPITAL = child(22, "old_capital", 21);
    private static final List<Relation> ALL = List.of(CAPITAL, CITY, LOG, LOG_2024, LOG_2024_01, OLD_CAPITAL, ORDERS);

    @Test
    void aPartitionIsReadWithItsParentOnly() {
        assertThat(select("sales.log*").tables()).containsExactly(selected(LOG, false));
    }

    @Test
    void aPartitionIsReadOnItsOwnWhereItsParentIsNotSelected() {
        assertThat(select("sales.log_2024_01").tables()).containsExactly(selected(LOG_2024_01, false));
        assertThat(select("sales.log_*").tables()).containsExactly(selected(LOG_2024, false));
    }

    @Test
    void aParentAloneIsReadWithTheTablesThatInheritFromIt() {
        assertThat(select("sales.city").tables()).containsExactly(selected(CITY, false));
    }

    @Test
    void parentAndChildrenTogetherReadEachRowOnce() {
        assertThat(select("sales.c*, sales.old_capital").tables())
                .containsExactly(selected(CAPITAL, true), selected(CITY, true), selected(OLD_CAPITAL, false));
    }

    @Test
    void rowsBelowASelectedChildAreItsOwnAndTheOthersTheParents() {
        Relation town = child(23, "town", 20);
        TableSelection.Result result =
                TableSelection.of(List.of(CAPITAL, CITY, OLD_CAPITAL, town), tables("sales.city, sales.capital", ""));
        assertThat(result.tables())
                .containsExactly(
                        selected(CAPITAL, false),
                        new SelectedTable(
                                CITY, new ReadFrom(CITY.id(), false, List.of(CAPITAL.id(), OLD_CAPITAL.id()))));
    }

    @Test
    void grantsOnSingleColumnsDoNotTellRowsOfASelectedChildApart() {
        Relation town = child(23, "town", 20);
        Relation city = new Relation(CITY.id(), 20, Kind.TABLE, false, false, false, true, false, false, List.of());
        List<Relation> all = List.of(CAPITAL, city, town);
        assertThat(TableSelection.of(all, tables("sales.city, sales.capital", ""))
                        .problems())
                .extracting(Problem::text)
                .singleElement()
                .asString()
                .contains("names sales.city,", "sales.capital for one", "GRANT SELECT ON \"sales\".\"city\"");
        assertThat(TableSelection.of(all, tables("sales.*", "")).problems()).isEmpty();
        assertThat(TableSelection.of(all, tables("sales.city", "")).problems()).isEmpty();
    }

    @Test
    void whatIsExcludedIsNotThere() {
        assertThat(TableSelection.of(ALL, tables("sales.*", "sales.log*, sales.*c*"))
                        .tables())
                .containsExactly(selected(ORDERS, false));
    }

    @Test
    void anExcludedPartitionIsNotReadThroughItsParentEither() {
        assertThat(TableSelection.of(ALL, tables("sales.log", "sales.log_2024")).tables())
                .containsExactly(selected(LOG, true));
        Relation other = partition(13, "log_2025", Kind.TABLE, 10);
        List<Relation> relations = List.of(LOG, LOG_2024, LOG_2024_01, other);
        assertThat(TableSelection.of(relations, tables("sales.*", "sales.log_2024*")))
                .isEqualTo(new TableSelection.Result(
                        List.of(new SelectedTable(
                                LOG, new ReadFrom(LOG.id(), false, List.of(LOG_2024.id(), LOG_2024_01.id())))),
                        List.of()));
    }

    @Test
    void theRowsOfAnExcludedPartitionedTableAreNotReadThroughItsPartitions() {
        assertThat(TableSelection.of(ALL, tables("sales.log_*, sales.orders", "sales.log_2024"))
                        .tables())
                .containsExactly(selected(ORDERS, false));
        assertThat(TableSelection.of(ALL, tables("sales.*", "sales.log, sales.*c*"))
                        .tables())
                .containsExactly(selected(ORDERS, false));
        assertThat(TableSelection.of(ALL, tables("sales.log_2024_01, sales.orders", "sales.log"))
                        .problems())
                .containsExactly(new Problem(
                        "tables",
                        "names sales.log_2024_01, a partition of a table that tables.exclude leaves out: take one of the"
                                + " two names away."));
    }

    @Test
    void anExcludedChildIsNotReadThroughItsParentEither() {
        Relation town = child(23, "town", 20);
        List<Relation> relations = List.of(CAPITAL, CITY, OLD_CAPITAL, town);
        SelectedTable city =
                new SelectedTable(CITY, new ReadFrom(CITY.id(), false, List.of(CAPITAL.id(), OLD_CAPITAL.id())));
        assertThat(TableSelection.of(relations, tables("sales.city", "sales.capital"))
                        .tables())
                .containsExactly(city);
        assertThat(TableSelection.of(relations, tables("sales.city, sales.old_capital", "sales.capital"))
                        .tables())
                .containsExactly(city, selected(OLD_CAPITAL, false));
    }

    @Test
    void toExcludeAllIsAProblem() {
        assertThat(TableSelection.of(ALL, tables("sales.orders, sales.c*", "sales.*")))
                .isEqualTo(new TableSelection.Result(
                        List.of(),
                        List.of(new Problem(
                                "tables.exclude", "leaves nothing of what tables names: there is no table to read."))));
    }

    @Test
    void tellsEveryNameThatMatchesNothing() {
        assertThat(select("sales.order, sales.x*, sales.orders").problems())
                .extracting(Problem::text)
                .containsExactly(
                        "names sales.order, which does not exist in the database.",
                        "names sales.x*, which matches no table of the database.");
    }

    @Test
    void tellsEveryExcludedNameThatMatchesNothing() {
        assertThat(TableSelection.of(ALL, tables("sales.*", "sales.ordrs, sales.log, sales.tmp_*"))
                        .problems())
                .containsExactly(
                        new Problem("tables.exclude", "names sales.ordrs, which does not exist in the database."));
    }

    @Test
    void tellsHowANameWithUpperCaseIsWritten() {
        Relation upper = relation(5, "Orders", Kind.TABLE);
        assertThat(TableSelection.of(List.of(upper), tables("sales.Orders", "")).problems())
                .extracting(Problem::text)
                .containsExactly("names sales.Orders, which does not exist in the database."
                        + " There is sales.\"Orders\": write names with upper case in double quotes.");
    }

    @Test
    void tellsWhichRightIsMissing() {
        Relation secret = new Relation(
                new TableId("sales", "My Secret"), 5, Kind.TABLE, false, false, false, false, false, false, List.of());
        assertThat(TableSelection.of(List.of(secret), tables("sales.*", "")).problems())
                .extracting(Problem::text)
                .containsExactly(
                        "names sales.My Secret, which the role may not read: GRANT USAGE ON SCHEMA"
                                + " \"sales\" and GRANT SELECT ON \"sales\".\"My Secret\" to it, or add the table to tables.exclude.");
    }

    @Test
    void refusesATableWhosePoliciesHideRows() {
        Relation hidden = new Relation(
                new TableId("sales", "hidden"), 5, Kind.TABLE, false, false, true, true, true, true, List.of());
        assertThat(TableSelection.of(List.of(hidden), tables("sales.*", "")).problems())
                .extracting(Problem::text)
                .singleElement()
                .asString()
                .contains("sales.hidden", "row security policies", "BYPASSRLS");
    }

    @Test
    void aTemporaryTableIsRefusedByNameAndNotMeantByAGlob() {
        Relation temporary = new Relation(
                new TableId("pg_temp_3", "t"), 5, Kind.TABLE, true, false, true, true, true, false, List.of());
        assertThat(TableSelection.of(List.of(temporary, ORDERS), tables("*.*", "")))
                .isEqualTo(new TableSelection.Result(List.of(selected(ORDERS, false)), List.of()));
        assertThat(TableSelection.of(List.of(temporary), tables("pg_temp_3.t", ""))
                        .problems())
                .extracting(Problem::text)
                .singleElement()
                .asString()
                .contains("temporary table pg_temp_3.t");
    }

    private static TableSelection.Result select(String tables) {
        return TableSelection.of(ALL, tables(tables, ""));
    }

    private static TablesConfig tables(String include, String exclude) {
        return SourceConfig.from(Map.of(
                        "connection.url", "jdbc:postgresql://localhost/shop",
                        "tables", include,
                        "tables.exclude", exclude))
                .tables();
    }

    private static SelectedTable selected(Relation relation, boolean only) {
        return new SelectedTable(relation, new ReadFrom(relation.id(), only, List.of()));
    }

    private static Relation relation(int oid, String name, Kind kind) {
        return new Relation(new TableId("sales", name), oid, kind, false, false, true, true, true, false, List.of());
    }

    private static Relation child(int oid, String name, int parent) {
        return new Relation(
                new TableId("sales", name), oid, Kind.TABLE, false, false, true, true, true, false, List.of(parent));
    }

    private static Relation partition(int oid, String name, Kind kind, int parent) {
        return new Relation(
                new TableId("sales", name), oid, kind, false, true, true, true, true, false, List.of(parent));
    }
}
