/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.sink;

import io.pgcopy.connect.db.KeyColumns;
import io.pgcopy.connect.db.KeyColumns.Nulls;
import io.pgcopy.connect.db.WrittenColumns;
import io.pgcopy.connect.type.PgType;
import io.pgcopy.connect.type.TableId;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class WriteOrderTest {
    private static final WrittenColumns ID =
            new WrittenColumns(List.of("id"), List.of(new PgType.Scalar(20, "pg_catalog", "int8")), Map.of());

    private static final TableId PARENT = new TableId("public", "parent");
    private static final TableId CHILD = new TableId("public", "child");
    private static final TableId GRANDCHILD = new TableId("public", "grandchild");

    private final WriteOrder order = new WriteOrder();
    private final List<Run> runs = new ArrayList<>();

    @Test
    void writesReferredRowsFirstWhateverCameFirst() {
        rows(GRANDCHILD, CHILD);
        rows(CHILD, PARENT);
        rows(PARENT);
        assertThat(sorted()).containsExactly("rows of parent", "rows of child", "rows of grandchild");
    }

    @Test
    void deletesTheReferringFirst() {
        deletes(PARENT);
        deletes(CHILD, PARENT);
        rows(GRANDCHILD);
        assertThat(sorted()).containsExactly("deletes of child", "deletes of parent", "rows of grandchild");
    }

    @Test
    void deletesLastWhatRowsOfTheBatchMayHaveLetGo() {
        rows(CHILD, PARENT);
        deletes(PARENT);
        assertThat(sorted()).containsExactly("rows of child", "last deletes of parent");
        assertThat(order.conflicts(strategy(PARENT))).isTrue();
        assertThat(order.conflicts(strategy(CHILD))).isFalse();
    }

    @Test
    void deletesLastToo_whereTheDeleteCameFirstAndNothingElseOfItsTable() {
        deletes(PARENT);
        rows(CHILD, PARENT);
        assertThat(sorted()).containsExactly("rows of child", "deletes of parent");
    }

    @Test
    void deletesLastWhereRowsOfOtherKeysFollow() {
        deletes(PARENT);
        rows(PARENT);
        rows(CHILD, PARENT);
        assertThat(sorted()).containsExactly("rows of parent", "rows of child", "deletes of parent");
    }

    @Test
    void keepsDeletesFirstWhereARowOfTheirKeyFollows() {
        deletes(PARENT);
        add(strategy(PARENT), true);
        rows(CHILD, PARENT);
        assertThat(sorted()).containsExactly("deletes of parent", "rows of parent", "rows of child");
    }

    @Test
    void keepsDeletesFirstWhereARowMayTakeAnotherUniqueValueOfWhatTheyDelete() {
        add(new DeleteStrategy(PARENT, ID, new KeyColumns(List.of("id"), Nulls.NONE, false), false), false);
        rows(PARENT);
        rows(CHILD, PARENT);
        assertThat(sorted()).containsExactly("deletes of parent", "rows of parent", "rows of child");
    }

    @Test
    void knowsACircle() {
        rows(PARENT, GRANDCHILD);
        rows(CHILD, PARENT);
        assertThat(order.circle()).isEmpty();
        rows(GRANDCHILD, PARENT);
        assertThat(order.circle()).containsExactly(PARENT, GRANDCHILD);
        assertThat(sorted()).hasSize(3);
    }

    @Test
    void takesATableThatRefersToItselfForNoCircle() {
        rows(PARENT, PARENT);
        assertThat(order.circle()).isEmpty();
        deletes(PARENT, PARENT);
        assertThat(sorted()).containsExactly("rows of parent", "last deletes of parent");
    }

    private void rows(TableId table, TableId... refersTo) {
        add(strategy(table), false, refersTo);
    }

    private void deletes(TableId table, TableId... refersTo) {
        KeyColumns key = new KeyColumns(List.of("id"), Nulls.NONE, true);
        add(new DeleteStrategy(table, ID, key, false), false, refersTo);
    }

    private void add(WriteStrategy planned, boolean revives, TableId... refersTo) {
        WriteStrategy strategy = order.strategy(planned);
        order.added(strategy, List.of(refersTo), revives);
        runs.add(new Run(strategy, false));
    }

    private static WriteStrategy strategy(TableId table) {
        return new AppendStrategy(table, ID);
    }

    private List<String> sorted() {
        return order.sort(runs).stream().map(WriteOrderTest::words).toList();
    }

    private static String words(Run run) {
        String kind = run.strategy() instanceof DeleteStrategy deletes
                ? (deletes.last() ? "last deletes of " : "deletes of ")
                : "rows of ";
        return kind + run.strategy().table().name();
    }
}
