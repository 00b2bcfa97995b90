/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.integration.sink;

import io.pgcopy.connect.sink.PgCopySinkConnector;
import io.pgcopy.integration.fixture.Database;
import io.pgcopy.integration.fixture.PostgresOptions;
import io.pgcopy.integration.fixture.PostgresServer;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.apache.kafka.common.config.ConfigValue;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** What a validation of the sink says of the tables it is to write to. */
class SinkTablesIT {
    private static PostgresServer server;
    private Database db;

    @BeforeAll
    static void start() {
        server = PostgresServer.start(PostgresOptions.named("sink-tables"));
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @BeforeEach
    void create() {
        db = server.createDatabase("sink_tables");
        db.execute("CREATE TABLE orders (id int8)");
    }

    @Test
    void namesATopicThatHasNoTable() {
        assertThat(problems(Map.of("topics", "orders,srv.public.orders")))
                .containsOnlyKeys("table.name.format")
                .hasEntrySatisfying(
                        "table.name.format",
                        messages ->
                                assertThat(messages).singleElement().asString().contains("srv.public.orders"));
    }

    @Test
    void doesNotGuessWhatATransformationMakesOfATopic() {
        assertThat(problems(Map.of(
                        "topics", "srv.public.orders",
                        "transforms", "route",
                        "transforms.route.type", "org.apache.kafka.connect.transforms.RegexRouter",
                        "transforms.route.regex", ".*\\.(.*)",
                        "transforms.route.replacement", "$1")))
                .isEmpty();
    }

    @Test
    void checksTheTablesThatAreNamedInAnyCase() {
        assertThat(problems(Map.of("topics", "a", "transforms", "route", "topics.to.tables", "b:nowhere.none")))
                .containsOnlyKeys("topics.to.tables");
    }

    @Test
    void leavesNoSessionBehindWhereATaskDoesNotStart() {
        Map<String, String> wrong = Map.of("topics.to.tables", "t:x.y.z");
        assertThatThrownBy(() -> SinkDriver.of(db, new TopicLog(), wrong)).hasMessageContaining("x.y.z");
        assertThat(db.number("SELECT count(*) FROM pg_stat_activity WHERE application_name = 'driven-0'"))
                .isZero();
    }

    private Map<String, List<String>> problems(Map<String, String> settings) {
        return new PgCopySinkConnector()
                .validate(SinkDriver.settings(db, settings)).configValues().stream()
                        .filter(value -> !value.errorMessages().isEmpty())
                        .collect(Collectors.toMap(ConfigValue::name, ConfigValue::errorMessages));
    }
}
