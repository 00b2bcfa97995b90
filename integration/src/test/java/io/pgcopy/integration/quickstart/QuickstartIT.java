/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.integration.quickstart;

import io.pgcopy.integration.Kit;
import io.pgcopy.integration.fixture.Database;
import io.pgcopy.integration.fixture.Workspace;
import io.pgcopy.integration.sample.BlobTable;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The quickstart with its own two servers, as {@code mvn -Pquickstart} starts it, and between two databases of the
 * user's, as with {@code -Dsource.url=…}.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class QuickstartIT {
    /** What it ends with where it has said itself why, unlike a JVM that does not come up. */
    private static final int FAILED = 2;

    private final Database source = Kit.server().createDatabase("quickstart_own_source");
    private final Database target = Kit.server().createDatabase("quickstart_own_target");

    @BeforeAll
    void tables() throws SQLException {
        for (Database side : List.of(source, target)) {
            side.execute(
                    "CREATE SCHEMA a",
                    BlobTable.create("a.\"Big Files\""),
                    "CREATE TABLE a.plain (id int PRIMARY KEY, v numeric, at timestamptz)",
                    "CREATE TABLE a.empty (id int)",
                    "CREATE TABLE a.bent (id int, v text)");
        }
        try (Connection session = source.connect()) {
            BlobTable.fill(session, "a.\"Big Files\"", 40, 3);
        }
        source.execute(
                "INSERT INTO a.plain SELECT i, i / 3.0, now() FROM generate_series(1, 5000) AS i",
                "INSERT INTO a.bent VALUES (1, 'one'), (2, 'two')",
                "CREATE TABLE a.alone (id int)",
                "CREATE VIEW a.seen AS SELECT 1 AS id");
        target.execute(
                "ALTER TABLE a.plain ADD COLUMN more text DEFAULT 'more'",
                "CREATE FUNCTION a.bend() RETURNS trigger LANGUAGE plpgsql AS"
                        + " $$ BEGIN NEW.v := upper(NEW.v); RETURN NEW; END $$",
                "CREATE TRIGGER bend BEFORE INSERT ON a.bent FOR EACH ROW EXECUTE FUNCTION a.bend()");
    }

    @Test
    void copiesTheSampleWithThePairOfThatName() throws IOException, InterruptedException {
        Run run = run("sample", Map.of("sample.rows", "50"), Map.of());
        assertThat(run.output).contains("OK: source and target are equal").doesNotContain("DIFFERENT");
        assertThat(run.exit).as(run.output).isZero();
    }

    @Test
    void endsWithZeroWhenBothSidesAreEqual() throws IOException, InterruptedException {
        Run run = run("a.\"Big Files\", A.plain, a.e*");
        assertThat(run.output).contains("OK: source and target are equal").doesNotContain("DIFFERENT");
        assertThat(run.exit).as(run.output).isZero();
        assertThat(target.count("a.\"Big Files\"")).isEqualTo(40);
        assertThat(target.count("a.plain")).isEqualTo(5000);
    }

    @Test
    void endsWithAnotherCodeWhenTheyAreNot() throws IOException, InterruptedException {
        Run run = run("a.bent");
        assertThat(run.output).contains("\"a\".\"bent\"", "DIFFERENT", "FAILED: source and target differ");
        assertThat(run.exit).as(run.output).isEqualTo(FAILED);
    }

    @Test
    void tellsWhatIsWrongBeforeAnythingIsStarted() throws IOException, InterruptedException {
        assertRefused(run("a.absent"), "no table of the source matches -Dtables=a.absent");
        assertRefused(run("absent"), "-Dtables=absent is not a list of schema.table");
        assertRefused(run("a.alone"), "the target has no table \"a\".\"alone\"");
        target.execute("CREATE TABLE a.full AS SELECT 1 AS id");
        source.execute("CREATE TABLE a.full AS SELECT 1 AS id");
        assertRefused(run("a.full"), "table \"a\".\"full\" of the target holds rows");
        target.execute(
                "CREATE TABLE a.parent (id int PRIMARY KEY)", "CREATE TABLE a.child (id int REFERENCES a.parent)");
        source.execute("CREATE TABLE a.parent (id int)", "CREATE TABLE a.child (id int)");
        assertRefused(
                run("a.parent, a.child"),
                "the foreign key child_id_fkey of the target leads from a.child to a.parent",
                "drop it, and add it after the copy");
        assertRefused(
                run("a.plain", source.url(), "wrong-8d", target.url() + "_nowhere"),
                "the source (postgres at " + source.url() + ") cannot be used",
                "password authentication failed",
                "-Dsource.password",
                "the target",
                "quickstart_own_target_nowhere\" does not exist");
        assertRefused(run("a.plain", "", "", target.url()), "give both -Dsource.url and -Dtarget.url");
    }

    private static void assertRefused(Run run, String... words) {
        assertThat(run.output)
                .contains(words)
                .contains("FAILED: ")
                .doesNotContain("starting a broker", "\tat ", "wrong-8d", "Exception");
        assertThat(run.exit).as(run.output).isEqualTo(FAILED);
    }

    private record Run(int exit, String output) {}

    private Run run(String tables) throws IOException, InterruptedException {
        return run(tables, source.url(), source.password(), target.url());
    }

    private Run run(String tables, String from, String password, String to) throws IOException, InterruptedException {
        Map<String, String> settings = Map.of(
                "source.url",
                from,
                "source.user",
                source.user(),
                "target.url",
                to,
                "target.user",
                target.user(),
                "tables",
                tables,
                "stall.seconds",
                "240");
        return run(
                "own",
                settings,
                Map.of("PGCOPY_SOURCE_PASSWORD", password, "PGCOPY_TARGET_PASSWORD", target.password()));
    }

    private static Run run(String name, Map<String, String> settings, Map<String, String> environment)
            throws IOException, InterruptedException {
        // Not where the plugins are that other tests' workers have loaded: it unpacks them anew.
        Path folder = Files.createDirectories(Workspace.target().resolve("quickstart-it/" + name));
        Map<String, String> all = new LinkedHashMap<>(settings);
        all.put("pgcopy.target", folder.toString());
        all.put("pgcopy.build", Workspace.build().toString());
        all.put("examples", Workspace.repository().resolve("config-examples").toString());
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.add("-Xmx256m");
        all.forEach((key, value) -> command.add("-D" + key + "=" + value));
        command.addAll(List.of(
                "-classpath", System.getProperty("java.class.path"), "io.pgcopy.integration.quickstart.Quickstart"));
        File output = folder.resolve("output.log").toFile();
        ProcessBuilder java = new ProcessBuilder(command);
        java.environment().putAll(environment);
        Process process = java.redirectErrorStream(true).redirectOutput(output).start();
        if (!process.waitFor(10, TimeUnit.MINUTES)) {
            process.destroyForcibly();
        }
        return new Run(process.waitFor(), Files.readString(output.toPath(), StandardCharsets.UTF_8));
    }
}
