/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.source;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.connect.errors.ConnectException;
import org.apache.kafka.connect.errors.DataException;
import org.apache.kafka.connect.source.SourceRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

@Timeout(30)
class RecordQueueTest {
    private final RecordQueue queue = new RecordQueue(1000, 400);

    @Test
    void handsOverInOrderAndAtMostABatchOfBytes() throws InterruptedException {
        for (int i = 0; i < 10; i++) {
            queue.put(record(i), 100);
        }
        assertThat(queue.bytes()).isEqualTo(1000);
        assertThat(polled()).containsExactly(0, 1, 2, 3);
        assertThat(polled()).containsExactly(4, 5, 6, 7);
        assertThat(queue.bytes()).isEqualTo(200);
        assertThat(polled()).containsExactly(8, 9);
        assertThat(queue.poll(0)).isNull();
    }

    @Test
    void aRecordLargerThanTheBoundPassesAlone() throws InterruptedException {
        queue.put(record(1), 5000);
        assertThat(polled()).containsExactly(1);
        queue.put(record(2), 100);
        CountDownLatch put = new CountDownLatch(1);
        Thread producer = new Thread(() -> {
            try {
                queue.put(record(3), 5000);
                put.countDown();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
        producer.start();
        assertThat(put.await(100, TimeUnit.MILLISECONDS)).isFalse();
        assertThat(polled()).containsExactly(2);
        assertThat(put.await(10, TimeUnit.SECONDS)).isTrue();
        assertThat(polled()).containsExactly(3);
        producer.join();
    }

    // A moment of waiting for more, which cannot come, would be 5 ms a record.
    @Test
    void aPollDoesNotWaitForMoreWhereThereIsNoRoom() throws InterruptedException {
        RecordQueue narrow = new RecordQueue(1000, 1_000_000);
        Thread producer = new Thread(() -> {
            try {
                for (int i = 0; i < 1000; i++) {
                    narrow.put(record(i), 600);
                }
                narrow.finish();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
        producer.start();
        long start = System.nanoTime();
        while (!narrow.drained()) {
            narrow.poll(1000);
        }
        assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(4));
        producer.join();
    }

    @Test
    void aFullQueueHoldsTheReaderUntilAPoll() throws InterruptedException {
        Thread producer = new Thread(() -> {
            try {
                for (int i = 0; i < 1000; i++) {
                    queue.put(record(i), 90);
                }
                queue.finish();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
        producer.start();
        List<Integer> numbers = new ArrayList<>();
        while (!queue.drained()) {
            assertThat(queue.bytes()).isLessThanOrEqualTo(1000);
            List<SourceRecord> batch = queue.poll(1000);
            if (batch != null) {
                assertThat(batch).hasSizeLessThanOrEqualTo(4);
                numbers.addAll(numbers(batch));
            }
        }
        producer.join();
        assertThat(numbers).hasSize(1000).isSorted().doesNotHaveDuplicates();
    }

    @Test
    void anEmptyPollEndsInTime() throws InterruptedException {
        long start = System.nanoTime();
        assertThat(queue.poll(50)).isNull();
        assertThat(TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - start)).isBetween(45L, 1000L);
    }

    @Test
    void aFailureComesAfterTheRecordsBeforeIt() throws InterruptedException {
        queue.put(record(1), 10);
        queue.fail(new DataException("sales.orders column id: bad"));
        assertThat(polled()).containsExactly(1);
        assertThatThrownBy(() -> queue.poll(0))
                .isInstanceOf(ConnectException.class)
                .hasMessage("sales.orders column id: bad");
    }

    @Test
    void isDrainedOnlyWhenFinishedAndEmpty() throws InterruptedException {
        queue.put(record(1), 10);
        assertThat(queue.drained()).isFalse();
        queue.finish();
        assertThat(queue.drained()).isFalse();
        queue.poll(0);
        assertThat(queue.drained()).isTrue();
    }

    private List<Integer> polled() throws InterruptedException {
        List<SourceRecord> records = queue.poll(0);
        assertThat(records).isNotNull();
        return records == null ? List.of() : numbers(records);
    }

    private static SourceRecord record(int number) {
        return new SourceRecord(Map.of(), Map.of(), "t", null, number);
    }

    private static List<Integer> numbers(List<SourceRecord> records) {
        return records.stream().map(record -> (Integer) record.value()).toList();
    }
}
