/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.blob;

import java.util.List;
import org.apache.kafka.connect.errors.ConnectException;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class KeyQueueTest {
    private final KeyQueue queue = new KeyQueue(List.of(3L));

    @Test
    void aRowThatWaitsBlocksTheLaterRowsOfItsKey() {
        queue.add(5, "a");
        queue.add(7, "a");
        assertThat(queue.blocks("a", 5)).isFalse();
        assertThat(queue.blocks("a", 6)).isTrue();
        assertThat(queue.blocks("b", 6)).isFalse();
        queue.write(5);
        assertThat(queue.blocks("a", 6)).isFalse();
        assertThat(queue.blocks("a", 8)).isTrue();
        assertThat(queue.retract(5)).isTrue();
        assertThat(queue.blocks("a", 6)).isTrue();
    }

    @Test
    void aStoredRowBlocksWhenItsKeyIsKnown() {
        assertThat(queue.blocks("a", 4)).isFalse();
        queue.add(3, "a");
        assertThat(queue.blocks("a", 4)).isTrue();
        queue.write(3);
        assertThat(queue.isEmpty()).isTrue();
        assertThat(queue.blocks("a", 4)).isFalse();
    }

    @Test
    void takesAsManyRowsAsTheLimitSaysAndQuickly() {
        for (long offset = 10; offset < 10 + BlobLimits.MAX_WAITING_ROWS - 1; offset++) {
            assertThat(queue.blocks("other", offset)).isFalse();
            queue.add(offset, "key " + offset % 2);
        }
        assertThatThrownBy(() -> queue.add(20_000, "a"))
                .isInstanceOf(ConnectException.class)
                .hasMessageContaining("more than 10000 rows wait")
                .hasMessageContaining("first at offset 3")
                .hasMessageContaining("chunk.streams.max");
    }
}
