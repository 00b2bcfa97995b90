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
import java.util.Set;
import org.apache.kafka.connect.sink.SinkRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static io.pgcopy.connect.sink.SinkHarness.P0;
import static org.assertj.core.api.Assertions.assertThat;

@Timeout(30)
class RunProgressTest {
    private static final WrittenColumns ID =
            new WrittenColumns(List.of("id"), List.of(new PgType.Scalar(20, "pg_catalog", "int8")), Map.of());

    @ParameterizedTest
    @ValueSource(ints = {0, 42, 98, 99})
    void halvesUntilOneRowIsLeftWhereNoneIsNamed(int bad) {
        Run run = run(100, 0);
        RunProgress progress = new RunProgress(run);
        Server server = new Server(run, Set.of(bad));
        server.takeAll(progress);
        assertThat(server.refused).containsExactly(bad);
        assertThat(progress.before().rows()).isEqualTo(99);
        // A half whose other half was taken is not asked about.
        assertThat(server.asked).isLessThanOrEqualTo(1 + 2 * 7);
    }

    @Test
    void sendsLittleMoreThanTwiceTheRowsToFindAFewOfMany() {
        Run run = run(4_096, 10_000);
        RunProgress progress = new RunProgress(run);
        Server server = new Server(run, Set.of(5, 777, 1_500, 1_501, 4_095));
        server.takeAll(progress);
        assertThat(server.refused).containsExactlyInAnyOrder(5, 777, 1_500, 1_501, 4_095);
        assertThat(progress.before().rows()).isEqualTo(4_096 - 5);
        assertThat(server.rows).isLessThan(4_096 * 5 / 2);
        assertThat(server.taken).isLessThan(60 + 32);
    }

    @Test
    void refusesNothingWhereRowsAreRefusedOnlyTogether() {
        Run run = run(64, 0);
        RunProgress progress = new RunProgress(run);
        progress.refused(-1);
        int rows = 0;
        for (RowRange range = progress.next(); range != null; range = progress.next()) {
            rows += range.rows();
            progress.taken();
        }
        assertThat(rows).isEqualTo(64);
        assertThat(progress.before().rows()).isEqualTo(64);
    }

    @Test
    void goesOnBehindARowThatIsNamed() {
        Run run = run(100, 0);
        RunProgress progress = new RunProgress(run);
        run.exclude(10);
        progress.refused(10);
        assertThat(progress.next()).isEqualTo(new RowRange(run, 0, 10));
        progress.taken();
        assertThat(progress.before()).isEqualTo(new RowRange(run, 0, 10));
        assertThat(progress.next()).isEqualTo(new RowRange(run, 11, 14));
    }

    @Test
    void takesTheOnlyRowForTheBadOneWhateverLineIsNamed() {
        RowRange one = new RowRange(run(5, 0), 3, 4);
        assertThat(RowIsolation.badTuple(one, refusal(7))).isEqualTo(3);
        assertThat(RowIsolation.badTuple(new RowRange(run(5, 0), 0, 5), refusal(7)))
                .isEqualTo(-1);
        assertThat(RowIsolation.badTuple(new RowRange(run(5, 0), 0, 5), refusal(2)))
                .isEqualTo(1);
    }

    private static DatabaseException refusal(long line) {
        return new DatabaseException("refused", SqlOutcome.DATA, "23514", line, null);
    }

    private static Run run(int rows, int bytes) {
        Run run = new Run(new AppendStrategy(new TableId("public", "t"), ID), false);
        byte[] content = new byte[bytes];
        for (int i = 0; i < rows; i++) {
            SinkRecord record = SinkHarness.record(P0, i);
            run.tuples().beginTuple(bytes == 0 ? 0 : 1);
            if (bytes > 0) {
                run.tuples().beginField();
                run.tuples().writeBytes(content);
                run.tuples().endField();
            }
            run.tuples().endTuple();
            run.added(record, P0, null);
        }
        return run;
    }

    /** A server that refuses ranges with a bad row and does not say which it is. */
    private static final class Server {
        private final Run run;
        private final Set<Integer> bad;
        private final List<Integer> refused = new ArrayList<>();
        private int asked;
        private int taken;
        private long rows;

        Server(Run run, Set<Integer> bad) {
            this.run = run;
            this.bad = bad;
        }

        void takeAll(RunProgress progress) {
            for (RowRange range = progress.next(); range != null; range = progress.next()) {
                asked++;
                rows += range.rows();
                if (range.byKey().stream().noneMatch(bad::contains)) {
                    taken++;
                    progress.taken();
                    continue;
                }
                int tuple = RowIsolation.badTuple(range, refusal(-1));
                if (tuple >= 0) {
                    refused.add(tuple);
                    run.exclude(tuple);
                }
                progress.refused(tuple);
            }
        }
    }
}
