/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.sink;

import io.pgcopy.connect.blob.BlobManifest.SlicedColumn;
import io.pgcopy.connect.copy.TupleBuffer;
import java.util.List;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class TupleLimitTest {
    private static final SlicedColumn A = new SlicedColumn("a", 600);
    private static final SlicedColumn B = new SlicedColumn("b", 300);

    private final TupleLimit limit = new TupleLimit(1_000);

    @Test
    void aRowThatFitsATupleStaysInOne() {
        assertThat(limit.apart(row(100), List.of(A, B))).isEmpty();
        assertThat(limit.apart(row(1_000), List.of())).isEmpty();
    }

    @Test
    void ofARowThatDoesNotFitEachLargeColumnStandsApart() {
        assertThat(limit.apart(row(101), List.of(A, B))).containsExactly("a", "b");
        assertThat(limit.apart(row(401), List.of(A))).containsExactly("a");
    }

    @Test
    void theServerTakesNoTwoValuesOf900MegabytesInOneTuple() {
        long megabytes = 900L << 20;
        List<SlicedColumn> one = List.of(new SlicedColumn("a", megabytes));
        List<SlicedColumn> two = List.of(new SlicedColumn("a", megabytes), new SlicedColumn("b", megabytes));
        assertThat(TupleLimit.OF_THE_SERVER.apart(row(100), one)).isEmpty();
        assertThat(TupleLimit.OF_THE_SERVER.apart(row(100), two)).containsExactly("a", "b");
    }

    // One tuple of so many bytes.
    private static TupleBuffer row(int bytes) {
        TupleBuffer row = new TupleBuffer();
        row.beginTuple(1);
        row.beginField();
        row.writeBytes(new byte[bytes - 6]);
        row.endField();
        row.endTuple();
        return row;
    }
}
