/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.source;

import io.pgcopy.connect.db.ReadFrom;
import io.pgcopy.connect.type.TableId;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class SplitPlannerTest {
    private static final long MB = 1024 * 1024;

    @Test
    void spreadsBySizeAndKeepsEverySplitOnce() {
        List<TableSplit> splits = new ArrayList<>();
        long[] sizes = {90, 10, 50, 40, 30, 20};
        for (int i = 0; i < sizes.length; i++) {
            splits.add(split("t" + i, sizes[i] * MB));
        }
        List<List<TableSplit>> tasks = SplitPlanner.spread(splits, 2);
        assertThat(tasks).hasSize(2);
        assertThat(tasks.stream().flatMap(List::stream)).containsExactlyInAnyOrderElementsOf(splits);
        assertThat(tasks).allSatisfy(task -> assertThat(
                        task.stream().mapToLong(TableSplit::bytes).sum())
                .isEqualTo(120 * MB));
    }

    @Test
    void givesNoTaskNothingToDo() {
        assertThat(SplitPlanner.spread(List.of(split("a", 0), split("b", 0)), 5))
                .hasSize(2)
                .noneMatch(List::isEmpty);
    }

    @Test
    void countsTablesWhereSizesAreUnknown() {
        List<TableSplit> views = new ArrayList<>();
        for (int i = 0; i < 9; i++) {
            views.add(split("v" + i, 0));
        }
        assertThat(SplitPlanner.spread(views, 3)).allMatch(task -> task.size() == 3);
    }

    @Test
    void spreadsTheSameWayEachTime() {
        List<TableSplit> there = List.of(split("a", 5), split("b", 5), split("c", 5));
        List<TableSplit> back = List.of(split("c", 5), split("b", 5), split("a", 5));
        assertThat(SplitPlanner.spread(there, 2)).isEqualTo(SplitPlanner.spread(back, 2));
    }

    @Test
    void aSplitSurvivesTheTasksConfiguration() {
        List<TableSplit> splits = List.of(
                split("plain", 7),
                new TableSplit(
                        new ReadFrom(
                                new TableId("Säles / x", "a b\"c,.%+"),
                                false,
                                List.of(new TableId("s", "child 1"), new TableId("s", "all"))),
                        3,
                        Long.MAX_VALUE),
                new TableSplit(new ReadFrom(new TableId("s", "p"), true, List.of()), 0, 0));
        assertThat(TableSplit.read(TableSplit.write(splits))).isEqualTo(splits);
    }

    private static TableSplit split(String name, long bytes) {
        return new TableSplit(ReadFrom.all(new TableId("s", name)), 0, bytes);
    }
}
