/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.integration.source;

import io.pgcopy.integration.fixture.Database;
import io.pgcopy.integration.fixture.PostgresOptions;
import io.pgcopy.integration.fixture.PostgresServer;
import java.util.List;
import java.util.Map;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.errors.ConnectException;
import org.apache.kafka.connect.source.SourceRecord;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** Tables of every kind as a source: each row exactly once. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class TableKindsIT {
    private PostgresServer server;
    private Database database;

    @BeforeAll
    void start() {
        server = PostgresServer.start(PostgresOptions.named("source-kinds"));
        database = server.createDatabase("source_kinds");
    }

    @AfterAll
    void stop() {
        server.close();
    }

    @Test
    void partitionsAreReadOnceAndGoToTheRootsTopic() {
        database.execute(
                "CREATE SCHEMA part",
                "CREATE TABLE part.log (day int NOT NULL, id int, PRIMARY KEY (day, id)) PARTITION BY RANGE (day)",
                "CREATE TABLE part.log_1 PARTITION OF part.log FOR VALUES FROM (0) TO (10)",
                "CREATE TABLE part.log_2 PARTITION OF part.log FOR VALUES FROM (10) TO (20) PARTITION BY LIST (id)",
                "CREATE TABLE part.log_2_rest PARTITION OF part.log_2 DEFAULT",
                "INSERT INTO part.log SELECT i, i FROM generate_series(0, 19) AS i");
        List<SourceRecord> records = SourceRun.of(database, "part.*").all();
        assertThat(SourceRun.byTopic(records, "id")).containsOnlyKeys("part.log");
        assertThat(SourceRun.byTopic(records, "id").get("part.log")).hasSize(20).doesNotHaveDuplicates();
        assertThat(records).allSatisfy(record -> assertThat(
                        ((Struct) record.key()).schema().fields())
                .extracting("name")
                .containsExactly("day", "id"));
        assertThat(SourceRun.byTopic(SourceRun.of(database, "part.log_1").all(), "id"))
                .containsOnlyKeys("part.log_1");
    }

    @Test
    void rowsOfAnExcludedPartitionOrChildAreHeldBack() {
        database.execute(
                "CREATE SCHEMA back",
                "CREATE SCHEMA apart",
                "CREATE TABLE back.log (day int NOT NULL, id int) PARTITION BY RANGE (day)",
                "CREATE TABLE back.log_1 PARTITION OF back.log FOR VALUES FROM (0) TO (10)",
                "CREATE TABLE apart.log_2 PARTITION OF back.log FOR VALUES FROM (10) TO (20) PARTITION BY LIST (id)",
                "CREATE TABLE apart.log_2_rest PARTITION OF apart.log_2 DEFAULT",
                "INSERT INTO back.log VALUES (1, 1), (11, 2), (12, 3)",
                "CREATE TABLE back.city (id int)",
                "CREATE TABLE back.capital () INHERITS (back.city)",
                "CREATE TABLE back.town () INHERITS (back.city)",
                "INSERT INTO back.city VALUES (1)",
                "INSERT INTO back.capital VALUES (2)",
                "INSERT INTO back.town VALUES (3)");
        assertThat(SourceRun.byTopic(
                        SourceRun.of(database, "back.log, back.city")
                                .with("tables.exclude", "apart.log_2, back.capital")
                                .all(),
                        "id"))
                .isEqualTo(Map.of("back.log", List.of(1), "back.city", List.of(1, 3)));
        assertThat(SourceRun.byTopic(
                        SourceRun.of(database, "back.*, apart.*")
                                .with("tables.exclude", "back.log, back.c*")
                                .all(),
                        "id"))
                .isEqualTo(Map.of("back.town", List.of(3)));
    }

    @Test
    void inheritedRowsAreReadOnceWhicheverTablesAreNamed() {
        database.execute(
                "CREATE SCHEMA inherit",
                "CREATE TABLE inherit.city (id int)",
                "CREATE TABLE inherit.capital (country text) INHERITS (inherit.city)",
                "CREATE TABLE inherit.town () INHERITS (inherit.city)",
                "INSERT INTO inherit.city VALUES (1)",
                "INSERT INTO inherit.capital VALUES (2, 'PT')",
                "INSERT INTO inherit.town VALUES (3)");
        assertThat(SourceRun.byTopic(SourceRun.of(database, "inherit.city").all(), "id"))
                .isEqualTo(Map.of("inherit.city", List.of(1, 2, 3)));
        assertThat(SourceRun.byTopic(SourceRun.of(database, "inherit.*").all(), "id"))
                .isEqualTo(
                        Map.of("inherit.city", List.of(1), "inherit.capital", List.of(2), "inherit.town", List.of(3)));
        assertThat(SourceRun.byTopic(
                        SourceRun.of(database, "inherit.city, inherit.capital").all(), "id"))
                .isEqualTo(Map.of("inherit.city", List.of(1, 3), "inherit.capital", List.of(2)));
    }

    @Test
    void viewsAndMaterializedViewsAndForeignTablesAreTablesToo() {
        database.execute(
                "CREATE SCHEMA kinds",
                "CREATE TABLE kinds.base (id int PRIMARY KEY)",
                "INSERT INTO kinds.base VALUES (1), (2)",
                "CREATE UNLOGGED TABLE kinds.unlogged AS TABLE kinds.base",
                "CREATE VIEW kinds.plain_view AS SELECT id FROM kinds.base",
                "CREATE MATERIALIZED VIEW kinds.stored_view AS SELECT id FROM kinds.base",
                "CREATE EXTENSION file_fdw",
                "CREATE SERVER files FOREIGN DATA WRAPPER file_fdw",
                "CREATE FOREIGN TABLE kinds.outside (id int) SERVER files OPTIONS (program 'printf \"1\\n2\\n\"')");
        List<SourceRecord> records = SourceRun.of(database, "kinds.*").all();
        assertThat(SourceRun.byTopic(records, "id"))
                .isEqualTo(Map.of(
                        "kinds.base", List.of(1, 2),
                        "kinds.unlogged", List.of(1, 2),
                        "kinds.plain_view", List.of(1, 2),
                        "kinds.stored_view", List.of(1, 2),
                        "kinds.outside", List.of(1, 2)));
        assertThat(records).allSatisfy(record -> assertThat(record.key() != null)
                .as(record.topic())
                .isEqualTo(record.topic().equals("kinds.base")));
    }

    @Test
    void generatedAndIdentityColumnsAreReadAndDroppedOnesAreNot() {
        database.execute(
                "CREATE SCHEMA gen",
                "CREATE TABLE gen.t (id int GENERATED ALWAYS AS IDENTITY, gone text, a int,"
                        + " twice int GENERATED ALWAYS AS (a * 2) STORED)",
                "INSERT INTO gen.t (gone, a) VALUES ('x', 5)",
                "ALTER TABLE gen.t DROP COLUMN gone",
                "ALTER TABLE gen.t ADD COLUMN later text DEFAULT 'new'");
        SourceRecord record = SourceRun.of(database, "gen.t").all().get(0);
        assertThat(record.value().toString()).isEqualTo("Struct{id=1,a=5,twice=10,later=new}");
    }

    @Test
    void tablesWithNoColumnAndWithSixteenHundredAreRead() {
        StringBuilder wide = new StringBuilder("CREATE TABLE width.wide (c0 int");
        for (int i = 1; i < 1600; i++) {
            wide.append(", c").append(i).append(" int");
        }
        database.execute(
                "CREATE SCHEMA width",
                "CREATE TABLE width.nothing ()",
                "INSERT INTO width.nothing DEFAULT VALUES",
                "INSERT INTO width.nothing DEFAULT VALUES",
                wide + ")",
                "INSERT INTO width.wide (c0, c1599) VALUES (1, 2)");
        List<SourceRecord> records = SourceRun.of(database, "width.*").all();
        assertThat(records)
                .filteredOn(record -> record.topic().equals("width.nothing"))
                .hasSize(2);
        assertThat(records)
                .filteredOn(record -> record.topic().equals("width.wide"))
                .singleElement()
                .satisfies(record ->
                        assertThat(((Struct) record.value()).get("c1599")).isEqualTo(2));
    }

    @Test
    void namesOfEveryKindAreReadAndTopicsAreLegal() {
        String longest = "é".repeat(31) + "x";
        database.execute(
                "CREATE SCHEMA \"Odd Names\"",
                "CREATE TABLE \"Odd Names\".\"select\" (\"from\" int PRIMARY KEY, \"a.b\" int, \"q\"\"q\" int)",
                "INSERT INTO \"Odd Names\".\"select\" VALUES (1, 2, 3)",
                "CREATE TABLE \"Odd Names\".\"it's, a \"\"table\"\".\" (\"" + longest + "\" int)",
                "INSERT INTO \"Odd Names\".\"it's, a \"\"table\"\".\" VALUES (4)",
                "CREATE TABLE \"Odd Names\".\"" + longest + "\" (a int)");
        List<SourceRecord> records = SourceRun.of(
                        database, "\"Odd Names\".\"select\", \"Odd Names\".\"it's, a \"\"table\"\".\"")
                .all();
        assertThat(records)
                .extracting(SourceRecord::topic)
                .containsExactlyInAnyOrder("Odd_Names.select", "Odd_Names.it_s__a__table_.");
        assertThat(records)
                .extracting(record -> record.value().toString())
                .containsExactlyInAnyOrder("Struct{from=1,a.b=2,q\"q=3}", "Struct{" + longest + "=4}");
        assertThat(SourceRun.of(database, "\"Odd Names\".*").problems()).isEmpty();
    }

    @Test
    void twoTablesThatMeetInOneTopicAreRefusedNamingBoth() {
        database.execute(
                "CREATE SCHEMA meet",
                "CREATE TABLE meet.\"a b\" (id int)",
                "CREATE TABLE meet.a_b (id int)",
                "CREATE TABLE meet.\"a.b\" (id int)");
        assertThatThrownBy(() -> SourceRun.of(database, "meet.*").taskConfigs(1))
                .isInstanceOf(ConnectException.class)
                .hasMessageContaining("topic.name.format")
                .hasMessageContaining("meet.a b")
                .hasMessageContaining("meet.a_b")
                .hasMessageContaining("meet.a.b");
        assertThat(SourceRun.of(database, "meet.*").problems()).containsOnlyKeys("topic.name.format");
    }

    @Test
    void tablesOfOneNameInTwoSchemasStayApart() {
        database.execute(
                "CREATE SCHEMA one",
                "CREATE SCHEMA two",
                "CREATE TABLE one.t (id int)",
                "CREATE TABLE two.t (id int)",
                "INSERT INTO one.t VALUES (1)",
                "INSERT INTO two.t VALUES (2)");
        assertThat(SourceRun.byTopic(SourceRun.of(database, "one.t, two.t").all(), "id"))
                .isEqualTo(Map.of("one.t", List.of(1), "two.t", List.of(2)));
    }

    @Test
    void columnsAndKeysAreThoseThatTheUserChose() {
        database.execute(
                "CREATE SCHEMA pick",
                "CREATE TABLE pick.t (id int PRIMARY KEY, a int, b int)",
                "INSERT INTO pick.t VALUES (1, 2, 3)",
                "CREATE TABLE pick.u (id int PRIMARY KEY, a int)",
                "INSERT INTO pick.u VALUES (4, 5)");
        SourceRun run = SourceRun.of(database, "pick.*")
                .with("columns.include", "pick.t.id, pick.t.a")
                .with("key.mode", "columns")
                .with("key.columns", "a, pick.u.id");
        assertThat(run.all())
                .extracting(record -> record.key() + " " + record.value())
                .containsExactlyInAnyOrder("Struct{a=2} Struct{id=1,a=2}", "Struct{id=4} Struct{id=4,a=5}");
        assertThat(SourceRun.of(database, "pick.t")
                        .with("columns.exclude", "pick.t.id")
                        .problems())
                .containsOnlyKeys("columns.exclude");
        assertThat(SourceRun.of(database, "pick.t")
                        .with("key.mode", "none")
                        .all()
                        .get(0)
                        .key())
                .isNull();
    }

    @Test
    void settingsOfRoleAndDatabaseDoNotMatter() {
        database.execute(
                "CREATE SCHEMA settings",
                "CREATE TABLE settings.t (at timestamptz, day date, f float8)",
                "INSERT INTO settings.t VALUES ('2024-02-29 12:34:56.789012+02', '2024-02-29', 0.1)",
                "ALTER DATABASE source_kinds SET TimeZone = 'Asia/Tokyo'",
                "ALTER DATABASE source_kinds SET DateStyle = 'German'",
                "ALTER DATABASE source_kinds SET extra_float_digits = -5",
                "ALTER DATABASE source_kinds SET statement_timeout = '1s'",
                "ALTER DATABASE source_kinds SET client_encoding = 'LATIN1'");
        try {
            Struct row =
                    (Struct) SourceRun.of(database, "settings.t").all().get(0).value();
            assertThat(row.get("at")).isEqualTo(1709202896789012L);
            assertThat(row.get("f")).isEqualTo(0.1);
        } finally {
            for (String setting :
                    List.of("TimeZone", "DateStyle", "extra_float_digits", "statement_timeout", "client_encoding")) {
                database.execute("ALTER DATABASE source_kinds RESET " + setting);
            }
        }
    }
}
