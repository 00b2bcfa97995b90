/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.integration.pair;

import com.fasterxml.jackson.databind.JsonNode;
import io.pgcopy.integration.Kit;
import io.pgcopy.integration.Pipe;
import io.pgcopy.integration.fixture.RestException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

/** What a user gets back over REST for wrong settings, and that neither answer nor log gives a secret away. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class BadInputIT {

    private static final String CANARY_PASSWORD = "canary-password-6c1f";
    private static final String CANARY_VALUE = "canary-value-9b2e";

    private final Pipe pipe = Kit.pipe("bad_input");

    @BeforeAll
    void tables() {
        pipe.both(
                "CREATE TABLE ok (id int PRIMARY KEY, v text)",
                "CREATE TABLE hidden (id int PRIMARY KEY, v text)",
                "CREATE TABLE guarded (id int PRIMARY KEY, v text)",
                "ALTER TABLE guarded ENABLE ROW LEVEL SECURITY",
                "DROP ROLE IF EXISTS pgcopy_limited");
        pipe.source().execute("CREATE ROLE pgcopy_limited LOGIN PASSWORD '" + CANARY_PASSWORD + "'");
        pipe.both(
                "GRANT SELECT, INSERT ON ok, guarded TO pgcopy_limited",
                "GRANT USAGE ON SCHEMA public TO pgcopy_limited");
    }

    @AfterAll
    void end() {
        pipe.close();
        pipe.both("DROP OWNED BY pgcopy_limited");
        pipe.source().execute("DROP ROLE pgcopy_limited");
    }

    @ParameterizedTest(name = "{0} = {1}: {2} names {3}")
    @CsvSource(delimiter = '|', textBlock = """
            connection.url      | jdbc:mysql://127.0.0.1/x                                  | connection.url      | jdbc:postgresql
            connection.url      | jdbc:postgresql://127.0.0.1:1/x                           | connection.url      | 127.0.0.1
            connection.url      | jdbc:postgresql://no-such-host.invalid/x                  | connection.url      | no-such-host.invalid
            connection.url      | jdbc:postgresql://127.0.0.1/x?socketFactory=evil.Factory  | connection.url      | socketFactory
            connection.url      | jdbc:postgresql://127.0.0.1/x?password=canary-password-6c1f | connection.url    | password
            connection.password | canary-password-6c1f                                      | connection.password | password
            tables              | public.absent                                             | tables              | public.absent
            tables              | nodot                                                     | tables              | nodot
            topic.name.format   | ${nonsense}                                               | topic.name.format   | nonsense
            key.mode            | sometimes                                                 | key.mode            | sometimes
            poll.max.bytes      | many                                                      | poll.max.bytes      | many
            """)
    void aWrongSourceSettingIsReportedOnItsKey(String key, String value, String reported, String names) {
        assertReported(pipe.sourceConfig("tables", "public.ok", key, value), reported, names);
    }

    @ParameterizedTest(name = "{0} = {1}: {2} names {3}")
    @CsvSource(delimiter = '|', textBlock = """
            connection.url      | jdbc:postgresql://127.0.0.1:1/x   | connection.url      | 127.0.0.1
            connection.password | canary-password-6c1f              | connection.password | password
            topics.to.tables    | t:public.absent                   | topics.to.tables    | absent
            topics.to.tables    | nothing                           | topics.to.tables    | nothing
            connection.url      | jdbc:postgresql://no-such-host.invalid/x | connection.url | no-such-host.invalid
            connection.url      | jdbc:postgresql://127.0.0.1/x?loggerFile=/tmp/x | connection.url | loggerFile
            connection.url      | jdbc:postgresql://127.0.0.1/x?password=canary-password-6c1f | connection.url | connection.password
            connection.user     | nobody-here                       | connection.password | password
            table.name.format   | public.absent                     | table.name.format   | public.absent
            insert.mode         | sometimes                         | insert.mode         | insert_ignore
            conection.user      | me                                | conection.user      | connection.user
            flush.max.bytes     | -1                                | flush.max.bytes     | -1
            """)
    void aWrongSinkSettingIsReportedOnItsKey(String key, String value, String reported, String names) {
        Map<String, String> config = pipe.sinkConfig(key, value);
        config.remove("topics.regex");
        config.put("topics", "t");
        config.put("table.name.format", "public.ok");
        config.put(key, value);
        assertReported(config, reported, names);
    }

    @Test
    void aDatabaseThatIsMissingIsReportedOnTheUrl() {
        String missing = pipe.source().url().replace("bad_input_source", "no_such_database");
        assertReported(
                pipe.sourceConfig("tables", "public.ok", "connection.url", missing),
                "connection.url",
                "no_such_database");
        Map<String, String> sink = sinkFor("public.ok");
        sink.put("connection.url", missing);
        assertReported(sink, "connection.url", "no_such_database");
    }

    @Test
    void allThatTheDatabaseHasAgainstASourceIsReportedAtOnce() {
        Map<String, List<String>> errors = errors(asLimitedUser(pipe.sourceConfig(
                "tables", "public.absent, public.hidden, public.guarded", "columns.exclude", "public.guarded.nmae")));
        assertThat(errors).containsOnlyKeys("tables", "columns.exclude");
        assertThat(errors.get("tables"))
                .hasSize(3)
                .anyMatch(error -> error.contains("public.absent") && error.contains("does not exist"))
                .anyMatch(error -> error.contains("public.hidden") && error.contains("GRANT SELECT"))
                .anyMatch(error -> error.contains("public.guarded") && error.contains("BYPASSRLS"));
        assertThat(errors.get("columns.exclude")).singleElement().asString().contains("public.guarded.nmae");
    }

    @Test
    void allThatTheDatabaseHasAgainstASinkIsReportedAtOnce() {
        Map<String, String> config = asLimitedUser(sinkFor("public.ok"));
        config.put("topics", "a,b,c,d");
        config.put("topics.to.tables", "a:public.absent,b:public.hidden,c:public.guarded");
        Map<String, List<String>> errors = errors(config);
        assertThat(errors).containsOnlyKeys("topics.to.tables");
        assertThat(errors.get("topics.to.tables"))
                .hasSize(3)
                .anyMatch(error -> error.contains("topic a") && error.contains("public.absent"))
                .anyMatch(error -> error.contains("topic b") && error.contains("INSERT"))
                .anyMatch(error -> error.contains("topic c") && error.contains("row-level security"));
    }

    @Test
    void allWrongSettingsOfASinkAreReportedAtOnce() {
        Map<String, String> config = sinkFor("public.ok");
        config.put("connection.url", "jdbc:postgresql://127.0.0.1/x?socketFactory=evil.Factory");
        config.put("insert.mode", "sometimes");
        config.put("flush.max.bytes", "many");
        config.put("retry.backoff.ms", "-1");
        assertThat(errors(config))
                .containsOnlyKeys("connection.url", "insert.mode", "flush.max.bytes", "retry.backoff.ms");
    }

    @Test
    void aColumnThatTheTargetLacksIsNamedWithTheRecordsPlace() {
        pipe.both("DROP TABLE IF EXISTS narrow");
        pipe.source().execute("CREATE TABLE narrow (id int PRIMARY KEY, v text, more int, extra text)");
        pipe.target().execute("CREATE TABLE narrow (id int PRIMARY KEY, v text)");
        pipe.source().execute("INSERT INTO narrow VALUES (1, '" + CANARY_VALUE + "')");
        assertTold("public.narrow", "fields extra, more", "add the column");
    }

    @Test
    void aColumnThatTheTargetNeedsIsNamedWithTheRecordsPlace() {
        pipe.both("DROP TABLE IF EXISTS needy");
        pipe.source().execute("CREATE TABLE needy (id int PRIMARY KEY, v text)");
        pipe.target().execute("CREATE TABLE needy (id int PRIMARY KEY, v text, must int NOT NULL)");
        pipe.source().execute("INSERT INTO needy VALUES (1, '" + CANARY_VALUE + "')");
        assertTold("public.needy", "must", "NOT NULL");
    }

    /** The task's failure begins with a line that needs no stack trace. */
    private void assertTold(String table, String... words) {
        // A connector of another test's may be there, and have failed.
        pipe.close();
        try {
            pipe.startSource("tables", table);
            pipe.startSink();
            String trace = pipe.rest().awaitTaskFailed(pipe.sinkConnector());
            assertThat(trace.lines().filter(line -> !line.startsWith("\tat ")).toList())
                    .anySatisfy(line -> assertThat(line)
                            .contains(table)
                            .contains(words)
                            .contains(pipe.topic(table))
                            .contains("offset 0"));
            assertSecretsStaySecret(trace);
        } finally {
            pipe.close();
        }
    }

    private Map<String, String> sinkFor(String table) {
        Map<String, String> config = pipe.sinkConfig("topics", "t", "table.name.format", table);
        config.remove("topics.regex");
        return config;
    }

    @Test
    void aMissingSelectRightIsReportedOnTheTables() {
        assertReported(asLimitedUser(pipe.sourceConfig("tables", "public.hidden")), "tables", "SELECT");
    }

    @Test
    void aMissingInsertRightIsReportedOnTheTable() {
        Map<String, String> config =
                asLimitedUser(pipe.sinkConfig("topics", "t", "table.name.format", "public.hidden"));
        config.remove("topics.regex");
        assertReported(config, "table.name.format", "INSERT");
    }

    @Test
    void rowLevelSecurityOnTheTargetIsReportedOnTheTable() {
        Map<String, String> config =
                asLimitedUser(pipe.sinkConfig("topics", "t", "table.name.format", "public.guarded"));
        config.remove("topics.regex");
        assertReported(config, "table.name.format", "row-level security");
    }

    @Test
    void allProblemsAreReportedAtOnce() {
        Map<String, List<String>> errors =
                errors(pipe.sourceConfig("tables", "nodot", "key.mode", "sometimes", "poll.max.bytes", "many"));
        assertThat(errors.keySet()).contains("tables", "key.mode", "poll.max.bytes");
    }

    @Test
    void aRefusedConnectorIsNotCreated() {
        Assertions.assertThatThrownBy(() -> pipe.rest().put("refused", pipe.sourceConfig("tables", "public.absent")))
                .isInstanceOfSatisfying(
                        RestException.class, e -> assertThat(e.status()).isEqualTo(400))
                .hasMessageContaining("public.absent");
    }

    @Test
    void aValueThatTheTargetRefusesIsNamedByPlaceAndNotByContent() {
        pipe.both("DROP TABLE IF EXISTS strict");
        pipe.source().execute("CREATE TABLE strict (id int PRIMARY KEY, v text)");
        pipe.target().execute("CREATE TABLE strict (id int PRIMARY KEY, v text CHECK (length(v) < 5))");
        pipe.source().execute("INSERT INTO strict VALUES (1, 'ok'), (2, '" + CANARY_VALUE + "')");
        pipe.startSource("tables", "public.strict");
        pipe.startSink();
        String trace = pipe.rest().awaitTaskFailed(pipe.sinkConnector());
        assertThat(trace).contains("strict").contains(pipe.topic("public.strict"));
        assertSecretsStaySecret(trace);
    }

    private static Map<String, String> asLimitedUser(Map<String, String> config) {
        config.put("connection.user", "pgcopy_limited");
        config.put("connection.password", CANARY_PASSWORD);
        return config;
    }

    private void assertReported(Map<String, String> config, String key, String names) {
        Map<String, List<String>> errors = errors(config);
        assertThat(errors.keySet()).as("%s", errors).containsExactly(key);
        assertThat(String.join(" ", errors.getOrDefault(key, List.of()))).contains(names);
    }

    private Map<String, List<String>> errors(Map<String, String> config) {
        config.put("name", "bad-input-validated");
        String connector = config.getOrDefault("connector.class", "");
        JsonNode answer = pipe.rest().validate(connector.substring(connector.lastIndexOf('.') + 1), config);
        Map<String, List<String>> errors = new LinkedHashMap<>();
        for (JsonNode entry : answer.path("configs")) {
            List<String> messages = new ArrayList<>();
            entry.path("value").path("errors").forEach(error -> messages.add(error.asText()));
            if (!messages.isEmpty()) {
                errors.put(entry.path("value").path("name").asText(), messages);
            }
        }
        assertSecretsStaySecret(errors.toString());
        assertThat(errors.values().stream().flatMap(List::stream))
                .allSatisfy(error -> assertThat(error).doesNotContain("\n", "Exception", "\tat "));
        return errors;
    }

    private void assertSecretsStaySecret(String answer) {
        assertThat(answer).doesNotContain(CANARY_PASSWORD).doesNotContain(CANARY_VALUE);
        assertThat(pipe.cluster().worker().logText().contains(CANARY_PASSWORD))
                .as("the password in the worker's log")
                .isFalse();
        assertThat(pipe.cluster().worker().logText().contains(CANARY_VALUE))
                .as("a row's value in the worker's log")
                .isFalse();
    }
}
