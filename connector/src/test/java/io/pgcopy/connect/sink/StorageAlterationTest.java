/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.sink;

import io.pgcopy.connect.db.DatabaseException;
import io.pgcopy.connect.db.SqlOutcome;
import io.pgcopy.connect.type.BuiltIn;
import io.pgcopy.connect.type.Compression;
import io.pgcopy.connect.type.Storage;
import io.pgcopy.connect.type.StoredColumn;
import io.pgcopy.connect.type.TableId;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class StorageAlterationTest {
    private final AtomicLong nanos = new AtomicLong(Long.MAX_VALUE - 5);
    private final StorageAlteration alteration = new StorageAlteration(nanos::get);
    private final List<String> run = new ArrayList<>();
    private @Nullable SqlOutcome failure;

    @Test
    void altersByTheExactStatement() {
        assertThat(apply(change("t", Storage.EXTENDED, Storage.EXTERNAL, true))).isTrue();
        assertThat(run).containsExactly("ALTER TABLE \"public\".\"t\" ALTER COLUMN \"b\" SET STORAGE EXTERNAL");
    }

    @Test
    void leavesATableOfAnotherOwnerAlone() {
        assertThat(apply(change("t", Storage.EXTENDED, Storage.EXTERNAL, false)))
                .isFalse();
        assertThat(run).isEmpty();
    }

    @Test
    void triesAgainAfterLongerAndLongerPauses() {
        StorageChange change = change("t", Storage.EXTENDED, Storage.EXTERNAL, true);
        failure = SqlOutcome.TRANSIENT;
        assertThat(apply(change)).isFalse();
        assertThat(apply(change)).as("paused").isFalse();
        assertThat(run).hasSize(1);

        pass(StorageAlteration.FIRST_PAUSE);
        apply(change);
        assertThat(run).hasSize(2);
        pass(StorageAlteration.FIRST_PAUSE);
        apply(change);
        assertThat(run).as("the second pause is longer").hasSize(2);

        failure = null;
        pass(StorageAlteration.MAX_PAUSE);
        assertThat(apply(change)).isTrue();
    }

    @Test
    void aPauseOfOnePartitionIsNotThatOfAnother() {
        failure = SqlOutcome.TRANSIENT;
        apply(change("t1", Storage.EXTENDED, Storage.EXTERNAL, true));
        failure = null;

        assertThat(apply(change("t2", Storage.EXTENDED, Storage.EXTERNAL, true)))
                .isTrue();
    }

    @Test
    void aLostConnectionIsForTheFlushToHandle() {
        failure = SqlOutcome.CONNECTION;

        assertThatThrownBy(() -> apply(change("t", Storage.EXTENDED, Storage.EXTERNAL, true)))
                .isInstanceOf(DatabaseException.class);
    }

    @Test
    void changesNothingBackWithinAWhile() {
        apply(change("t", Storage.EXTENDED, Storage.EXTERNAL, true));
        StorageChange back = change("t", Storage.EXTERNAL, Storage.EXTENDED, true);

        assertThat(apply(back)).isFalse();
        pass(StorageAlteration.BETWEEN_CHANGES);
        assertThat(apply(back)).isTrue();
    }

    @Test
    void whatSomebodyElseChangedBackStaysSo() {
        StorageChange change = change("t", Storage.EXTENDED, Storage.EXTERNAL, true);
        apply(change);
        pass(StorageAlteration.MAX_PAUSE);

        assertThat(apply(change)).isFalse();
        pass(StorageAlteration.MAX_PAUSE);
        assertThat(apply(change)).isFalse();
        assertThat(run).hasSize(1);
    }

    private boolean apply(StorageChange change) {
        return alteration.apply(this::alter, List.of(change), "it is a test");
    }

    private void alter(StorageChange change) {
        run.add(change.statement());
        SqlOutcome outcome = failure;
        if (outcome != null) {
            throw new DatabaseException("refused", outcome, "55P03", -1, null);
        }
    }

    private void pass(Duration time) {
        nanos.addAndGet(time.toNanos() + 1);
    }

    private static StorageChange change(String table, Storage from, Storage to, boolean owned) {
        StoredColumn column = new StoredColumn(
                new TableId("public", table), false, "b", BuiltIn.BYTEA, from, Compression.UNSET, owned);
        return new StorageChange(column, to);
    }
}
