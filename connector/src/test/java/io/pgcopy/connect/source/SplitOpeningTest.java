/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.source;

import io.pgcopy.connect.config.SourceConfig;
import io.pgcopy.connect.db.ReadFrom;
import io.pgcopy.connect.metrics.ColumnMetrics;
import io.pgcopy.connect.metrics.SourceMetrics;
import io.pgcopy.connect.type.TableId;
import java.util.Map;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class SplitOpeningTest {
    private static final TableSplit SPLIT = new TableSplit(ReadFrom.all(new TableId("sales", "orders")), 0);

    @Test
    void aSplitHasOneNumberAtEachAttempt() {
        assertThat(number("shop", "a:5432,b:5432/db")).isEqualTo(number("shop", "a:5432,b:5432/db?sslmode=require"));
    }

    @Test
    void splitsOfOtherConnectorsServersAndDatabasesHaveOthers() {
        int number = number("shop", "a:5432/db");
        assertThat(number("store", "a:5432/db")).isNotEqualTo(number);
        assertThat(number("shop", "b:5432/db")).isNotEqualTo(number);
        assertThat(number("shop", "a:5432/other")).isNotEqualTo(number);
    }

    private static int number(String connector, String place) {
        SourceConfig config =
                SourceConfig.from(Map.of("connection.url", "jdbc:postgresql://" + place, "tables", "sales.*"));
        SourceMetrics metrics = new SourceMetrics(1, () -> 0L, new ColumnMetrics("source-storage", connector, 0));
        return new SplitOpening(config, connector, metrics).number(SPLIT);
    }
}
