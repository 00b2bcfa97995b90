/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.config;

import org.apache.kafka.common.config.ConfigException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class TopicConfigTest {

    @ParameterizedTest
    @CsvSource({
        "${schema}.${table}, sales, orders, sales.orders",
        "${schema}.${table}, Sälés, 'Big \"Orders\"', S_l_s.Big__Orders_",
        "copy-${database}-${table}, sales, $1, copy-shop-_1",
        "everything, sales, orders, everything",
    })
    void replacesWhatATopicMayNotHave(String format, String schema, String table, String topic) {
        assertThat(new TopicConfig(format).topic("shop", schema, table)).isEqualTo(topic);
    }

    @Test
    void refusesANameThatNoTopicCanHave() {
        assertThatThrownBy(() -> new TopicConfig("${table}").topic("shop", "sales", ".."))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("sales...");
        assertThatThrownBy(() -> new TopicConfig("${table}" + "x".repeat(249)).topic("shop", "sales", "orders"))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("at most 249");
    }
}
