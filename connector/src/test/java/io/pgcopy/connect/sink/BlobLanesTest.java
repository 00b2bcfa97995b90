/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.sink;

import io.pgcopy.connect.blob.BlobBudget;
import io.pgcopy.connect.blob.BlobLimits;
import io.pgcopy.connect.config.RetryConfig;
import io.pgcopy.connect.db.DatabaseException;
import io.pgcopy.connect.db.SqlOutcome;
import java.time.Duration;
import org.apache.kafka.connect.errors.ConnectException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class BlobLanesTest {
    private static final RetryConfig RETRY =
            new RetryConfig(Duration.ofMillis(200), Duration.ofMillis(1), Duration.ofMillis(20));

    private final BlobLanes lanes = new BlobLanes(
            0,
            stream -> {
                throw new IllegalStateException("no streams");
            },
            Duration.ofSeconds(1),
            RETRY,
            new BlobBudget(new BlobLimits(1, 1, 0, 1, 1)),
            "test");

    @AfterEach
    void close() {
        lanes.close();
    }

    @Test
    void aBlipLongAfterAnotherRowsIsTheFirstOne() throws InterruptedException {
        lanes.lost(1, blip());
        Thread.sleep(250);
        assertThatCode(() -> lanes.lost(2, blip())).doesNotThrowAnyException();
    }

    @Test
    void anOutageThatLastsIsFinal() {
        assertThatThrownBy(() -> {
                    for (int i = 0; i < 200; i++) {
                        lanes.lost(i % 2, blip());
                        Thread.sleep(10);
                    }
                })
                .isInstanceOf(ConnectException.class)
                .hasMessageContaining("blip");
    }

    @Test
    void aRowThatIsLostAgainAndAgainIsFinalThoughItTakesItsTime() {
        assertThatThrownBy(() -> {
                    for (int i = 0; i < 20; i++) {
                        lanes.lost(1, blip());
                        Thread.sleep(100);
                    }
                })
                .isInstanceOf(ConnectException.class)
                .hasMessageContaining("blip");
    }

    private static DatabaseException blip() {
        return new DatabaseException("blip", SqlOutcome.CONNECTION, "08006", -1, null);
    }
}
