/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.sink;

import io.pgcopy.connect.db.DatabaseException;
import io.pgcopy.connect.db.SqlOutcome;
import io.pgcopy.connect.db.WrittenColumns;
import io.pgcopy.connect.type.PgType;
import io.pgcopy.connect.type.TableId;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.kafka.connect.sink.SinkRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import static io.pgcopy.connect.sink.SinkHarness.P0;
import static org.assertj.core.api.Assertions.assertThat;

@Timeout(30)
class RunProgressTest {
    private static final WrittenColumns ID =
            new WrittenColumns(List.of("id"), List.of(new PgType.Scalar(20, "pg_catalog", "int8")), Map.of());

    @Test
    void halvesUntilOneRowIsLeftWhereNoneIsNamed() {
        Run run = run(100);
        RunProgress progress = new RunProgress(run);
        List<Integer> bad = new ArrayList<>();
        for (RowRange range = progress.next(); range != null; range = progress.next()) {
            boolean refused = range.first() <= 42 && 42 < range.end() && !bad.contains(42);
            int tuple = refused ? RowIsolation.badTuple(range, refusal(-1)) : -1;
            if (tuple >= 0) {
                bad.add(tuple);
                run.exclude(tuple);
            }
            if (refused) {
                progress.refused(tuple);
            } else {
                progress.taken();
            }
        }
        assertThat(bad).containsExactly(42);
        assertThat(progress.before().rows()).isEqualTo(99);
    }

    @Test
    void goesOnBehindARowThatIsNamed() {
        Run run = run(100);
        RunProgress progress = new RunProgress(run);
        run.exclude(10);
        progress.refused(10);
        assertThat(progress.next()).isEqualTo(new RowRange(run, 0, 10));
        progress.taken();
        assertThat(progress.before()).isEqualTo(new RowRange(run, 0, 10));
        assertThat(progress.next()).isEqualTo(new RowRange(run, 11, 17));
    }

    @Test
    void takesTheOnlyRowForTheBadOneWhateverLineIsNamed() {
        RowRange one = new RowRange(run(5), 3, 4);
        assertThat(RowIsolation.badTuple(one, refusal(7))).isEqualTo(3);
        assertThat(RowIsolation.badTuple(new RowRange(run(5), 0, 5), refusal(7)))
                .isEqualTo(-1);
        assertThat(RowIsolation.badTuple(new RowRange(run(5), 0, 5), refusal(2)))
                .isEqualTo(1);
    }

    private static DatabaseException refusal(long line) {
        return new DatabaseException("refused", SqlOutcome.DATA, "23514", line, null);
    }

    private static Run run(int rows) {
        Run run = new Run(new AppendStrategy(new TableId("public", "t"), ID), false);
        for (int i = 0; i < rows; i++) {
            SinkRecord record = SinkHarness.record(P0, i);
            run.tuples().beginTuple(0);
            run.tuples().endTuple();
            run.added(record, P0, null);
        }
        return run;
    }
}
