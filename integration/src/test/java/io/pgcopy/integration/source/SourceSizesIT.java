/* SPDX-License-Identifier: Apache-2.0 */
package io.pgcopy.integration.source;

import io.pgcopy.connect.db.MeasuredColumn;
import io.pgcopy.connect.db.ReadFrom;
import io.pgcopy.connect.db.SampleStatements;
import io.pgcopy.connect.source.PgCopySourceTask;
import io.pgcopy.connect.type.BuiltIn;
import io.pgcopy.connect.type.TableId;
import io.pgcopy.integration.fixture.Database;
import io.pgcopy.integration.fixture.PostgresOptions;
import io.pgcopy.integration.fixture.PostgresServer;
import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.management.JMException;
import javax.management.ObjectName;
import org.apache.kafka.connect.source.SourceRecord;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

/** What the source finds out about the sizes of values, beside what the server knows of them. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class SourceSizesIT {
    // In fewer blocks than are looked at, so that nothing is left to chance.
    private static final int ROWS = 150;

    private PostgresServer server;
    private Database database;

    /** What the task shows at its end, before it is stopped. */
    private record Shown(int records, long read, long expected, Map<String, Map<String, Number>> columns) {}

    @BeforeAll
    void start() {
        server = PostgresServer.start(PostgresOptions.named("source-sizes"));
        database = server.createDatabase("source_sizes");
        database.execute(
                "CREATE TABLE kinds (id int PRIMARY KEY, squeezed bytea, apart bytea, short text, long text,"
                        + " doc jsonb, note json, page xml, nothing bytea, amount numeric)",
                "ALTER TABLE kinds ALTER apart SET STORAGE EXTERNAL",
                "INSERT INTO kinds SELECT i, convert_to(repeat('row ' || i || ', ', 5000), 'UTF8'),"
                        + " convert_to(repeat('row ' || i || ', ', 3000), 'UTF8'), 'short ' || i,"
                        + " repeat('text ' || i || ' ', 2000), jsonb_build_object('k', repeat('j' || i, 900)),"
                        + " to_json(repeat('n' || i, 900)), xmlparse(CONTENT repeat('x' || i, 900)),"
                        + " NULL, i * 1.5 FROM generate_series(1, " + ROWS + ") AS i",
                "UPDATE kinds SET squeezed = NULL WHERE id % 3 = 0",
                "VACUUM FULL kinds");
    }

    @AfterAll
    void stop() {
        server.close();
    }

    @Test
    void sizesAreThoseThatTheServerKnows() {
        Shown shown = read("kinds");
        assertThat(shown.columns())
                .containsOnlyKeys("squeezed", "apart", "short", "long", "doc", "note", "page", "nothing");
        assertThat(shown.columns()).allSatisfy((column, sizes) -> {
            long values = database.number("SELECT count(" + column + ") FROM kinds");
            assertThat(sizes.get("SampledValues").longValue()).as(column).isEqualTo(values);
            String length = "octet_length(" + (column.matches("doc|note|page") ? column + "::text" : column) + ")";
            assertThat(sizes.get("StoredBytes").doubleValue())
                    .as(column)
                    .isCloseTo(average("pg_column_size(" + column + ")"), within(1.0));
            // Values of json and jsonb are printed to be measured, so only some of them are.
            assertThat(sizes.get("RawBytes").doubleValue())
                    .as(column)
                    .isCloseTo(average(length), within(column.matches("doc|note") ? 700.0 : 1.0));
            // Of NULLs none is compressed; of the others the average counts those that are.
            String compressed = "CASE WHEN " + column + " IS NOT NULL THEN (pg_column_compression(" + column
                    + ") IS NOT NULL)::int END";
            assertThat(sizes.get("CompressedShare").doubleValue())
                    .as(column)
                    .isCloseTo(average(compressed), within(0.001));
        });
    }

    @Test
    void whatIsExpectedIsWhatIsRead() {
        Shown shown = read("kinds");
        assertThat(shown.records()).isEqualTo(ROWS);
        assertThat(shown.read()).isGreaterThan(2 * database.number("SELECT pg_table_size('kinds')"));
        assertThat((double) shown.expected() / shown.read()).isCloseTo(1, within(0.05));
    }

    @Test
    void aFewBlocksOfALargeTableTellOfAllOfIt() {
        database.execute(
                "CREATE TABLE many (id int, b bytea) PARTITION BY RANGE (id)",
                "CREATE TABLE many_1 PARTITION OF many FOR VALUES FROM (0) TO (30000)",
                "CREATE TABLE many_2 PARTITION OF many FOR VALUES FROM (30000) TO (100000)",
                "INSERT INTO many SELECT i, convert_to(repeat('row ' || i || ', ', 20 + i % 40), 'UTF8')"
                        + " FROM generate_series(1, 60000) AS i");
        assertThat(database.number("SELECT pg_relation_size('many_1') / 8192")).isGreaterThan(640);
        Shown guessed = read("many");
        assertThat((double) guessed.expected() / guessed.read()).isCloseTo(1, within(0.7));
        database.execute("ANALYZE many_1", "ANALYZE many_2");
        Shown analysed = read("many");
        assertThat((double) analysed.expected() / analysed.read()).isCloseTo(1, within(0.2));
        assertThat(analysed.columns().get("b").get("SampledValues").longValue()).isBetween(200L, 6_000L);
    }

    @Test
    void lookingReadsNoLargeValue() {
        String sql = SampleStatements.measure(
                ReadFrom.all(new TableId("public", "kinds")),
                100,
                List.of(
                        new MeasuredColumn("squeezed", BuiltIn.BYTEA),
                        new MeasuredColumn("apart", BuiltIn.BYTEA),
                        new MeasuredColumn("long", BuiltIn.TEXT),
                        new MeasuredColumn("page", BuiltIn.XML)),
                List.of("id", "amount"));
        String plan = String.join(
                "\n",
                database.rows("EXPLAIN (ANALYZE, BUFFERS, COSTS OFF, TIMING OFF) " + sql).stream()
                        .map(row -> row.get(0))
                        .toList());
        Matcher buffers =
                Pattern.compile("Buffers: shared hit=(\\d+)(?: read=(\\d+))?").matcher(plan);
        assertThat(buffers.find()).as(plan).isTrue();
        long blocks =
                Long.parseLong(buffers.group(1)) + (buffers.group(2) == null ? 0 : Long.parseLong(buffers.group(2)));
        assertThat(blocks).as(plan).isLessThanOrEqualTo(database.number("SELECT pg_relation_size('kinds') / 8192"));
    }

    @Test
    void theCopyGoesOnWhereNothingCanBeMeasured() {
        Database strict = server.createDatabase("source_sizes_strict");
        strict.execute(
                "CREATE ROLE strict_reader LOGIN PASSWORD 'strict'",
                "CREATE TABLE t (id int PRIMARY KEY, b bytea)",
                "INSERT INTO t SELECT i, 'x' FROM generate_series(1, 10) AS i",
                "GRANT SELECT ON t TO strict_reader",
                "REVOKE EXECUTE ON FUNCTION pg_catalog.pg_column_compression(\"any\") FROM PUBLIC");
        SourceRun run = SourceRun.of(strict, "public.t")
                .with("connection.user", "strict_reader")
                .with("connection.password", "strict");
        assertThat(shown(run, "public.t").records()).isEqualTo(10);
        assertThat(shown(run.with("run.id", "2"), "public.t").columns()).isEmpty();
    }

    @Test
    void viewsAndEmptyTablesAreReadWithoutALook() {
        database.execute(
                "CREATE VIEW seen AS SELECT id, short FROM kinds",
                "CREATE MATERIALIZED VIEW kept AS SELECT id, short, squeezed FROM kinds",
                "CREATE TABLE nobody (id int PRIMARY KEY, b bytea)");
        assertThat(read("seen")).satisfies(shown -> {
            assertThat(shown.records()).isEqualTo(ROWS);
            assertThat(shown.columns()).isEmpty();
        });
        assertThat(read("kept").columns()).containsOnlyKeys("short", "squeezed");
        assertThat(read("nobody").columns()).isEmpty();
    }

    private double average(String expression) {
        return Double.parseDouble(database.text("SELECT coalesce(avg(" + expression + "), 0) FROM kinds"));
    }

    private Shown read(String table) {
        return shown(SourceRun.of(database, "public." + table).with("record.max.bytes", "10000000"), "public." + table);
    }

    private static Shown shown(SourceRun run, String table) {
        PgCopySourceTask task = run.startTask();
        try {
            List<SourceRecord> records = run.drain(task);
            ObjectName name = name("source-task-metrics,connector=\"it\",task=0");
            return new Shown(
                    records.size(),
                    attribute(name, "BytesRead").longValue(),
                    attribute(name, "BytesExpected").longValue(),
                    columns(table));
        } finally {
            task.stop();
            assertThat(columns(table)).as("metrics of a task that is gone").isEmpty();
        }
    }

    private static Map<String, Map<String, Number>> columns(String table) {
        Map<String, Map<String, Number>> columns = new TreeMap<>();
        ObjectName all = name("source-storage,connector=\"it\",task=0,table=\"" + table + "\",column=*");
        for (ObjectName name : ManagementFactory.getPlatformMBeanServer().queryNames(all, null)) {
            Map<String, Number> sizes = new TreeMap<>();
            for (String attribute : List.of("SampledValues", "RawBytes", "StoredBytes", "CompressedShare")) {
                sizes.put(attribute, attribute(name, attribute));
            }
            columns.put(ObjectName.unquote(name.getKeyProperty("column")), sizes);
        }
        return columns;
    }

    private static Number attribute(ObjectName name, String attribute) {
        try {
            return (Number) ManagementFactory.getPlatformMBeanServer().getAttribute(name, attribute);
        } catch (JMException e) {
            throw new IllegalStateException(e);
        }
    }

    private static ObjectName name(String type) {
        try {
            return new ObjectName("io.pgcopy:type=" + type);
        } catch (JMException e) {
            throw new IllegalStateException(e);
        }
    }
}
