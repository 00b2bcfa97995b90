/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.sink;

import java.util.Map;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;

import static io.pgcopy.connect.sink.SinkHarness.P0;
import static io.pgcopy.connect.sink.SinkHarness.P1;
import static io.pgcopy.connect.sink.SinkHarness.record;
import static org.assertj.core.api.Assertions.assertThat;

class ReachedOffsetsTest {

    @Test
    void keepsTheLastOffsetOfEachPartitionHoweverTheyAlternate() {
        ReachedOffsets reached = new ReachedOffsets();
        assertThat(reached.isEmpty()).isTrue();
        for (long offset = 0; offset < 5; offset++) {
            reached.reach(P0, offset);
            reached.reach(P1, 10 + offset);
        }
        assertThat(reached.isEmpty()).isFalse();
        assertThat(reached.all()).isEqualTo(Map.of(P0, 5L, P1, 15L));
        reached.reach(P0, 5);
        assertThat(reached.all()).isEqualTo(Map.of(P0, 6L, P1, 15L));
    }

    @Test
    void goesBackWithAPartitionThatBeginsAnew() {
        ReachedOffsets reached = new ReachedOffsets();
        reached.reach(P0, 500);
        reached.reach(P0, 0);
        assertThat(reached.all()).isEqualTo(Map.of(P0, 1L));
    }

    @Test
    void sharesThePartitionOfAStretch() {
        ReachedOffsets reached = new ReachedOffsets();
        TopicPartition first = reached.partition(record(P0, 0));
        reached.reach(first, 0);
        assertThat(reached.partition(record(P0, 1))).isSameAs(first);
        assertThat(reached.partition(record(P1, 1))).isEqualTo(P1);
    }
}
