/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.connect.sink;

import io.pgcopy.connect.config.TargetConfig;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaBuilder;
import org.apache.kafka.connect.errors.ConnectException;
import org.apache.kafka.connect.errors.DataException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class TargetNameTest {

    @Test
    void takesADotForTheBorderOfTheSchema() {
        assertThat(TargetName.parse("sales.Orders")).isEqualTo(new TargetName("sales", "Orders"));
        assertThat(TargetName.parse("orders")).isEqualTo(new TargetName(null, "orders"));
    }

    @Test
    void leavesADotInsideQuotesAlone() {
        assertThat(TargetName.parse("\"a.b\".\"c \"\"d\"\"\"")).isEqualTo(new TargetName("a.b", "c \"d\""));
    }

    @Test
    void refusesMoreDotsAndSaysWhatToDo() {
        assertThatThrownBy(() -> TargetName.parse("shop.public.orders"))
                .isInstanceOf(ConnectException.class)
                .hasMessageContaining("topics.to.tables");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", ".", "a.", ".a", "\"a", "\"\".a"})
    void refusesWhatIsNoName(String text) {
        assertThatThrownBy(() -> TargetName.parse(text)).isInstanceOf(ConnectException.class);
    }

    @Test
    void routesByNameThenByFormat() {
        TableRouter router = router("dw.${topic}", Map.of("x", "a.b"));
        assertThat(router.route("x", null)).isEqualTo(new TargetName("a", "b"));
        assertThat(router.route("orders", null)).isEqualTo(new TargetName("dw", "orders"));
    }

    @Test
    void routesByTheTableThatTheRowWasReadFrom() {
        TableRouter router = router("${source.schema}.${source.table}", Map.of());
        Schema schema = SchemaBuilder.struct()
                .parameter("io.pgcopy.schema", "odd.schema")
                .parameter("io.pgcopy.table", "T \"1\"")
                .build();
        assertThat(router.route("any", schema)).isEqualTo(new TargetName("odd.schema", "T \"1\""));
        assertThat(router.route("any")).isEmpty();
        assertThatThrownBy(() -> router.route("any", SchemaBuilder.struct().build()))
                .isInstanceOf(DataException.class)
                .hasMessageContaining("table.name.format");
    }

    private static TableRouter router(String format, Map<String, String> tables) {
        return new TableRouter(new TargetConfig(format, tables, Set.of()));
    }
}
