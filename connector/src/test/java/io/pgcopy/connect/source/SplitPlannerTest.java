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
        List<SizedSplit> splits = new ArrayList<>();
        long[] sizes = {1000, 60, 250, 240, 230, 200, 50, 40};
        for (int i = 0; i < sizes.length; i++) {
            splits.add(split("t" + i, sizes[i] * MB));
        }
        List<List<TableSplit>> tasks = SplitPlanner.spread(splits, 2);
        assertThat(tasks).hasSize(2);
        assertThat(tasks.stream().flatMap(List::stream))
                .containsExactlyInAnyOrderElementsOf(
                        splits.stream().map(SizedSplit::split).toList());
        assertThat(tasks.get(0)).extracting(split -> split.table().name()).containsExactly("t0", "t1", "t7");
    }

    @Test
    void givesNoTaskNothingToDo() {
        assertThat(SplitPlanner.spread(List.of(split("a", 0), split("b", 0)), 5))
                .hasSize(2)
                .noneMatch(List::isEmpty);
    }

    @Test
    void countsTablesWhereSizesAreUnknown() {
        List<SizedSplit> views = new ArrayList<>();
        for (int i = 0; i < 9; i++) {
            views.add(split("v" + i, 0));
        }
        assertThat(SplitPlanner.spread(views, 3)).allMatch(task -> task.size() == 3);
    }

    @Test
    void spreadsTheSameWayEachTime() {
        List<SizedSplit> there = List.of(split("a", 5), split("b", 5), split("c", 5));
        List<SizedSplit> back = List.of(split("c", 5), split("b", 5), split("a", 5));
        assertThat(SplitPlanner.spread(there, 2)).isEqualTo(SplitPlanner.spread(back, 2));
    }

    @Test
    void spreadsTheSameWayWhenTablesHaveGrownALittle() {
        List<SizedSplit> before =
                List.of(split("a", 90 * MB), split("b", 70 * MB), split("c", 90 * MB), split("d", MB / 2));
        List<SizedSplit> after = List.of(split("a", 91 * MB), split("b", 99 * MB), split("c", 90 * MB), split("d", MB));
        assertThat(SplitPlanner.spread(after, 2)).isEqualTo(SplitPlanner.spread(before, 2));
    }

    @Test
    void aSplitSurvivesTheTasksConfiguration() {
        List<TableSplit> splits = List.of(
                split("plain", 7).split(),
                new TableSplit(
                        new ReadFrom(
                                new TableId("Säles / x", "a b\"c,.%+"),
                                false,
                                List.of(new TableId("s", "child 1"), new TableId("s", "all"))),
                        3),
                new TableSplit(new ReadFrom(new TableId("s", "p"), true, List.of()), 0));
        assertThat(TableSplit.read(TableSplit.write(splits))).isEqualTo(splits);
    }

    private static SizedSplit split(String name, long bytes) {
        return new SizedSplit(new TableSplit(ReadFrom.all(new TableId("s", name)), 0), bytes);
    }
}
