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

    @Test
    void namesThatDifferInTheSameDigitHaveOthers() {
        for (String[] pair : new String[][] {
            {"shard1-src", "db2:5432/db", "shard2-src", "db1:5432/db"},
            {"shard1", "db:5442/db", "shard2", "db:5432/db"},
            {"eu1-src", "pg-b:5432/db", "eu2-src", "pg-a:5432/db"}
        }) {
            assertThat(number(pair[0], pair[1])).isNotEqualTo(number(pair[2], pair[3]));
        }
    }

    private static int number(String connector, String place) {
        SourceConfig config =
                SourceConfig.from(Map.of("connection.url", "jdbc:postgresql://" + place, "tables", "sales.*"));
        SourceMetrics metrics = new SourceMetrics(1, () -> 0L, new ColumnMetrics("source-storage", connector, 0));
        return new SplitOpening(config, connector, metrics).number(SPLIT);
    }
}
