/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.integration.packaging;

import io.pgcopy.integration.Kit;
import io.pgcopy.integration.Pipe;
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
    private static final String PASSWORD = "change-me";

    private static PostgresServer server;
    private static Pipe pipe;

    @BeforeAll
    static void runTheStatementsOfThePage() throws IOException {
        server = PostgresServer.startOwn(PostgresOptions.named("rights"));
        pipe = Kit.pipe("rights", server, server);
        pipe.both("CREATE SCHEMA sales", "CREATE TABLE sales.orders (id bigint PRIMARY KEY, note text)");
        pipe.source().execute("INSERT INTO sales.orders VALUES (1, 'one'), (2, NULL)");
        String page = Files.readString(Repository.root().resolve("docs/security.md"));
        List<String> blocks = Pattern.compile("```sql\n(.*?)```", Pattern.DOTALL)
                .matcher(page)
                .results()
                .map(block -> block.group(1))
                .toList();
        assertThat(blocks).hasSize(2);
        pipe.source().execute(blocks.get(0));
        pipe.target().execute(blocks.get(1));
    }

    @AfterAll
    static void stop() {
        pipe.close();
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
    void theTwoAreEnoughForACopy() {
        pipe.startSource("tables", "sales.*", "connection.user", "pgcopy_reader", "connection.password", PASSWORD);
        pipe.startSink("connection.user", "pgcopy_writer", "connection.password", PASSWORD);
        pipe.awaitCopied("sales.orders");
        pipe.assertEqual("sales.orders");
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
        Database own = role.equals("pgcopy_reader") ? pipe.source() : pipe.target();
        try (Connection connection = DriverManager.getConnection(own.url(), role, PASSWORD);
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    private static List<String> errors(Map<String, String> settings) throws IOException, ReflectiveOperationException {
        Map<String, String> complete = new HashMap<>(settings);
        complete.put("name", "rights");
        complete.put("connection.url", (settings.containsKey("tables") ? pipe.source() : pipe.target()).url());
        complete.put("connection.password", PASSWORD);
        try (UnpackedPlugins plugins = new UnpackedPlugins(PluginArchive.CONNECTOR)) {
            return plugins.connector(complete).validate(complete).configValues().stream()
                    .flatMap(value -> value.errorMessages().stream().map(message -> value.name() + ": " + message))
                    .toList();
        }
    }
}
