/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.integration.source;

import io.pgcopy.connect.source.PgCopySourceTask;
import io.pgcopy.integration.fixture.Await;
import io.pgcopy.integration.fixture.Database;
import io.pgcopy.integration.fixture.PostgresOptions;
import io.pgcopy.integration.fixture.PostgresServer;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Map;
import org.apache.kafka.connect.source.SourceRecord;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

import static org.assertj.core.api.Assertions.assertThat;

/** Tables that are not at the moment of reading what they were at the moment of planning. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ChangingTablesIT {
    private PostgresServer server;
    private Database database;

    @BeforeAll
    void start() {
        server = PostgresServer.start(PostgresOptions.named("source-changing"));
        database = server.createDatabase("source_changing");
    }

    @AfterAll
    void stop() {
        server.close();
    }

    @Test
    void aTableThatIsSwappedWhileItsLockIsWaitedForIsReadAsItIsNow() throws SQLException {
        database.execute(
                "CREATE SCHEMA swap",
                "CREATE TABLE swap.t (id int PRIMARY KEY, v text)",
                "CREATE TABLE swap.next (id int PRIMARY KEY, v bigint)",
                "INSERT INTO swap.t VALUES (1, 'a')",
                "INSERT INTO swap.next VALUES (7, 3472328296227680304)");
        List<SourceRecord> records =
                readBehind("swap.t", "ALTER TABLE swap.t RENAME TO gone", "ALTER TABLE swap.next RENAME TO t");
        assertThat(values(records)).containsExactly("Struct{id=7,v=3472328296227680304}");
    }

    @Test
    void aTableThatIsMadeAnewWhileItsLockIsWaitedForIsReadWithItsColumns() throws SQLException {
        database.execute(
                "CREATE SCHEMA anew", "CREATE TABLE anew.t (id int PRIMARY KEY)", "INSERT INTO anew.t VALUES (1)");
        List<SourceRecord> records = readBehind(
                "anew.t",
                "DROP TABLE anew.t",
                "CREATE TABLE anew.t (id int PRIMARY KEY, v text)",
                "INSERT INTO anew.t VALUES (2, 'new')");
        assertThat(values(records)).containsExactly("Struct{id=2,v=new}");
    }

    @Test
    void aTableThatBecomesAViewWhileItsLockIsWaitedForIsReadAsAView() throws SQLException {
        database.execute(
                "CREATE SCHEMA kind", "CREATE TABLE kind.t (id int PRIMARY KEY)", "INSERT INTO kind.t VALUES (1)");
        List<SourceRecord> records = readBehind(
                "kind.t", "DROP TABLE kind.t", "CREATE MATERIALIZED VIEW kind.t AS SELECT 5 AS id, text 'seen' AS v");
        assertThat(values(records)).containsExactly("Struct{id=5,v=seen}");
    }

    @Test
    void aForeignTableThatIsSwappedWhileItsLockIsWaitedForIsReadAsItIsNow() throws SQLException {
        database.execute(
                "CREATE SCHEMA far",
                "CREATE EXTENSION IF NOT EXISTS file_fdw",
                "CREATE SERVER far FOREIGN DATA WRAPPER file_fdw",
                "CREATE FOREIGN TABLE far.t (id int) SERVER far OPTIONS (program 'printf \"1\\n\"')",
                "CREATE FOREIGN TABLE far.next (name text) SERVER far OPTIONS (program 'printf \"two\\n\"')");
        List<SourceRecord> records = readBehind(
                "far.t", "ALTER FOREIGN TABLE far.t RENAME TO gone", "ALTER FOREIGN TABLE far.next RENAME TO t");
        assertThat(values(records)).containsExactly("Struct{name=two}");
    }

    @Test
    void aTableThatGrowsDoesNotChangeTheTasksConfigurations() {
        database.execute(
                "CREATE SCHEMA grow",
                "CREATE TABLE grow.a AS SELECT i, repeat('x', 1000) AS v FROM generate_series(1, 5000) AS i",
                "CREATE TABLE grow.b AS SELECT i FROM generate_series(1, 10) AS i",
                "CREATE TABLE grow.c AS TABLE grow.a");
        SourceRun run = SourceRun.of(database, "grow.*");
        List<Map<String, String>> before = run.taskConfigs(2);
        database.execute("INSERT INTO grow.a SELECT * FROM grow.a LIMIT 500", "INSERT INTO grow.b SELECT 1", "VACUUM");
        assertThat(run.taskConfigs(2)).hasSize(2).isEqualTo(before);
    }

    /** What a task reads that had to wait for the end of a transaction with these statements. */
    private List<SourceRecord> readBehind(String table, String... statements) throws SQLException {
        SourceRun run = SourceRun.of(database, table);
        try (Connection connection = database.connect();
                Statement ddl = connection.createStatement()) {
            connection.setAutoCommit(false);
            List<Map<String, String>> configs = run.taskConfigs(1);
            for (String sql : statements) {
                ddl.execute(sql);
            }
            PgCopySourceTask task = run.startTask(configs.get(0));
            try {
                Await.until(
                        "the task waits for the lock",
                        () -> database.number("SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock'"
                                        + " AND application_name LIKE 'pgcopy-source-%'")
                                == 1);
                connection.commit();
                return run.drain(task);
            } finally {
                task.stop();
            }
        }
    }

    private static List<String> values(List<SourceRecord> records) {
        return records.stream().map(record -> record.value().toString()).toList();
    }
}
