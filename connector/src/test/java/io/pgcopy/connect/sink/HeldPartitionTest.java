/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.sink;

import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** What is done of a partition, and where it is read again, after each thing that can happen to it. */
class HeldPartitionTest {
    private final HeldPartition partition = new HeldPartition(new TopicPartition("t", 0), true, false);

    @BeforeEach
    void writesRecords() {
        for (long offset = 500; offset < 510; offset++) {
            partition.take(offset);
        }
        partition.commit(510);
    }

    @Test
    void isDoneWithWhatIsWritten() {
        assertThat(partition.isDone()).isTrue();
        partition.take(510);
        assertThat(partition.isDone()).isFalse();
    }

    @Test
    void whatWasDroppedIsToComeStill() {
        partition.drop();
        assertThat(partition.isDone()).isFalse();
        partition.join();
        assertThat(partition.isDone()).isTrue();
    }

    @Test
    void aTopicMadeAnewHasNothingOfTheOldOne() {
        partition.restart(2);
        assertThat(partition.isDone()).isFalse();
        assertThat(partition.hasCommitted()).isFalse();
        assertThat(partition.hasTaken(2)).isFalse();
        assertThat(partition.position()).isEqualTo(2);
        partition.take(2);
        partition.take(3);
        assertThat(partition.rewind()).as("nothing of it is written").isEqualTo(2);
        partition.take(2);
        partition.take(3);
        partition.commit(4);
        assertThat(partition.isDone()).isTrue();
        assertThat(partition.rewind()).isEqualTo(4);
    }

    @Test
    void goingBackWithinATopicLeavesWhatIsWritten() {
        partition.take(510);
        partition.restart(510);
        assertThat(partition.isDone())
                .as("the other record of that offset is to come")
                .isFalse();
        assertThat(partition.committed()).isEqualTo(510);
        assertThat(partition.rewind()).isEqualTo(510);
    }

    @Test
    void isNotDoneBeforeTheNextCallWhereItWasLedBack() {
        partition.rewind();
        assertThat(partition.isDone())
                .as("of what came of it some may be dropped")
                .isFalse();
        partition.join();
        partition.moveTo(505);
        assertThat(partition.isDone()).isFalse();
        partition.join();
        assertThat(partition.isDone()).isTrue();
        partition.readAgain(503);
        partition.join();
        assertThat(partition.isDone()).as("503 and 504 wait").isFalse();
        partition.readFrom(503);
        partition.join();
        assertThat(partition.committed()).isEqualTo(503);
    }

    @Test
    void isNotDoneWhileAnotherOwnsIt() {
        partition.disown();
        partition.join();
        assertThat(partition.isDone()).isFalse();
        partition.claim(510);
        partition.join();
        assertThat(partition.isDone()).isTrue();
    }
}
