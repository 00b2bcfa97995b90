/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.integration.packaging;

import io.pgcopy.integration.fixture.Database;
import io.pgcopy.integration.fixture.PostgresOptions;
import io.pgcopy.integration.fixture.PostgresServer;
import java.io.IOException;
import java.nio.file.Files;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** The statements of {@code docs/security.md} run as they stand, are enough for the connectors, and give no more. */
class SecurityPageIT {
    private static PostgresServer server;
    private static Database database;

    @BeforeAll
    static void runTheStatementsOfThePage() throws IOException {
        server = PostgresServer.startOwn(PostgresOptions.named("rights"));
        database = server.createDatabase("shop");
        database.execute(
                "CREATE SCHEMA sales",
                "CREATE TABLE sales.orders (id bigint PRIMARY KEY, note text)",
                "INSERT INTO sales.orders VALUES (1, 'one')");
        String page = Files.readString(Repository.root().resolve("docs/security.md"));
        List<String> blocks = Pattern.compile("```sql\n(.*?)```", Pattern.DOTALL)
                .matcher(page)
                .results()
                .map(block -> block.group(1))
                .toList();
        assertThat(blocks).hasSize(2);
        blocks.forEach(database::execute);
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @Test
    void sourceIsContentWithTheReader() throws IOException, ReflectiveOperationException {
        assertThat(errors(Map.of(
                        "connector.class", "io.pgcopy.connect.source.PgCopySourceConnector",
                        "connection.user", "pgcopy_reader",
                        "tables", "sales.*")))
                .isEmpty();
    }

    @Test
    void sinkIsContentWithTheWriter() throws IOException, ReflectiveOperationException {
        assertThat(errors(Map.of(
                        "connector.class", "io.pgcopy.connect.sink.PgCopySinkConnector",
                        "connection.user", "pgcopy_writer",
                        "topics", "sales.orders")))
                .isEmpty();
    }

    @Test
    void eachMayDoItsOwn() throws SQLException {
        runAs("pgcopy_reader", "SELECT * FROM sales.orders");
        runAs("pgcopy_writer", "INSERT INTO sales.orders VALUES (2, 'two')");
        assertThat(database.count("sales.orders")).isEqualTo(2);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                "pgcopy_reader | INSERT INTO sales.orders VALUES (3, 'three')",
                "pgcopy_reader | CREATE TABLE sales.mine (id int)",
                "pgcopy_writer | SELECT note FROM sales.orders",
                "pgcopy_writer | UPDATE sales.orders SET note = ''",
                "pgcopy_writer | TRUNCATE sales.orders",
                "pgcopy_writer | CREATE TABLE sales.mine (id int)",
            })
    void neitherMayDoMore(String role, String sql) {
        assertThatThrownBy(() -> runAs(role, sql))
                .isInstanceOfSatisfying(
                        SQLException.class, e -> assertThat(e.getSQLState()).isEqualTo("42501"));
    }

    private static void runAs(String role, String sql) throws SQLException {
        try (Connection connection = DriverManager.getConnection(database.url(), role, "change-me");
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    private static List<String> errors(Map<String, String> settings) throws IOException, ReflectiveOperationException {
        Map<String, String> complete = new HashMap<>(settings);
        complete.put("name", "rights");
        complete.put("connection.url", database.url());
        complete.put("connection.password", "change-me");
        try (UnpackedPlugins plugins = new UnpackedPlugins(PluginArchive.CONNECTOR)) {
            return plugins.connector(complete).validate(complete).configValues().stream()
                    .flatMap(value -> value.errorMessages().stream().map(message -> value.name() + ": " + message))
                    .toList();
        }
    }
}
