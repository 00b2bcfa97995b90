/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.integration.source;

import io.pgcopy.integration.fixture.Database;
import io.pgcopy.integration.fixture.FreePort;
import io.pgcopy.integration.fixture.PostgresOptions;
import io.pgcopy.integration.fixture.PostgresServer;
import java.util.List;
import java.util.Map;
import org.apache.kafka.connect.errors.ConnectException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** What a user did wrong is told before a row is read: on the right key, in a sentence that says what to do. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class BadInputIT {
    private static final String SECRET = "hunter2-secret";

    private PostgresServer server;
    private Database database;

    @BeforeAll
    void start() {
        server = PostgresServer.start(PostgresOptions.named("source-input"));
        database = server.createDatabase("source_input");
        database.execute(
                "DROP ROLE IF EXISTS pgcopy_reader",
                "CREATE ROLE pgcopy_reader LOGIN PASSWORD 'right'",
                "CREATE TABLE open (id int PRIMARY KEY, name text)",
                "GRANT SELECT ON open TO pgcopy_reader",
                "CREATE TABLE closed (id int)",
                "CREATE TABLE half (id int, salary int)",
                "GRANT SELECT (id) ON half TO pgcopy_reader",
                "CREATE TABLE hidden (id int)",
                "GRANT SELECT ON hidden TO pgcopy_reader",
                "ALTER TABLE hidden ENABLE ROW LEVEL SECURITY",
                "CREATE SCHEMA locked",
                "CREATE TABLE locked.t (id int)",
                "GRANT SELECT ON locked.t TO pgcopy_reader",
                "CREATE TABLE \"Upper\" (id int)");
    }

    @AfterAll
    void stop() {
        database.execute("DROP OWNED BY pgcopy_reader", "DROP ROLE pgcopy_reader");
        server.close();
    }

    @Test
    void grantsOnColumnsDoNotTellRowsOfATableFromThoseOfItsChildren() {
        database.execute(
                "CREATE TABLE parent (id int, salary int)",
                "CREATE TABLE first_child () INHERITS (parent)",
                "CREATE TABLE second_child () INHERITS (parent)",
                "GRANT SELECT (id) ON parent TO pgcopy_reader",
                "GRANT SELECT ON first_child TO pgcopy_reader");
        SourceRun run = SourceRun.of(database, "public.parent, public.first_child")
                .with("connection.user", "pgcopy_reader")
                .with("connection.password", "right")
                .with("columns.exclude", "public.parent.salary");
        assertThat(run.problems().get("tables"))
                .singleElement()
                .asString()
                .contains("public.first_child for one", "GRANT SELECT ON \"public\".\"parent\"");
        database.execute("GRANT SELECT (tableoid) ON parent TO pgcopy_reader");
        assertThat(run.problems()).isEmpty();
    }

    @Test
    void aRightConfigurationHasNoProblems() {
        assertThat(SourceRun.of(database, "public.open").problems()).isEmpty();
    }

    @Test
    void aTableOfWhichOneColumnMayBeReadGivesThatColumn() {
        database.execute("INSERT INTO half VALUES (7, 1000)");
        SourceRun run = SourceRun.of(database, "public.half")
                .with("connection.user", "pgcopy_reader")
                .with("connection.password", "right")
                .with("columns.exclude", "public.half.salary");
        assertThat(run.problems()).isEmpty();
        assertThat(SourceRun.byTopic(run.all(), "id")).isEqualTo(Map.of("public.half", List.of(7)));
    }

    @Test
    void aWrongAddressIsTheUrls() {
        String url = "jdbc:postgresql://127.0.0.1:" + FreePort.next() + "/shop";
        assertThat(SourceRun.of(database, "public.open")
                        .with("connection.url", url)
                        .problems())
                .containsOnlyKeys("connection.url");
        String host = "jdbc:postgresql://no-such-host.invalid/shop";
        assertThat(SourceRun.of(database, "public.open")
                        .with("connection.url", host)
                        .problems())
                .containsOnlyKeys("connection.url");
    }

    @Test
    void aMissingDatabaseIsTheUrls() {
        Map<String, List<String>> problems = SourceRun.of(database, "public.open")
                .with("connection.url", server.url("no_such_database"))
                .problems();
        assertThat(problems).containsOnlyKeys("connection.url");
        assertThat(problems.get("connection.url")).singleElement().asString().contains("no_such_database");
    }

    @Test
    void aUrlWithAPasswordOrAnotherParameterIsRefusedUnseen() {
        for (String parameter : List.of("password=" + SECRET, "loggerFile=" + SECRET, "options=-c%20x")) {
            assertThat(SourceRun.of(database, "public.open")
                            .with("connection.url", database.url() + "?" + parameter)
                            .problems())
                    .as(parameter)
                    .containsOnlyKeys("connection.url")
                    .asString()
                    .doesNotContain(SECRET);
        }
    }

    @Test
    void tablesAndColumnsThatMayBeReadAreOffered() {
        assertThat(reader("public.open").offered("tables"))
                .contains("public.open", "public.half")
                .doesNotContain("public.closed", "locked.t");
        assertThat(SourceRun.of(database, "public.open, public.upper*, public.\"Upper\"")
                        .offered("columns.exclude"))
                .containsExactly("public.\"Upper\".id", "public.open.id", "public.open.name");
    }

    @Test
    void allMissingTablesAreToldAtOnce() {
        assertThat(SourceRun.of(database, "public.open, public.nowhere, other.*, public.upper")
                        .problems())
                .containsOnlyKeys("tables")
                .hasEntrySatisfying("tables", problems -> assertThat(problems)
                        .hasSize(3)
                        .anyMatch(problem -> problem.contains("public.nowhere"))
                        .anyMatch(problem -> problem.contains("other.*"))
                        .anyMatch(problem -> problem.contains("public.\"Upper\"")));
    }

    @Test
    void missingRightsAreToldWithTheGrantThatHelps() {
        Map<String, List<String>> problems = reader("public.open, public.closed, public.half, public.hidden, locked.t")
                .problems();
        assertThat(problems).containsOnlyKeys("tables");
        assertThat(problems.get("tables"))
                .hasSize(4)
                .anyMatch(problem -> problem.contains("GRANT SELECT ON \"public\".\"closed\""))
                .anyMatch(problem -> problem.contains("public.half") && problem.contains("salary"))
                .anyMatch(problem -> problem.contains("public.hidden") && problem.contains("BYPASSRLS"))
                .anyMatch(problem -> problem.contains("GRANT USAGE ON SCHEMA \"locked\""));
        assertThat(reader("public.half")
                        .with("columns.exclude", "public.half.salary")
                        .problems())
                .isEmpty();
    }

    @Test
    void namesThatLeaveOutNothingAreToldAsTheyWouldHideNothing() {
        assertThat(SourceRun.of(database, "public.half, public.open")
                        .with("tables.exclude", "public.clsoed, public.*_old, public.upper")
                        .with("columns.include", "public.open.id, public.open.nmae, public.open.x*")
                        .with("columns.exclude", "public.half.salry, public.closed.id, *.half.gone")
                        .problems())
                .containsOnlyKeys("tables.exclude", "columns.include", "columns.exclude")
                .hasEntrySatisfying("tables.exclude", problems -> assertThat(problems)
                        .hasSize(2)
                        .anyMatch(problem -> problem.contains("public.clsoed"))
                        .anyMatch(problem -> problem.contains("public.\"Upper\"")))
                .hasEntrySatisfying(
                        "columns.include",
                        problems ->
                                assertThat(problems).singleElement().asString().contains("public.open.nmae"))
                .hasEntrySatisfying("columns.exclude", problems -> assertThat(problems)
                        .hasSize(2)
                        .anyMatch(problem -> problem.contains("public.half.salry"))
                        .anyMatch(problem -> problem.contains("public.closed.id")));
    }

    @Test
    void namesOfKeyAndLargeObjectColumnsThatMatchNothingAreToldToo() {
        assertThat(SourceRun.of(database, "public.half, public.open")
                        .with("key.mode", "columns")
                        .with("key.columns", "id, public.opne.name")
                        .with("large.objects", "lo")
                        .with("large.object.columns", "public.open.picture, public.*.photo")
                        .problems())
                .containsOnlyKeys("key.columns", "large.object.columns")
                .hasEntrySatisfying(
                        "key.columns",
                        problems ->
                                assertThat(problems).singleElement().asString().contains("public.opne.name"))
                .hasEntrySatisfying(
                        "large.object.columns",
                        problems ->
                                assertThat(problems).singleElement().asString().contains("public.open.picture"));
    }

    @Test
    void startTellsTheSameProblems() {
        assertThatThrownBy(
                        () -> SourceRun.of(database, "public.nowhere, other.*").taskConfigs(1))
                .isInstanceOf(ConnectException.class)
                .hasMessageContaining("tables names public.nowhere")
                .hasMessageContaining("tables names other.*");
    }

    @Test
    void problemsOfConfigurationAndDatabaseComeTogether() {
        assertThat(SourceRun.of(database, "public.nowhere")
                        .with("poll.max.bytes", "many")
                        .with("key.mode", "columns")
                        .with("tabels.exclude", "a.b")
                        .problems())
                .containsOnlyKeys("tables", "poll.max.bytes", "key.columns", "tabels.exclude");
    }

    @Test
    void policiesThatHideRowsOfAViewsTableAreAnErrorAndNotMissingRows() {
        database.execute(
                "CREATE VIEW through WITH (security_barrier) AS SELECT id FROM hidden",
                "INSERT INTO hidden VALUES (1)",
                "ALTER TABLE hidden FORCE ROW LEVEL SECURITY",
                "ALTER VIEW through OWNER TO pgcopy_reader");
        assertThatThrownBy(() -> reader("public.through").all())
                .isInstanceOf(ConnectException.class)
                .hasMessageContaining("42501");
    }

    private SourceRun reader(String tables) {
        return SourceRun.of(database, tables)
                .with("connection.user", "pgcopy_reader")
                .with("connection.password", "right");
    }
}
