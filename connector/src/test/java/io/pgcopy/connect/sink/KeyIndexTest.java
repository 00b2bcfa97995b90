/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.sink;

import io.pgcopy.connect.db.KeyColumns;
import io.pgcopy.connect.db.KeyColumns.Nulls;
import io.pgcopy.connect.db.WrittenColumns;
import io.pgcopy.connect.sink.MergeStrategy.Existing;
import io.pgcopy.connect.type.TableId;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import static io.pgcopy.connect.sink.SinkHarness.P0;
import static org.assertj.core.api.Assertions.assertThat;

/** What rows of one key mean to each other in a batch, where the server may refuse a delete between them. */
@Timeout(30)
class KeyIndexTest {
    private static final TableId TABLE = new TableId("public", "t");
    private static final KeyColumns KEY = new KeyColumns(List.of("id"), Nulls.NONE, true);
    private static final ByteBuffer SEVEN = ByteBuffer.wrap(new byte[] {7}).asReadOnlyBuffer();

    private final KeyIndex index = new KeyIndex();
    private final Run narrow = new Run(upsert("id", "note"), false);
    private final Run wide = new Run(upsert("id", "note", "more"), false);
    private final Run deletes = new Run(new DeleteStrategy(TABLE, columns("id"), KEY, false), false);

    @Test
    void keepsARowApartFromOneOfOtherColumnsThatARefusedDeleteWouldBringBack() {
        add(narrow);
        add(deletes);
        assertThat(index.conflicts(wide.strategy(), SEVEN)).isTrue();
        assertThat(index.conflicts(narrow.strategy(), SEVEN)).isFalse();
        assertThat(index.conflicts(deletes.strategy(), SEVEN)).isFalse();
    }

    @Test
    void needsNothingAfterADeleteThatTookNothingBack() {
        add(deletes);
        assertThat(index.conflicts(wide.strategy(), SEVEN)).isFalse();
    }

    @Test
    void bringsARowBackOnlyWhereEachDeleteAfterItIsRefused() {
        add(narrow);
        add(deletes);
        add(deletes);
        assertThat(index.conflicts(wide.strategy(), SEVEN)).isTrue();
        assertThat(deletes.giveBack(0)).isFalse();
        assertThat(narrow.isEmpty()).isTrue();
        assertThat(deletes.giveBack(1)).isTrue();
        assertThat(narrow.rows()).isEqualTo(1);
    }

    /** As of two topics, each with a key of its own: bytes alone do not tell a row by its columns. */
    @Test
    void keysOfOtherColumnsAreNotComparedByTheirBytes() {
        assertThat(index.hasOtherKeys(TABLE, List.of("id"))).isFalse();
        add(narrow);
        assertThat(index.hasOtherKeys(TABLE, List.of("id"))).isFalse();
        assertThat(index.hasOtherKeys(TABLE, List.of("ext"))).isTrue();
        assertThat(index.hasOtherKeys(new TableId("public", "u"), List.of("ext")))
                .isFalse();
    }

    private void add(Run run) {
        run.tuples().beginTuple(0);
        run.tuples().endTuple();
        run.added(SinkHarness.record(P0, run.end()), P0, SEVEN);
        index.add(run, run.end() - 1, SEVEN);
    }

    private static WriteStrategy upsert(String... columns) {
        return new MergeStrategy(TABLE, columns(columns), KEY, Existing.UPDATED, false);
    }

    private static WrittenColumns columns(String... names) {
        return new WrittenColumns(List.of(names), List.of(), Map.of());
    }
}
